import { daysBetween, indiaDayOf } from '#domain/day.ts'
import { interestRoundedHalfUp } from '#domain/lending/schedule.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { type Paise, paise, sumPaise } from '#domain/money.ts'
import { audit, difference } from '#server/lending/books/audit.ts'
import { type Extension, extensionsOf } from '#server/lending/db/extension.ts'
import { borrowersWithOrders } from '#server/lending/db/ledger.ts'
import { type Order, ordersOf } from '#server/lending/db/order.ts'
import { receiptsOf } from '#server/lending/db/payment.ts'
import type { Database } from '#server/platform/db/open.ts'
import { messageFaults } from './messenger.ts'
import type { Run } from './run.ts'

/** Names everything that is wrong at the end of a run, by the vendors' books beside ours. */
export async function verdict({
  db,
  bank,
  provider,
  messenger,
  unexpected,
}: Run): Promise<string[]> {
  const books = await audit(db)
  return [
    ...unexpected,
    ...books.faults,
    ...(difference(books.trialBalance) === 0
      ? []
      : ['the debits and credits of the ledger do not agree']),
    ...vendorFaults({ bank, provider }, books.trialBalance.bank),
    ...(await orderFaults(db, { bank, provider })),
    ...(await messageFaults(db, messenger)),
    ...(books.trialBalance.payout_in_transit === 0
      ? []
      : ['the ledger still has money in transit to borrowers']),
    ...(books.trialBalance.refunds_payable === sumPaise([...(await givenUpRefunds(db)).values()])
      ? []
      : ['the ledger owes other refunds than those that the provider gave up']),
  ]
}

type Vendors = Pick<Run, 'bank' | 'provider'>

/** Compares the money that the bank and the provider moved with the bank account in our books. */
function vendorFaults({ bank, provider }: Vendors, booked: number): string[] {
  const paidOut = [...bank.transfers.values()].filter(
    ({ outcome, isReversed }) => outcome === 'succeeded' && !isReversed,
  )
  const out = sumPaise(paidOut.map(({ request }) => request.amount))
  const received = sumPaise(
    provider.ended.filter(({ state }) => state === 'paid').map(({ amount }) => amount),
  )
  const refunded = sumPaise([...provider.refunds.values()].map(({ amount }) => amount))
  const held = received - refunded - out
  return held === booked
    ? []
    : [`the vendors hold ${held} paise for us, but our books say ${booked} paise`]
}

/** Names payments and payouts that are not booked exactly once, and orders charged too much. */
async function orderFaults(db: Database, { bank, provider }: Vendors): Promise<string[]> {
  const faults: string[] = []
  const givenUp = await givenUpRefunds(db)
  const bookings = new Map<string, number>()
  for (
    let page = await borrowersWithOrders(db, undefined, 100);
    page.length > 0;
    page = await borrowersWithOrders(db, page.at(-1), 100)
  ) {
    for (const borrowerId of page) {
      for (const order of await ordersOf(db, borrowerId)) {
        const receipts = await receiptsOf(db, borrowerId, order.id)
        for (const { attemptRef } of receipts)
          bookings.set(attemptRef, (bookings.get(attemptRef) ?? 0) + 1)
        const refs = new Set(receipts.map(({ attemptRef }) => attemptRef))
        const refunded = sumPaise(
          [...provider.refunds.values()]
            .filter(refund => refs.has(refund.attemptRef))
            .map(({ amount }) => amount),
        )
        const paid = sumPaise(receipts.map(({ amount }) => amount))
        const received = paid - refunded - (givenUp.get(order.id) ?? 0)
        faults.push(...chargeFaults(order, received, await extensionsOf(db, borrowerId, order.id)))
      }
    }
  }
  const sent = await db.raw(
    'SELECT order_id::text AS id, count(*)::int AS count FROM payout GROUP BY order_id HAVING count(*) > 1',
  )
  const payouts = await db.raw('SELECT payout_id::text AS id, amount FROM payout')
  const amounts = new Map(payouts.map(({ id, amount }) => [String(id), Number(amount)]))
  const paid = provider.ended.filter(({ state }) => state === 'paid')
  return [
    ...faults,
    ...paid
      .filter(({ attemptRef }) => bookings.get(attemptRef) !== 1)
      .map(
        ({ attemptRef }) =>
          `payment ${attemptRef} is booked ${bookings.get(attemptRef) ?? 0} times`,
      ),
    ...sent.map(({ id, count }) => `order ${id} was paid out ${count} times`),
    ...[...bank.transfers]
      .filter(([key, { request }]) => amounts.get(key) !== request.amount)
      .map(([key]) => `payout ${key} at the bank does not agree with our books`),
  ]
}

/** The refunds that stay owed because the provider gave them up, by order. */
async function givenUpRefunds(db: Database): Promise<ReadonlyMap<string, Paise>> {
  const rows = await db.raw(
    `SELECT order_id::text AS id, sum(amount)::bigint AS amount FROM refund
     WHERE state = 'given-up' GROUP BY order_id`,
  )
  return new Map(rows.map(({ id, amount }) => [String(id), paise(Number(amount))]))
}

/** Compares an order's payments less refunds, in paise, with the least and the most agreed. */
function chargeFaults(order: Order, received: number, extensions: readonly Extension[]): string[] {
  const most = order.state === 'settled' ? mostAgreed(order, extensions) : 0
  const least = order.state === 'settled' ? order.terms.principal : 0
  return [
    ...(received > most
      ? [
          `order ${order.id} (${order.state}) cost its borrower ${received} paise, but at most ${most} paise were agreed`,
        ]
      : []),
    ...(received < least
      ? [
          `order ${order.id} (${order.state}) brought ${received} paise, less than its principal of ${least} paise`,
        ]
      : []),
  ]
}

/**
 * Returns the most that a borrower agreed to pay, in paise. A loan returned in the cooling-off period
 * costs its principal and the interest of that period. Any other costs the repayment of the offer,
 * with paid extensions their fees and the interest of the added days, and once overdue the capped
 * penal charges and the interest of all its days.
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
