import type { Output } from '#contract/endpoint.ts'
import type { order as endpoints } from '#contract/order.ts'
import type { Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { overdueToday } from '#domain/lending/falls-due.ts'
import { moneyOf, orderStates } from '#domain/lending/order.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { extensionFeesOf } from '#server/lending/db/extension.ts'
import { loansOf } from '#server/lending/db/loan.ts'
import { type Order, ordersOf } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'

type Listed = Output<typeof endpoints.list>[number]

/** A borrower's orders, newest first: as agreed, and what is late or was paid of those that became loans. */
export async function listedOrders(
  db: Queryable,
  borrowerId: string,
  today: Day,
): Promise<Listed[]> {
  const orders = await ordersOf(db, borrowerId)
  const [loans, fees] = await Promise.all([
    loansOf(db, borrowerId, orders),
    extensionFeesOf(db, borrowerId),
  ])
  return orders.map(order =>
    listItem(order, loans.get(order.id), fees.get(order.id) ?? ZERO_PAISE, today),
  )
}

function listItem(
  order: Order,
  loan: RunningLoan | undefined,
  extensionFees: Paise,
  today: Day,
): Listed {
  const position = loan && positionOn(loan, today)
  const isForNothing = moneyOf(order.state) === 'none'
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    orderState: orderStates[order.state].code,
    extensionState: order.extensionState,
    productName: order.productName,
    loanAmount: order.terms.principal,
    arriveAmount: isForNothing ? null : order.arrive,
    repaymentAmount: isForNothing ? null : order.repayment,
    overdue: (position && overdueToday(loan, position)) ?? null,
    paidInAll: position && order.state === 'settled' ? paidInAll(position, extensionFees) : null,
  }
}
