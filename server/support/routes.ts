import type { FastifyInstance } from 'fastify'
import { content } from '#contract/content.ts'
import { refused } from '#contract/envelope.ts'
import { feedback } from '#contract/feedback.ts'
import { BASE_PATH } from '#contract/path.ts'
import { indiaDayOf } from '#domain/day.ts'
import { COUNTRY_CODE } from '#domain/limits.ts'
import { activeProducts, shownCatalogue } from '#server/lending/db/product.ts'
import { loansOnOffer } from '#server/lending/words/distribution.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { sendRefusal } from '#server/platform/http/edge.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import type { Services } from '#server/services.ts'
import { shownContent } from '#server/support/db/content.ts'
import {
  complain,
  type FeedbackServices,
  feedbackList,
  IMAGE_PATH,
  linkedPicture,
  saveFeedback,
} from '#server/support/feedback.ts'
import { APP_NAME, copywriting } from '#server/support/words/about.ts'
import { faq } from '#server/support/words/faq.ts'
import { feedbackTypes } from '#server/support/words/feedback-types.ts'
import { messages, notices } from '#server/support/words/notices.ts'

/** Borrowers' feedback, and our replies. */
export function feedbackRoutes(services: FeedbackServices): Route[] {
  return routes(feedback, {
    types: async (_input, { language }) => feedbackTypes(language),
    save: (entry, call) => saveFeedback(services, call, entry),
    list: (_input, call) => feedbackList(services, call),
    complain: ({ feedbackId }, call) => complain(services, feedbackId, call),
  })
}

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/**
 * The pictures behind the signed addresses of the list: embedded in our pages, never opened as a
 * page themselves.
 */
export function serveFeedbackPictures(app: FastifyInstance, services: FeedbackServices): void {
  app.get<{ Querystring: { key?: unknown } }>(BASE_PATH + IMAGE_PATH, async (request, reply) => {
    const { key } = request.query
    const picture = typeof key === 'string' ? await linkedPicture(services, key) : undefined
    if (!picture) return sendRefusal(reply, refused('not-found'), 404)
    return reply
      .type(picture.mediaType)
      .header(
        'content-disposition',
        `attachment; filename="feedback.${ENDINGS[picture.mediaType]}"`,
      )
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(Buffer.from(picture.bytes))
  })
}

const INDIA = {
  country: 'IN',
  name: 'India',
  dialCode: COUNTRY_CODE,
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
}

type ContentServices = Pick<Services, 'config' | 'db'> & {
  readonly push: Pick<PushPort, 'publicKey'>
  readonly payment: Pick<PaymentPort, 'openUpi'>
}

/**
 * The lender behind the product, and the product's information. Without a lender it says that it is
 * a demonstration (product §1).
 */
export function contentRoutes({ config, db, push, payment }: ContentServices): Route[] {
  return routes(content, {
    config: async (_input, { language, now }) => ({
      customer: config.customer,
      lender: config.lender ?? null,
      isSandbox: config.isSandbox,
      notices: notices(config, language),
      messages: messages(config, language, await shownContent(db, indiaDayOf(now))),
      isTrackingOn: config.tracking.isOn,
      isMarketingOn: config.isMarketingOn,
      pushPublicKey: push.publicKey,
      isUpiOffered: payment.openUpi !== undefined,
    }),
    faq: async (_input, { language, now }) => {
      const today = indiaDayOf(now)
      const [{ limits }, worded] = await Promise.all([
        shownCatalogue(db, today),
        shownContent(db, today),
      ])
      return [...faq(language, config.customer, limits, worded)]
    },
    aboutUs: async (_input, { language, now }) => ({
      appName: APP_NAME,
      copywriting: copywriting(language, config.lender, await shownContent(db, indiaDayOf(now))),
    }),
    downloadEligibility: async (_input, { client }) => ({ accordWith: client.os === 'ios-h5' }),
    distribution: async (_input, { now }) => ({
      loans: loansOnOffer(await activeProducts(db, indiaDayOf(now))),
      stores: config.stores,
    }),
    country: async () => INDIA,
  })
}
