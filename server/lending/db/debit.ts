/** The AutoPay debits that were announced, one for a due day at most. */

import type { Day } from '#domain/day.ts'
import type { DebitObstacle } from '#domain/lending/mandate.ts'
import type { Paise } from '#domain/money.ts'
import { isUuid, type OrderKey } from '#server/lending/db/order.ts'
import { inSlots, type Portion } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** When both notices of a debit had gone out; null if one has not. `borrower` names the debit's borrower. */
const noticed = (borrower: '$1' | 'd.borrower_id') =>
  `(SELECT greatest(m.ended_at, d.vendor_noticed_at) FROM borrower_message m
   WHERE m.borrower_id = ${borrower} AND m.kind = 'autopay-notice' AND m.occasion = d.debit_id::text
     AND m.was_texted AND d.vendor_noticed_at IS NOT NULL)`
const columns = `d.borrower_id AS "borrowerId", d.debit_id AS id, d.mandate_id AS "mandateId", d.order_id AS "orderId",
  d.due_day AS "dueDay", d.amount, d.state, d.reason, d.sent_at AS "sentAt", ${noticed('$1')} AS "noticedAt",
  p.status AS payment`
const from =
  'autopay_debit d JOIN payment p ON p.borrower_id = d.borrower_id AND p.payment_id = d.debit_id'
const insertRow = statement(
  'debit-insert',
  `INSERT INTO autopay_debit (borrower_id, debit_id, mandate_id, order_id, due_day, amount, state, created_at, changed_at)
   VALUES (:borrowerId, :id, :mandateId, :orderId, :dueDay, :amount, 'announced', :at, :at)`,
)
const selectOne = statement(
  'debit-one',
  `SELECT ${columns} FROM ${from} WHERE d.borrower_id = $1 AND d.debit_id = $2`,
)
const selectLatest = statement(
  'debit-latest',
  `SELECT ${columns} FROM ${from} WHERE d.borrower_id = $1 AND d.order_id = $2 ORDER BY d.due_day DESC LIMIT 1`,
)
const setState = statement(
  'debit-state',
  `UPDATE autopay_debit SET state = $3, reason = $4, changed_at = $5
   WHERE borrower_id = $1 AND debit_id = $2 AND state = 'announced' RETURNING debit_id`,
)
const setNoticed = statement(
  'debit-vendor-noticed',
  `UPDATE autopay_debit SET vendor_noticed_at = $3
   WHERE borrower_id = $1 AND debit_id = $2 AND vendor_noticed_at IS NULL`,
)
const setAsked = statement(
  'debit-asked',
  `UPDATE autopay_debit d SET asked_at = $3
   WHERE d.borrower_id = $1 AND d.debit_id = $2 AND d.sent_at IS NULL AND (d.asked_at IS NULL OR d.asked_at <= $4)
     AND EXISTS (SELECT 1 FROM mandate m WHERE m.borrower_id = d.borrower_id AND m.mandate_id = d.mandate_id AND m.state = 'active')
   RETURNING d.debit_id`,
)
const setSent = statement(
  'debit-sent',
  'UPDATE autopay_debit SET sent_at = $3 WHERE borrower_id = $1 AND debit_id = $2 AND sent_at IS NULL',
)
const selectDue = statement(
  'debit-to-decide',
  `SELECT d.borrower_id AS "borrowerId", d.order_id AS "orderId" FROM autopay_debit d
   WHERE d.state = 'announced' AND (d.due_day < :today OR d.due_day = :today AND (:isOver OR :isOpen AND ${noticed('d.borrower_id')} <= :noticedBefore))
     AND ${inSlots('d', ':firstSlot', ':lastSlot')} AND ${notSkipped('d', 'debit')} ORDER BY d.due_day LIMIT :limit`,
)
const selectLost = statement(
  'debit-without-job',
  `SELECT borrower_id AS "borrowerId", debit_id AS id FROM autopay_debit
   WHERE state IN ('announced', 'started') AND sent_at IS NULL AND due_day >= $1 AND changed_at < $2 AND debit_id > $3 ORDER BY debit_id LIMIT $4`,
)

export type Debit = Row<'debit-one'>

export type NewDebit = {
  readonly borrowerId: string
  readonly id: string
  readonly mandateId: string
  readonly orderId: string
  readonly dueDay: Day
  readonly amount: Paise
}

export async function insertDebit(tx: Transaction, debit: NewDebit, at: Date): Promise<void> {
  await tx.query(insertRow, { ...debit, at })
}

export function debitOf(
  db: Queryable,
  borrowerId: string,
  debitId: string,
): Promise<Debit | undefined> {
  return db.maybeOne(selectOne, [borrowerId, debitId])
}

/** The latest debit of a loan; undefined for a text that is no order's id. */
export async function latestDebit(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<Debit | undefined> {
  return isUuid(orderId) ? db.maybeOne(selectLatest, [borrowerId, orderId]) : undefined
}

/** Ends the waiting of an announced debit; false if it waits no longer. */
export async function saveDebitState(
  tx: Transaction,
  { borrowerId, id }: Pick<Debit, 'borrowerId' | 'id'>,
  state: 'started' | 'skipped' | { readonly dropped: DebitObstacle },
  at: Date,
): Promise<boolean> {
  const [name, reason] = typeof state === 'string' ? [state, null] : ['dropped', state.dropped]
  return (await tx.query(setState, [borrowerId, id, name, reason, at])).length === 1
}

/** The service has taken the debit, to announce it in the UPI app. */
export async function saveVendorNotice(
  tx: Transaction,
  { borrowerId, id }: Pick<Debit, 'borrowerId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx.query(setNoticed, [borrowerId, id, at])
}

/** How long a request to a service may still be on its way. */
const REQUEST_MS = 2 * 60_000

/**
 * Notes that the service is asked to make a debit now. False if it was asked just before: a service
 * that sees no payment yet would take a second request for another debit. False, too, if the
 * borrower has stopped AutoPay meanwhile.
 */
export async function saveDebitAsked(
  db: Queryable,
  { borrowerId, id }: Pick<Debit, 'borrowerId' | 'id'>,
  at: Date,
): Promise<boolean> {
  const before = new Date(at.getTime() - REQUEST_MS)
  return (await db.maybeOne(setAsked, [borrowerId, id, at, before])) !== undefined
}

/** The service has taken the command to debit. */
export async function saveDebitSent(
  db: Queryable,
  { borrowerId, id }: Pick<Debit, 'borrowerId' | 'id'>,
  at: Date,
): Promise<void> {
  await db.query(setSent, [borrowerId, id, at])
}

export type DebitHour = {
  readonly today: Day
  readonly isOver: boolean
  readonly isOpen: boolean
  /** Notices up to then are a day old. */
  readonly noticedBefore: Date
}

/** Loans with a debit to decide: ready to be made, or too late. */
export function loansToDebit(
  db: Queryable,
  hour: DebitHour,
  portion: Portion,
): Promise<OrderKey[]> {
  return db.query(selectDue, { ...hour, ...portion })
}

/** Debits of today or later that have not changed since an instant, by id. */
export function debitsUnderWay(
  db: Queryable,
  {
    today,
    before,
    after,
    limit,
  }: {
    readonly today: Day
    readonly before: Date
    readonly after: string
    readonly limit: number
  },
): Promise<{ readonly borrowerId: string; readonly id: string }[]> {
  return db.query(selectLost, [today, before, after, limit])
}
