import { daysBetween, indiaDayOf } from '#domain/day.ts'
import { interestRoundedHalfUp } from '#domain/lending/schedule.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { paise, sumPaise } from '#domain/money.ts'
import { audit, difference } from '#server/lending/books/audit.ts'
import { type Extension, extensionsOf } from '#server/lending/db/extension.ts'
import { borrowersWithOrders } from '#server/lending/db/ledger.ts'
import { type Order, ordersOf } from '#server/lending/db/order.ts'
import { receiptsOf } from '#server/lending/db/payment.ts'
import type { Database } from '#server/platform/db/open.ts'
import { messagesWronged } from './messenger.ts'
import type { Run } from './run.ts'

/** Everything that must be true once a run is over, judged by the vendors' own books beside ours; answers what is not. */
export async function verdict({
  world,
  bank,
  provider,
  messenger,
  unexpected,
}: Run): Promise<string[]> {
  const { db } = world.server.database
  const books = await audit(db)
  return [
    ...unexpected,
    ...books.faults,
    ...(difference(books.trialBalance) === 0 ? [] : ['the ledger is out of balance']),
    ...vendorsDisagree({ bank, provider }, books.trialBalance.bank),
    ...(await ordersWronged(db, { bank, provider })),
    ...(await messagesWronged(db, messenger)),
    ...(books.trialBalance.payout_in_transit === 0 ? [] : ['money is still in transit']),
    ...(books.trialBalance.refunds_payable === 0 ? [] : ['refunds are still owed']),
  ]
}

type Vendors = Pick<Run, 'bank' | 'provider'>

/** What the bank and the provider say that moved, against what our books say that is in the bank. */
function vendorsDisagree({ bank, provider }: Vendors, booked: number): string[] {
  const paidOut = [...bank.transfers.values()].filter(
    ({ outcome, isReversed }) => outcome === 'succeeded' && !isReversed,
  )
  const out = sumPaise(paidOut.map(({ request }) => request.amount))
  const came = sumPaise(
    provider.ended.filter(({ state }) => state === 'paid').map(({ amount }) => amount),
  )
  const back = sumPaise([...provider.refunds.values()].map(({ amount }) => amount))
  const there = came - back - out
  return there === booked
    ? []
    : [`the vendors hold ${there} paise of ours, our books say ${booked}`]
}

/** Every payment in our books once and in full, every payout once, and nobody charged more than was agreed. */
async function ordersWronged(db: Database, { bank, provider }: Vendors): Promise<string[]> {
  const faults: string[] = []
  const seen = new Map<string, number>()
  for (
    let page = await borrowersWithOrders(db, undefined, 100);
    page.length > 0;
    page = await borrowersWithOrders(db, page.at(-1), 100)
  ) {
    for (const borrowerId of page) {
      for (const order of await ordersOf(db, borrowerId)) {
        const receipts = await receiptsOf(db, borrowerId, order.id)
        for (const { attemptRef } of receipts) seen.set(attemptRef, (seen.get(attemptRef) ?? 0) + 1)
        const refs = new Set(receipts.map(({ attemptRef }) => attemptRef))
        const back = sumPaise(
          [...provider.refunds.values()]
            .filter(refund => refs.has(refund.attemptRef))
            .map(({ amount }) => amount),
        )
        const kept = sumPaise(receipts.map(({ amount }) => amount)) - back
        faults.push(...wronged(order, kept, await extensionsOf(db, borrowerId, order.id)))
      }
    }
  }
  const sent = await db.raw(
    'SELECT order_id::text AS id, count(*)::int AS count FROM payout GROUP BY order_id HAVING count(*) > 1',
  )
  const strangers = await db.raw('SELECT payout_id::text AS id, amount FROM payout')
  const keys = new Map(strangers.map(({ id, amount }) => [String(id), Number(amount)]))
  const paid = provider.ended.filter(({ state }) => state === 'paid')
  return [
    ...faults,
    ...paid
      .filter(({ attemptRef }) => seen.get(attemptRef) !== 1)
      .map(
        ({ attemptRef }) => `payment ${attemptRef} is booked ${seen.get(attemptRef) ?? 0} times`,
      ),
    ...sent.map(({ id, count }) => `order ${id} was paid out ${count} times`),
    ...[...bank.transfers]
      .filter(([key, { request }]) => keys.get(key) !== request.amount)
      .map(([key]) => `payout ${key} is not ours`),
  ]
}

/** What the lender kept of an order's payments, against the most that was ever agreed. */
function wronged(order: Order, kept: number, extensions: readonly Extension[]): string[] {
  const most = order.state === 'settled' ? mostAgreed(order, extensions) : 0
  const least = order.state === 'settled' ? order.terms.principal : 0
  return [
    ...(kept > most
      ? [
          `order ${order.id} (${order.state}) cost its borrower ${kept} paise, where ${most} were agreed`,
        ]
      : []),
    ...(kept < least
      ? [`order ${order.id} (${order.state}) brought ${kept} paise of a principal of ${least}`]
      : []),
  ]
}

/**
 * A loan that was returned: its principal and the interest of the period. Else what the offer said; what each paid extension said,
 * and the interest of the days it added; and, if it was ever overdue, the capped penal charges and the interest of all its days.
 */
function mostAgreed(order: Order, extensions: readonly Extension[]): number {
  const paid = extensions.filter(({ state }) => state === 'paid')
  const { terms, disbursedDay, settledAt } = order
  if (order.wasReturned)
    return (
      terms.principal + interestRoundedHalfUp(terms.principal, terms.rate, terms.coolingOffDays)
    )
  if (paid.length === 0 && !order.wasEverOverdue) return order.repayment
  if (!disbursedDay || !settledAt) return 0
  const days = daysBetween(disbursedDay, indiaDayOf(settledAt))
  const interest = interestRoundedHalfUp(
    terms.principal,
    terms.rate,
    Math.max(days, terms.periodDays * terms.instalments),
  )
  const penal = order.wasEverOverdue ? penalCapPaise(terms) * terms.instalments : 0
  // Each instalment and each extension rounds once, half up.
  const rounding = terms.instalments + paid.length
  return paise(
    terms.principal +
      interest +
      penal +
      rounding +
      sumPaise(paid.map(({ serviceFee, penal: charged }) => paise(serviceFee + charged))),
  )
}
