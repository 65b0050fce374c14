import { sumPaise } from '#domain/money.ts'
import { audit, difference } from '#server/lending/books/audit.ts'
import type { Database } from '#server/platform/db/open.ts'
import { debitFaults } from './judged-debits.ts'
import { limitFaults } from './judged-limits.ts'
import { judgedOrders } from './judged-order.ts'
import { staffWorkFaults } from './judged-staff.ts'
import { statementFaults } from './judged-statements.ts'
import { messageFaults } from './messenger.ts'
import type { Run } from './run.ts'

/** Names everything that is wrong at the end of a run, by the vendors' books beside ours. */
export async function verdict({
  db,
  cipher,
  bank,
  provider,
  mandates,
  messenger,
  partRequests,
  lives,
  staff,
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
    ...(await payoutFaults(db, bank)),
    ...(await refundFaults(db, provider)),
    ...(await staff.faults()),
    ...(await staffWorkFaults(db, { lives, staff })),
    ...(await bookingFaults(db, { bank, provider })),
    ...(await judgedOrders(db, { provider, partRequests })),
    ...(await debitFaults(db, { provider, mandates, messenger, lives })),
    ...(await limitFaults(db, lives)),
    ...(await statementFaults(db, cipher, provider)),
    ...(await messageFaults(db, messenger)),
    ...(books.trialBalance.payout_in_transit === 0
      ? []
      : ['the ledger still has money in transit to borrowers']),
    ...(books.trialBalance.refunds_payable === (await givenUpRefunds(db))
      ? []
      : ['the ledger owes other refunds than those that the provider gave up']),
  ]
}

const UUID_CHARS = 36

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
  const balance = received - refunded - out
  return balance === booked
    ? []
    : [`the vendors hold ${balance} paise for us, but our books say ${booked} paise`]
}

/**
 * Names payouts on which our books and the bank's differ, and those that the bank does not know. A
 * payout that two persons stopped before the bank knew it ends as refused (decision 34).
 */
async function payoutFaults(db: Database, { transfers }: Run['bank']): Promise<string[]> {
  const rows = await db.raw(
    'SELECT payout_id::text AS id, state, stopped_at IS NOT NULL AS "isStopped" FROM payout',
  )
  const states = new Map(rows.map(({ id, state }) => [String(id), String(state)]))
  const unknown = rows.filter(({ id }) => !transfers.has(String(id)))
  return [
    ...[...transfers].flatMap(([id, { outcome, isReversed }]) => {
      const atBank = isReversed ? 'reversed' : outcome
      const ours = states.get(id)
      return ours === atBank ? [] : [`payout ${id} is ${ours}, but the bank says ${atBank}`]
    }),
    ...unknown
      .filter(({ state, isStopped }) => !isStopped || state !== 'refused')
      .map(({ id, state }) => `payout ${id} is ${state}, and its bank never knew it`),
  ]
}

/** Names refunds on which our books differ from the provider's, or the payer's by hand. */
async function refundFaults(db: Database, { refunds }: Run['provider']): Promise<string[]> {
  const rows = await db.raw(
    `SELECT refund_id::text AS id, f.state, f.amount, r.attempt_ref AS "attemptRef"
     FROM refund f JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id`,
  )
  const ended = rows.filter(({ state }) => state === 'done')
  // A refund that failed is tried again under its id and a number.
  const idOf = (receipt: string) => receipt.slice(0, UUID_CHARS)
  const refundsById = Map.groupBy(refunds, ([receipt]) => idOf(receipt))
  const faults = ended.flatMap(({ id, amount, attemptRef }) => {
    const [refund, ...more] = (refundsById.get(String(id)) ?? []).map(([, each]) => each)
    if (!refund || more.length > 0)
      return [`refund ${id} was made ${more.length + (refund ? 1 : 0)} times`]
    return refund.amount === Number(amount) && refund.attemptRef === attemptRef
      ? []
      : [`refund ${id} of ${amount} paise was made with ${refund.amount} paise`]
  })
  const bookedIds = new Set(ended.map(({ id }) => id))
  const unknown = [...refundsById.keys()].filter(id => !bookedIds.has(id))
  return [...faults, ...unknown.map(id => `refund ${id} was made, but our books do not say so`)]
}

/** Names payments and payouts that are not booked exactly once. */
async function bookingFaults(db: Database, { bank, provider }: Vendors): Promise<string[]> {
  const receipts = await db.raw('SELECT attempt_ref AS ref FROM payment_receipt')
  const bookings = Map.groupBy(receipts, ({ ref }) => ref)
  const paidTwice = await db.raw(
    'SELECT order_id::text AS id, count(*)::int AS count FROM payout GROUP BY order_id HAVING count(*) > 1',
  )
  const payouts = await db.raw('SELECT payout_id::text AS id, amount FROM payout')
  const amounts = new Map(payouts.map(({ id, amount }) => [String(id), Number(amount)]))
  const paid = provider.ended.filter(({ state }) => state === 'paid')
  return [
    ...paid
      .filter(({ attemptRef }) => bookings.get(attemptRef)?.length !== 1)
      .map(
        ({ attemptRef }) =>
          `payment ${attemptRef} is booked ${bookings.get(attemptRef)?.length ?? 0} times`,
      ),
    ...(bookings.size === paid.length
      ? []
      : [`${bookings.size} payments are booked, but ${paid.length} were made`]),
    ...paidTwice.map(({ id, count }) => `order ${id} was paid out ${count} times`),
    ...[...bank.transfers]
      .filter(([key, { request }]) => amounts.get(key) !== request.amount)
      .map(([key]) => `payout ${key} at the bank does not agree with our books`),
  ]
}

/** Returns the sum of the refunds that stay owed because the provider gave them up, in paise. */
async function givenUpRefunds(db: Database): Promise<number> {
  const rows = await db.raw(`SELECT amount FROM refund WHERE state = 'given-up'`)
  return rows.reduce((total, { amount }) => total + Number(amount), 0)
}
