import type { Day } from '#domain/day.ts'
import { balances, chargesOf } from '#domain/lending/ledger.ts'
import { pastPositionOn } from '#domain/lending/repayment.ts'
import { type Parts, totalOf } from '#domain/parts.ts'
import { transfersOf } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type OrderKey, orderOf } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { money } from '#words/format.ts'

/**
 * Reproduces the figures of a loan at the end of a past day from the present facts, and names the
 * part of its charges that its journal held by then; the daily sums held the rest (decision 81).
 * Refuses an order without a loan, and a day before the money arrived.
 */
export async function loanOnDay(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  day: Day,
): Promise<string[]> {
  const order = await orderOf(db, borrowerId, orderId)
  const loan = order && (await loanOf(db, order))
  if (!loan) throw new Error('The order is no loan.')
  if (day < loan.startDay) throw new Error(`The money arrived on ${loan.startDay}, after that day.`)
  const position = pastPositionOn(loan, day)
  const transfers = await transfersOf(db, borrowerId, orderId)
  const journal = balances(transfers.filter(transfer => transfer.day <= day))
  const charged = chargesOf(position)
  return [
    `Order ${order.orderNo} at the end of ${day}`,
    `  owed     ${textOf(position.owed)}`,
    `  paid     ${textOf(position.paid)}`,
    `  days past due ${position.overdueDays}`,
    `  interest ${money(charged.interest)}, of which its journal held ${money(journal.interest_income)}`,
    `  penal    ${money(charged.penal)}, of which its journal held ${money(journal.penal_income)}`,
  ]
}

function textOf(parts: Parts): string {
  const { principal, interest, penal } = parts
  const named = [
    `principal ${money(principal)}`,
    `interest ${money(interest)}`,
    `penal ${money(penal)}`,
  ]
  return `${money(totalOf(parts))}: ${named.join(', ')}`
}
