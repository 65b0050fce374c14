import { account } from '#contract/account.ts'
import { refused } from '#contract/envelope.ts'
import { sendConfirmCode } from '#server/accounts/confirm-code.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import { orderOf, ordersOf } from '#server/lending/db/order.ts'
import { historyOf } from '#server/lending/orders/history.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** Who is signed in with which standing, and the second code for money or a bank account. */
export function accountRoutes(services: Services): Route[] {
  const { db } = services
  return routes(account, {
    me: async (_input, { borrowerId, isAppUser }) => {
      const [{ phoneMasked }, orders] = await Promise.all([
        phoneOfBorrower(db, borrowerId),
        ordersOf(db, borrowerId),
      ])
      const { loansRepaid, loansRepaidOnTime } = historyOf(orders)
      return { maskedPhone: phoneMasked, loansRepaid, loansRepaidOnTime, isAppUser }
    },
    sendConfirmCode: async (subject, call) => {
      const isOwn =
        subject.purpose === 'bank-card' ||
        (await orderOf(db, call.borrowerId, subject.orderId)) !== undefined
      return isOwn ? sendConfirmCode(services, subject, call) : refused('order-not-found')
    },
  })
}
