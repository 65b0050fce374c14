import { loginRoutes, nativeRoutes, passkeyRoutes } from '#server/accounts/routes.ts'
import type { DigilockerServices } from '#server/identity/digilocker.ts'
import {
  bankRoutes,
  contactRoutes,
  digilockerRoutes,
  directoryRoutes,
  kycRoutes,
  placeRoutes,
  verifyRoutes,
} from '#server/identity/routes.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { accountRoutes, ownLimitRoutes, reminderRoutes } from '#server/lending/routes/account.ts'
import { autopayRoutes } from '#server/lending/routes/autopay.ts'
import { calendarRoutes } from '#server/lending/routes/calendar.ts'
import { extensionRoutes } from '#server/lending/routes/extension.ts'
import { hardshipRoutes } from '#server/lending/routes/hardship.ts'
import { homeRoutes } from '#server/lending/routes/home.ts'
import { loanDocumentRoutes } from '#server/lending/routes/loan-document.ts'
import { orderRoutes } from '#server/lending/routes/order.ts'
import { comparisonRoutes, productRoutes } from '#server/lending/routes/product.ts'
import { questionRoutes } from '#server/lending/routes/question.ts'
import { repayRoutes } from '#server/lending/routes/repay.ts'
import { scheduleRoutes } from '#server/lending/routes/schedule.ts'
import { pushRoutes } from '#server/notices/push.ts'
import type { Route } from '#server/platform/actions/call.ts'
import { deviceRoutes, ownDataRoutes, trackingRoutes } from '#server/privacy/routes.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { contentRoutes, feedbackRoutes } from '#server/support/routes.ts'

/** The services that the routes use. */
export type AllServices = LendingServices & VerificationServices & DigilockerServices

/** The routes of the whole contract, in its order, and those of the console, if there is one. */
export function allRoutes(services: AllServices): Route[] {
  return [
    ...loginRoutes(services),
    ...nativeRoutes(services),
    ...accountRoutes(services),
    ...passkeyRoutes(services),
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
    ...questionRoutes(services),
    ...scheduleRoutes(services),
    ...repayRoutes(services),
    ...autopayRoutes(services),
    ...extensionRoutes(services),
    ...hardshipRoutes(services),
    ...loanDocumentRoutes(services),
    ...comparisonRoutes(),
    ...contentRoutes(services),
    ...feedbackRoutes(services),
    ...deviceRoutes(services),
    ...ownDataRoutes(services),
    ...pushRoutes(services),
    ...reminderRoutes(services),
    ...calendarRoutes(services),
    ...ownLimitRoutes(services),
    ...trackingRoutes(services),
    ...(services.config.console ? staffRoutes(services) : []),
  ]
}
