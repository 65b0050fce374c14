import { content } from '#contract/content.ts'
import { COUNTRY_CODE } from '#domain/limits.ts'
import { activeProducts } from '#server/lending/db/product.ts'
import { loansOnOffer } from '#server/lending/words/distribution.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import type { Services } from '#server/services.ts'
import { APP_NAME, copywriting } from '#server/support/words/about.ts'
import { faq } from '#server/support/words/faq.ts'
import { notices } from '#server/support/words/notices.ts'

const INDIA = {
  country: 'IN',
  name: 'India',
  dialCode: COUNTRY_CODE,
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
}

export type ContentServices = Pick<Services, 'config' | 'db'> & {
  readonly push: Pick<PushPort, 'publicKey'>
}

/** Who stands behind the product, and what it says of itself. Without a lender it says that it is a demonstration (product §1). */
export function contentRoutes({ config, db, push }: ContentServices): Route[] {
  return routes(content, {
    config: async (_input, { language }) => ({
      customer: config.customer,
      lender: config.lender ?? null,
      isSandbox: config.isSandbox,
      notices: notices(config, language),
      isTrackingOn: config.tracking.isOn,
      isMarketingOn: config.isMarketingOn,
      pushPublicKey: push.publicKey,
    }),
    faq: async (_input, { language }) => [...faq(language, config.customer)],
    aboutUs: async (_input, { language }) => ({
      appName: APP_NAME,
      copywriting: copywriting(language, config.lender),
    }),
    downloadEligibility: async (_input, { client }) => ({ accordWith: client.os === 'ios-h5' }),
    distribution: async () => ({
      loans: loansOnOffer(await activeProducts(db)),
      stores: config.stores,
    }),
    country: async () => INDIA,
  })
}
