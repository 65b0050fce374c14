import type { DigilockerServices } from '#server/flows/digilocker.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import type { VerificationServices } from '#server/flows/verification.ts'
import type { Route } from '#server/http/call.ts'
import { bankRoutes } from '#server/routes/bank.ts'
import { comparisonRoutes } from '#server/routes/comparison.ts'
import { contactRoutes } from '#server/routes/contact.ts'
import { contentRoutes } from '#server/routes/content.ts'
import { deviceRoutes } from '#server/routes/device.ts'
import { digilockerRoutes } from '#server/routes/digilocker.ts'
import { directoryRoutes } from '#server/routes/directory.ts'
import { extensionRoutes } from '#server/routes/extension.ts'
import { feedbackRoutes } from '#server/routes/feedback.ts'
import { homeRoutes } from '#server/routes/home.ts'
import { kycRoutes } from '#server/routes/kyc.ts'
import { loginRoutes } from '#server/routes/login.ts'
import { nativeRoutes } from '#server/routes/native.ts'
import { orderRoutes } from '#server/routes/order.ts'
import { ownDataRoutes } from '#server/routes/own-data.ts'
import { paperRoutes } from '#server/routes/paper.ts'
import { placeRoutes } from '#server/routes/place.ts'
import { productRoutes } from '#server/routes/product.ts'
import { pushRoutes } from '#server/routes/push.ts'
import { reminderRoutes } from '#server/routes/reminder.ts'
import { repayRoutes } from '#server/routes/repay.ts'
import { scheduleRoutes } from '#server/routes/schedule.ts'
import { trackingRoutes } from '#server/routes/tracking.ts'
import { verifyRoutes } from '#server/routes/verify.ts'

/** Everything that some route stands on. */
export type AllServices = LendingServices & VerificationServices & DigilockerServices

/** The routes of the whole contract, in its order. */
export function allRoutes(services: AllServices): Route[] {
  return [
    ...loginRoutes(services),
    ...nativeRoutes(services),
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
