import { createHash } from 'node:crypto'
import { CHAIN_START, type ChainEntry, type Hash, sealOf } from '#domain/chain.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { Charges, Transfer } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import { listsOf, ofOrders } from '#server/lending/db/portion.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const insertTransfers = statement(
  'ledger-post',
  `INSERT INTO ledger_transfer (borrower_id, posting, line, order_id, debit, credit, amount, day, at)
   SELECT :borrowerId, :name, line, :orderId, debit, credit, amount, :day, :at
   FROM unnest(:debits::text[], :credits::text[], :amounts::bigint[]) WITH ORDINALITY AS t (debit, credit, amount, line)`,
)
const selectHead = statement(
  'ledger-head',
  'SELECT number, seal FROM ledger_posting WHERE borrower_id = $1 ORDER BY number DESC LIMIT 1',
)
const insertPosting = statement(
  'ledger-posting-insert',
  `INSERT INTO ledger_posting (borrower_id, number, posting, order_id, day, at, previous, seal)
   VALUES (:borrowerId, :number, :name, :orderId, :day, :at, :previous, :seal)`,
)
const CHARGES = `coalesce(sum(amount) FILTER (WHERE credit = 'interest_income'), 0)::bigint
        - coalesce(sum(amount) FILTER (WHERE debit = 'interest_income'), 0)::bigint AS "interest!",
          coalesce(sum(amount) FILTER (WHERE credit = 'penal_income'), 0)::bigint
        - coalesce(sum(amount) FILTER (WHERE debit = 'penal_income'), 0)::bigint AS "penal!"`
const selectCharges = statement(
  'ledger-charges-of-order',
  `SELECT ${CHARGES} FROM ledger_transfer WHERE borrower_id = $1 AND order_id = $2`,
)
const selectChargesOfEach = statement(
  'ledger-charges-of-orders',
  `SELECT t.order_id AS "orderId", ${CHARGES} FROM ${ofOrders('ledger_transfer', 't')} GROUP BY t.borrower_id, t.order_id`,
)
const selectJournals = statement(
  'ledger-journals',
  `SELECT p.borrower_id AS "borrowerId", p.number, p.posting AS name, p.order_id AS "orderId", p.day, p.at, p.previous, p.seal,
     (SELECT coalesce(json_agg(json_build_object('debit', debit, 'credit', credit, 'amount', amount) ORDER BY line), '[]')
      FROM ledger_transfer t WHERE t.borrower_id = p.borrower_id AND t.posting = p.posting) AS "transfers!"
   FROM ledger_posting p WHERE p.borrower_id = ANY ($1) ORDER BY p.borrower_id, p.number`,
)
const selectBorrowers = statement(
  'ledger-borrowers',
  `SELECT DISTINCT borrower_id AS id FROM loan_order WHERE $1::uuid IS NULL OR borrower_id > $1 ORDER BY id LIMIT $2`,
)
const selectHeads = statement(
  'ledger-heads',
  `SELECT DISTINCT ON (borrower_id) borrower_id AS "borrowerId", seal FROM ledger_posting
   WHERE ($1::uuid IS NULL OR borrower_id > $1) AND day <= $2 ORDER BY borrower_id, number DESC LIMIT $3`,
)
const selectTransfers = statement(
  'ledger-of-order',
  `SELECT t.posting, t.debit, t.credit, t.amount, t.day
   FROM ledger_transfer t JOIN ledger_posting p ON p.borrower_id = t.borrower_id AND p.posting = t.posting
   WHERE t.borrower_id = $1 AND t.order_id = $2 ORDER BY p.number, t.line`,
)
const selectAll = statement(
  'ledger-trial-balance',
  'SELECT debit, credit, sum(amount)::bigint AS "amount!" FROM ledger_transfer GROUP BY debit, credit ORDER BY debit, credit',
)

/** The source of a movement of money: `payout:<id>`. */
export type PostingName = `${string}:${string}`

/** One movement of money. Its name is unique, so that it is booked once: a second booking fails. */
export type Posting = {
  readonly borrowerId: string
  readonly orderId: string
  readonly name: PostingName
  readonly transfers: readonly Transfer[]
}

export type BookedTransfer = Transfer & { readonly posting: string; readonly day: Day }

/** The hash that seals the journal. */
export const journalHash: Hash = text => createHash('sha256').update(text).digest('hex')

/** A posting as it is sealed: its whole content, in a fixed order. */
export function journalEntry(
  posting: Posting & { readonly number: number; readonly at: Date },
): ChainEntry {
  const { borrowerId, number, name, orderId, at, transfers } = posting
  return [
    borrowerId,
    number,
    name,
    orderId,
    at.toISOString(),
    transfers.map(({ debit, credit, amount }) => [debit, credit, amount]),
  ]
}

/** The end of an empty journal. */
const BEFORE_FIRST = { number: 0, seal: CHAIN_START }

/**
 * Books a posting at the end of the borrower's journal, under the borrower's lock. Its name is
 * unique, so that it is booked once; its seal follows from everything booked before it.
 */
export async function post(tx: Transaction, posting: Posting, at: Date): Promise<void> {
  const end = (await tx.maybeOne(selectHead, [posting.borrowerId])) ?? BEFORE_FIRST
  const number = end.number + 1
  const seal = sealOf(journalHash, end.seal, journalEntry({ ...posting, number, at }))
  const { transfers, ...named } = posting
  const booked = { ...named, number, previous: end.seal, seal, day: indiaDayOf(at), at }
  await Promise.all([
    tx.query(insertPosting, booked),
    tx.query(insertTransfers, {
      ...booked,
      debits: transfers.map(({ debit }) => debit),
      credits: transfers.map(({ credit }) => credit),
      amounts: transfers.map(({ amount }) => amount),
    }),
  ])
}

/** The interest and penal charge in an order's journal, paid or not. */
export async function bookedCharges(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Charges> {
  const { interest, penal } = await db.one(selectCharges, [borrowerId, orderId])
  return { interest: paise(interest), penal: paise(penal) }
}

/** The same for many orders, by their ids; an order for which nothing was booked is missing. */
export async function bookedChargesOfEach(
  db: Queryable,
  keys: readonly OrderKey[],
): Promise<ReadonlyMap<string, Charges>> {
  const rows = await db.query(selectChargesOfEach, listsOf(keys))
  return new Map(
    rows.map(({ orderId, interest, penal }) => [
      orderId,
      { interest: paise(interest), penal: paise(penal) },
    ]),
  )
}

/** Everything booked for an order, in the order in which it happened. */
export async function transfersOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<BookedTransfer[]> {
  const rows = await db.query(selectTransfers, [borrowerId, orderId])
  return rows.map(row => ({ ...row, amount: paise(row.amount) }))
}

/** A posting as stored in its borrower's journal. */
export type BookedPosting = Posting & {
  readonly number: number
  readonly day: Day
  readonly at: Date
  readonly previous: string
  readonly seal: string
}

/** The journals of some borrowers, posting by posting. */
export function journalsOf(
  db: Queryable,
  borrowerIds: readonly string[],
): Promise<BookedPosting[]> {
  return db.query(selectJournals, [borrowerIds])
}

/** The ends of borrowers' journals on a day, sorted by borrower id, after one of them. */
export function headsOn(
  db: Queryable,
  day: Day,
  after: string | undefined,
  limit: number,
): Promise<{ readonly borrowerId: string; readonly seal: string }[]> {
  return db.query(selectHeads, [after ?? null, day, limit])
}

/** Every borrower who ever applied for a loan, sorted by id, after one of them. */
export async function borrowersWithOrders(
  db: Queryable,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  return (await db.query(selectBorrowers, [after ?? null, limit])).map(({ id }) => id)
}

/** The sums of everything ever booked, by pair of accounts. */
export async function allTransfers(db: Queryable): Promise<Transfer[]> {
  const rows = await db.query(selectAll)
  return rows.map(row => ({ ...row, amount: paise(row.amount) }))
}
