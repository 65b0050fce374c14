/** AutoPay mandates, and the debits that were announced under them. */

import type { Day } from '#domain/day.ts'
import type { MandateState } from '#domain/lending/mandate.ts'
import { MANDATE_CONFIRMED_MINUTES } from '#domain/limits.ts'
import { isUuid, type OrderKey } from '#server/lending/db/order.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** More than a person reviews at a time. */
const LISTED_MAX = 100
const MINUTE_MS = 60_000

const columns = `borrower_id AS "borrowerId", mandate_id AS id, order_id AS "orderId", state, is_paused_in_app AS "isPausedInApp",
  cap, ends_on AS "endsOn", vendor, vendor_ref AS "vendorRef", url, page_expires_at AS "expiresAt", held_state AS "heldState",
  created_at AS "createdAt", changed_at AS "changedAt"`
const insertRow = statement(
  'mandate-insert',
  `INSERT INTO mandate (borrower_id, mandate_id, order_id, state, cap, ends_on, vendor, page_expires_at, held_state, created_at, changed_at)
   VALUES (:borrowerId, :id, :orderId, 'asked', :cap, :endsOn, :vendor, :expiresAt, 'asked', :at, :at)`,
)
const insertOwner = statement(
  'mandate-owner-insert',
  `INSERT INTO mandate_owner (vendor, key, borrower_id, mandate_id) VALUES ($1, $2, $3, $4) ON CONFLICT (vendor, key) DO NOTHING`,
)
const selectOne = statement(
  'mandate-one',
  `SELECT ${columns} FROM mandate WHERE borrower_id = $1 AND mandate_id = $2`,
)
const selectLatest = statement(
  'mandate-of-order',
  `SELECT ${columns} FROM mandate WHERE borrower_id = $1 AND order_id = $2 ORDER BY created_at DESC, mandate_id DESC LIMIT 1`,
)
const selectOwner = statement(
  'mandate-owner',
  'SELECT borrower_id AS "borrowerId", mandate_id AS "mandateId" FROM mandate_owner WHERE vendor = $1 AND key = $2',
)
const setPage = statement(
  'mandate-page',
  'UPDATE mandate SET vendor_ref = $3, url = $4 WHERE borrower_id = $1 AND mandate_id = $2',
)
const setState = statement(
  'mandate-state',
  `UPDATE mandate SET state = :state, is_paused_in_app = :isPausedInApp, held_state = :heldState, changed_at = :at
   WHERE borrower_id = :borrowerId AND mandate_id = :id AND state = :from RETURNING mandate_id`,
)
const setHeld = statement(
  'mandate-held',
  'UPDATE mandate SET held_state = $4 WHERE borrower_id = $1 AND mandate_id = $2 AND state = $3',
)
const setLooked = statement(
  'mandate-looked',
  'UPDATE mandate SET looked_day = $3 WHERE borrower_id = $1 AND mandate_id = $2',
)
const selectToAnnounce = statement(
  'mandate-to-announce',
  `SELECT m.borrower_id AS "borrowerId", m.order_id AS "orderId"
   FROM mandate m JOIN loan_order o ON o.borrower_id = m.borrower_id AND o.order_id = m.order_id
   WHERE m.state = 'active' AND m.looked_day < $1 AND o.state = 'loaned' AND o.next_due_day = $1::date + 1
     AND ${inSlots('m', '$3', '$4')} AND ${notSkipped('m', 'announce-debit')} ORDER BY m.looked_day LIMIT $2`,
)
const selectUnsynced = statement(
  'mandate-unsynced',
  `SELECT borrower_id AS "borrowerId", mandate_id AS id FROM mandate
   WHERE (state <> held_state OR state = 'asked') AND changed_at < $1 AND mandate_id > $2 ORDER BY mandate_id LIMIT $3`,
)
const selectUnconfirmed = statement(
  'mandate-unconfirmed',
  `SELECT m.mandate_id AS id, o.order_no AS "orderNo", m.state, m.held_state AS "heldState", m.vendor, m.changed_at AS since
   FROM mandate m JOIN loan_order o ON o.borrower_id = m.borrower_id AND o.order_id = m.order_id
   WHERE m.state <> m.held_state AND m.changed_at < $1 ORDER BY m.changed_at LIMIT $2`,
)
const countUnconfirmed = statement(
  'mandate-unconfirmed-count',
  `SELECT count(*)::int AS "count!" FROM mandate WHERE state <> held_state AND changed_at < $1`,
)

export type Mandate = Row<'mandate-one'>

export type NewMandate = Pick<
  Mandate,
  'borrowerId' | 'id' | 'orderId' | 'cap' | 'endsOn' | 'vendor' | 'expiresAt'
>

/** Stores a mandate that the borrower is sent to approve; its service's messages find it by its id. */
export async function insertMandate(tx: Transaction, mandate: NewMandate, at: Date): Promise<void> {
  await tx.query(insertRow, { ...mandate, at })
  await nameMandate(tx, mandate, mandate.id)
}

/** Stores another name under which the service's messages speak of a mandate. */
export async function nameMandate(
  tx: Queryable,
  { vendor, borrowerId, id }: Pick<Mandate, 'vendor' | 'borrowerId' | 'id'>,
  key: string,
): Promise<void> {
  await tx.query(insertOwner, [vendor, key, borrowerId, id])
}

export function mandateOf(
  db: Queryable,
  borrowerId: string,
  mandateId: string,
): Promise<Mandate | undefined> {
  return db.maybeOne(selectOne, [borrowerId, mandateId])
}

/** The latest mandate of a loan, in any state; undefined for a text that is no order's id. */
export async function latestMandate(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<Mandate | undefined> {
  return isUuid(orderId) ? db.maybeOne(selectLatest, [borrowerId, orderId]) : undefined
}

/** The owner of the mandate that a service's message names. */
export function ownerOfMandate(
  db: Queryable,
  vendor: string,
  key: string,
): Promise<Row<'mandate-owner'> | undefined> {
  return db.maybeOne(selectOwner, [vendor, key])
}

export async function saveMandatePage(
  db: Queryable,
  { borrowerId, id }: Pick<Mandate, 'borrowerId' | 'id'>,
  page: { readonly mandateRef: string; readonly url: string },
): Promise<void> {
  await db.query(setPage, [borrowerId, id, page.mandateRef, page.url])
}

export type MandateChange = {
  readonly state: MandateState
  readonly isPausedInApp: boolean
  readonly heldState: MandateState
}

export async function saveMandateState(
  tx: Transaction,
  { borrowerId, id, state: from }: Mandate,
  change: MandateChange,
  at: Date,
): Promise<void> {
  await tx.query(setState, { borrowerId, id, from, ...change, at })
}

/** The service is known to hold the mandate in this state. */
export async function saveHeldState(
  db: Queryable,
  { borrowerId, id, state }: Pick<Mandate, 'borrowerId' | 'id' | 'state'>,
  heldState: MandateState,
): Promise<void> {
  await db.query(setHeld, [borrowerId, id, state, heldState])
}

export async function markLookedAt(
  tx: Queryable,
  { borrowerId, id }: Pick<Mandate, 'borrowerId' | 'id'>,
  today: Day,
): Promise<void> {
  await tx.query(setLooked, [borrowerId, id, today])
}

/** Loans with AutoPay on which an instalment is due tomorrow, that were not looked at today. */
export function loansToAnnounce(db: Queryable, today: Day, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectToAnnounce, [today, ...valuesOf(portion)])
}

/** Mandates that wait for an answer of their service, unchanged since an instant; by id. */
export function unsentMandates(
  db: Queryable,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<{ readonly borrowerId: string; readonly id: string }[]> {
  return db.query(selectUnsynced, [before, after, limit])
}

/** The instant by which a service should have confirmed a state that was sent to it. */
function confirmedSince(now: Date): Date {
  return new Date(now.getTime() - MANDATE_CONFIRMED_MINUTES * MINUTE_MS)
}

export type UnconfirmedMandate = Row<'mandate-unconfirmed'>

/** Mandates whose service has not confirmed a command for an hour. */
export function unconfirmedMandates(
  db: Queryable,
  now: Date,
  limit = LISTED_MAX,
): Promise<UnconfirmedMandate[]> {
  return db.query(selectUnconfirmed, [confirmedSince(now), limit])
}

/** How many there are of them. */
export async function unconfirmedCount(db: Queryable, now: Date): Promise<number> {
  return (await db.one(countUnconfirmed, [confirmedSince(now)])).count
}
