import { loginRoutes } from '#server/accounts/routes/login.ts'
import { nativeRoutes } from '#server/accounts/routes/native.ts'
import type { DigilockerServices } from '#server/identity/digilocker.ts'
import { bankRoutes } from '#server/identity/routes/bank.ts'
import { contactRoutes } from '#server/identity/routes/contact.ts'
import { digilockerRoutes } from '#server/identity/routes/digilocker.ts'
import { directoryRoutes } from '#server/identity/routes/directory.ts'
import { kycRoutes } from '#server/identity/routes/kyc.ts'
import { placeRoutes } from '#server/identity/routes/place.ts'
import { verifyRoutes } from '#server/identity/routes/verify.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { accountRoutes } from '#server/lending/routes/account.ts'
import { comparisonRoutes } from '#server/lending/routes/comparison.ts'
import { extensionRoutes } from '#server/lending/routes/extension.ts'
import { homeRoutes } from '#server/lending/routes/home.ts'
import { orderRoutes } from '#server/lending/routes/order.ts'
import { paperRoutes } from '#server/lending/routes/paper.ts'
import { productRoutes } from '#server/lending/routes/product.ts'
import { reminderRoutes } from '#server/lending/routes/reminder.ts'
import { repayRoutes } from '#server/lending/routes/repay.ts'
import { scheduleRoutes } from '#server/lending/routes/schedule.ts'
import { pushRoutes } from '#server/notices/routes/push.ts'
import type { Route } from '#server/platform/actions/call.ts'
import { deviceRoutes } from '#server/privacy/routes/device.ts'
import { ownDataRoutes } from '#server/privacy/routes/own-data.ts'
import { trackingRoutes } from '#server/privacy/routes/tracking.ts'
import { contentRoutes } from '#server/support/routes/content.ts'
import { feedbackRoutes } from '#server/support/routes/feedback.ts'

/** Everything that some route stands on. */
export type AllServices = LendingServices & VerificationServices & DigilockerServices

/** The routes of the whole contract, in its order. */
export function allRoutes(services: AllServices): Route[] {
  return [
    ...loginRoutes(services),
    ...nativeRoutes(services),
    ...accountRoutes(services),
    ...homeRoutes(services),
    ...productRoutes(services),
    ...verifyRoutes(services),
    ...placeRoutes(),
    ...contactRoutes(services),
    ...kycRoutes(services),
    ...digilockerRoutes(services),
    ...bankRoutes(services),
    ...directoryRoutes(services),
    ...orderRoutes(services),
    ...scheduleRoutes(services),
    ...repayRoutes(services),
    ...extensionRoutes(services),
    ...paperRoutes(services),
    ...comparisonRoutes(),
    ...contentRoutes(services),
    ...feedbackRoutes(services),
    ...deviceRoutes(services),
    ...ownDataRoutes(services),
    ...pushRoutes(services),
    ...reminderRoutes(services),
    ...trackingRoutes(services),
  ]
}
