import type { Day } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Database, Queryable, Transaction } from '#server/db/open.ts'
import { isUuid } from '#server/db/order.ts'
import { statement } from '#server/db/statement.ts'

export type Payout = {
  readonly borrowerId: string
  /** The key under which the provider knows it. */
  readonly id: string
  readonly orderId: string
  readonly amount: Paise
  readonly state: 'pending' | 'succeeded' | 'refused' | 'reversed'
  /** Since when it is sent no more, where a person has stopped it. */
  readonly stoppedAt: Date | undefined
  /** With whom it is; nobody yet, or, of one made before this was written down, not known. */
  readonly vendor: string | undefined
}

type PayoutRow = {
  borrower_id: string
  payout_id: string
  order_id: string
  amount: number
  state: Payout['state']
  stopped_at: Date | null
  vendor: string | null
}

const columns = 'borrower_id, payout_id, order_id, amount, state, stopped_at, vendor'

const insertRow = statement(
  'payout-insert',
  `WITH owner AS (INSERT INTO payout_owner (payout_id, borrower_id) VALUES ($2, $1))
   INSERT INTO payout (borrower_id, payout_id, order_id, amount, state, created_at) VALUES ($1, $2, $3, $4, 'pending', $5)`,
)
const selectPayout = statement('payout-one', `SELECT ${columns} FROM payout WHERE borrower_id = $1 AND payout_id = $2`)
// Whoever comes second learns with whom it is already.
const setVendor = statement(
  'payout-vendor',
  'UPDATE payout SET vendor = coalesce(vendor, $3) WHERE borrower_id = $1 AND payout_id = $2 RETURNING vendor',
)
const endRow = statement(
  'payout-end',
  `UPDATE payout SET state = $3, ended_at = $4, utr = coalesce($5, utr), reason = $6, checked_day = $7
   WHERE borrower_id = $1 AND payout_id = $2`,
)
const selectToCheck = statement(
  'payout-to-check',
  `SELECT ${columns} FROM payout
   WHERE state = 'succeeded' AND checked_day < $1 AND checked_day >= $1::date - $3::int
     AND checked_day < (ended_at AT TIME ZONE 'Asia/Kolkata')::date + $2::int
     AND (vendor = $5 OR vendor IS NULL)
   ORDER BY checked_day LIMIT $4`,
)
const stopRow = statement(
  'payout-stop',
  `UPDATE payout SET stopped_at = coalesce(stopped_at, $3)
   WHERE borrower_id = $1 AND payout_id = $2 AND state = 'pending' RETURNING payout_id`,
)
const markChecked = statement('payout-checked', 'UPDATE payout SET checked_day = $3 WHERE borrower_id = $1 AND payout_id = $2')

const selectOwner = statement('payout-owner', 'SELECT borrower_id FROM payout_owner WHERE payout_id = $1')
const insertEvent = statement(
  'payout-event-insert',
  `INSERT INTO payout_event (vendor, event_id, payout_id, state, received_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT DO NOTHING RETURNING event_id`,
)

export async function insertPayout(
  tx: Transaction,
  payout: Omit<Payout, 'state' | 'stoppedAt' | 'vendor'>,
  at: Date,
): Promise<void> {
  await tx.query(insertRow, [payout.borrowerId, payout.id, payout.orderId, payout.amount, at])
}

export async function payoutOf(db: Queryable, borrowerId: string, payoutId: string): Promise<Payout | undefined> {
  const row = await db.maybeOne<PayoutRow>(selectPayout, [borrowerId, payoutId])
  return row && payoutOfRow(row)
}

/** Gives a payout to a vendor for good, unless another has it; answers who has. Committed when this returns. */
export async function givePayoutTo(db: Database, { borrowerId, id }: Payout, vendor: string): Promise<string> {
  return (await db.one<{ vendor: string }>(setVendor, [borrowerId, id, vendor])).vendor
}

/** Whose a payout is; nothing where it is none of ours. */
export async function ownerOfPayout(db: Queryable, payoutId: string): Promise<string | undefined> {
  if (!isUuid(payoutId)) return undefined
  return (await db.maybeOne<{ borrower_id: string }>(selectOwner, [payoutId]))?.borrower_id
}

/** Puts a provider's message into the inbox; false where it lies there already. */
export async function isNewPayoutEvent(
  tx: Transaction,
  { vendor, eventId, key, state }: { vendor: string; eventId: string; key: string; state: string },
  at: Date,
): Promise<boolean> {
  return (await tx.query(insertEvent, [vendor, eventId, key, state, at])).length === 1
}

export type PayoutEnd = {
  readonly state: 'succeeded' | 'refused' | 'reversed'
  readonly at: Date
  readonly day: Day
  readonly utr?: string
  readonly reason?: string
}

export async function endPayout(tx: Transaction, { borrowerId, id }: Payout, end: PayoutEnd): Promise<void> {
  await tx.query(endRow, [borrowerId, id, end.state, end.at, end.utr ?? null, end.reason ?? null, end.day])
}

/** Has a pending payout sent no more; false where it has ended. */
export async function stopPayout(db: Queryable, borrowerId: string, payoutId: string, at: Date): Promise<boolean> {
  return (await db.query(stopRow, [borrowerId, payoutId, at])).length === 1
}

/** For so many days after a payout its vendor is asked; what it could not answer then is asked for later, up to so many days. */
export type PayoutWatch = { readonly days: number; readonly patienceDays: number; readonly vendor: string }

/** Payouts that succeeded, were not asked about on this day yet, and were last asked about before their watch was over. */
export async function payoutsToCheck(
  db: Queryable,
  today: Day,
  { days, patienceDays, vendor }: PayoutWatch,
  limit: number,
): Promise<Payout[]> {
  return (await db.query<PayoutRow>(selectToCheck, [today, days, patienceDays, limit, vendor])).map(payoutOfRow)
}

export async function markPayoutChecked(db: Queryable, { borrowerId, id }: Payout, today: Day): Promise<void> {
  await db.query(markChecked, [borrowerId, id, today])
}

function payoutOfRow(row: PayoutRow): Payout {
  return {
    borrowerId: row.borrower_id,
    id: row.payout_id,
    orderId: row.order_id,
    amount: paise(row.amount),
    state: row.state,
    stoppedAt: row.stopped_at ?? undefined,
    vendor: row.vendor ?? undefined,
  }
}
