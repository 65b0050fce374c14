import type { Day } from '#domain/day.ts'
import type { PayoutCheckPause } from '#domain/lending/payout-watch.ts'
import { type Paise, paise } from '#domain/money.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type Payout = {
  readonly borrowerId: string
  /** The key under which the provider knows it. */
  readonly id: string
  readonly orderId: string
  readonly amount: Paise
  readonly state: 'pending' | 'succeeded' | 'refused' | 'reversed'
  /** The instant at which a person stopped its sending. */
  readonly stoppedAt: Date | undefined
  /** The vendor that has it; undefined if none has it yet, or if it is older than this column. */
  readonly vendor: string | undefined
}

const columns = 'borrower_id, payout_id, order_id, amount, state, stopped_at, vendor'

const insertRow = statement(
  'payout-insert',
  `WITH owner AS (INSERT INTO payout_owner (payout_id, borrower_id) VALUES ($2, $1))
   INSERT INTO payout (borrower_id, payout_id, order_id, amount, state, created_at) VALUES ($1, $2, $3, $4, 'pending', $5)`,
)
const selectPayout = statement(
  'payout-one',
  `SELECT ${columns} FROM payout WHERE borrower_id = $1 AND payout_id = $2`,
)
// A second caller gets the vendor that has it already.
const setVendor = statement(
  'payout-vendor',
  'UPDATE payout SET vendor = coalesce(vendor, $3) WHERE borrower_id = $1 AND payout_id = $2 RETURNING vendor AS "vendor!"',
)
const endRow = statement(
  'payout-end',
  `UPDATE payout SET state = :state, ended_at = :at, utr = coalesce(:utr, utr), reason = :reason, checked_day = :day
   WHERE borrower_id = :borrowerId AND payout_id = :id`,
)
const arrivedDay = `(ended_at AT TIME ZONE 'Asia/Kolkata')::date`
const selectToCheck = statement(
  'payout-to-check',
  `SELECT ${columns} FROM payout
   WHERE state = 'succeeded' AND checked_day < $1 AND checked_day >= $1::date - $2::int AND ${arrivedDay} >= $1::date - $2::int
     AND checked_day + (SELECT max(days) FROM unnest($3::int[], $4::int[]) AS pause (from_age, days)
                        WHERE from_age <= checked_day - ${arrivedDay}) <= $1
     AND (vendor = $5 OR vendor IS NULL)
   ORDER BY checked_day LIMIT $6`,
)
const stopRow = statement(
  'payout-stop',
  `UPDATE payout SET stopped_at = coalesce(stopped_at, $3)
   WHERE borrower_id = $1 AND payout_id = $2 AND state = 'pending' RETURNING payout_id`,
)
// A payout without a day is no longer watched.
const markChecked = statement(
  'payout-checked',
  `UPDATE payout SET checked_day = CASE WHEN ${arrivedDay} + $4::int > $3::date THEN $3::date END
   WHERE borrower_id = $1 AND payout_id = $2 AND state = 'succeeded'`,
)

const selectOwner = statement(
  'payout-owner',
  'SELECT borrower_id FROM payout_owner WHERE payout_id = $1',
)
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

export async function payoutOf(
  db: Queryable,
  borrowerId: string,
  payoutId: string,
): Promise<Payout | undefined> {
  const row = await db.maybeOne(selectPayout, [borrowerId, payoutId])
  return row && payoutOfRow(row)
}

/**
 * Assigns a payout to a vendor for good, unless another has it; returns its vendor. Committed when
 * this returns.
 */
export async function givePayoutTo(
  db: Database,
  { borrowerId, id }: Payout,
  vendor: string,
): Promise<string> {
  return (await db.one(setVendor, [borrowerId, id, vendor])).vendor
}

/** The owner of a payout; undefined if it is none of ours. */
export async function ownerOfPayout(db: Queryable, payoutId: string): Promise<string | undefined> {
  if (!isUuid(payoutId)) return undefined
  return (await db.maybeOne(selectOwner, [payoutId]))?.borrower_id
}

/** Puts a provider's message into the inbox; false if it is there already. */
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

export async function endPayout(
  tx: Transaction,
  { borrowerId, id }: Payout,
  end: PayoutEnd,
): Promise<void> {
  await tx.query(endRow, { utr: undefined, reason: undefined, ...end, borrowerId, id })
}

/** Stops the sending of a pending payout; false if it has ended. */
export async function stopPayout(
  db: Queryable,
  borrowerId: string,
  payoutId: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(stopRow, [borrowerId, payoutId, at])).length === 1
}

/** The intervals at which a vendor is asked about its payouts, and for how long. */
export type PayoutWatch = {
  readonly vendor: string
  readonly days: number
  /** The days for which polling goes on if the vendor could not answer on the last day. */
  readonly patienceDays: number
  readonly pauses: readonly PayoutCheckPause[]
}

/**
 * Succeeded payouts that are still watched and were not asked about for as long as the pause at
 * their age.
 */
export async function payoutsToCheck(
  db: Queryable,
  today: Day,
  { days, patienceDays, pauses, vendor }: PayoutWatch,
  limit: number,
): Promise<Payout[]> {
  const ages = pauses.map(({ fromAge }) => fromAge)
  const lengths = pauses.map(pause => pause.days)
  const rows = await db.query(selectToCheck, [
    today,
    days + patienceDays,
    ages,
    lengths,
    vendor,
    limit,
  ])
  return rows.map(payoutOfRow)
}

/** Records that a payout was asked about; on the last day of its watch, that it needs no more. */
export async function markPayoutChecked(
  db: Queryable,
  { borrowerId, id }: Payout,
  today: Day,
  { days }: Pick<PayoutWatch, 'days'>,
): Promise<void> {
  await db.query(markChecked, [borrowerId, id, today, days])
}

function payoutOfRow(row: Row<'payout-one'>): Payout {
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
