import { refused } from '#contract/envelope.ts'
import { login } from '#contract/login.ts'
import { sendConfirmCode } from '#server/accounts/confirm-code.ts'
import { endSession } from '#server/accounts/db/session.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import { logIn, sendLoginCode } from '#server/accounts/sign-in.ts'
import { orderOf, ordersOf } from '#server/lending/db/order.ts'
import { historyOf } from '#server/lending/orders/history.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** Sign-in, sign-out, and the second code. */
export function loginRoutes(services: Services): Route[] {
  const { db } = services
  return routes(login, {
    sendCode: ({ phone }, call) => sendLoginCode(services, phone, call),
    login: (input, call) => logIn(services, input, call),
    me: async (_input, { borrowerId, isAppUser }) => {
      const [{ phoneMasked }, orders] = await Promise.all([phoneOfBorrower(db, borrowerId), ordersOf(db, borrowerId)])
      const { loansRepaid, loansRepaidOnTime } = historyOf(orders)
      return { maskedPhone: phoneMasked, loansRepaid, loansRepaidOnTime, isAppUser }
    },
    logout: async ({ everywhere }, { borrowerId, sessionId, deviceId, cookies }) => {
      await endSession(db, borrowerId, everywhere ? null : sessionId)
      // Whoever holds the device next is told nothing of this borrower.
      await removePushOfDevices(db, borrowerId, everywhere ? null : deviceId)
      cookies.clear('session')
      return null
    },
    sendConfirmCode: async (subject, call) => {
      const isOwn = subject.purpose === 'bank-card' || (await orderOf(db, call.borrowerId, subject.orderId)) !== undefined
      return isOwn ? sendConfirmCode(services, subject, call) : refused('order-not-found')
    },
  })
}
