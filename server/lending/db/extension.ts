import type { Day } from '#domain/day.ts'
import type { ExtensionCourse } from '#domain/lending/course-state.ts'
import type { RequestedFee } from '#domain/lending/extension-window.ts'
import { underWaySince } from '#domain/lending/payment-page.ts'
import { type Paise, paise } from '#domain/money.ts'
import { noneUnderWay } from '#server/lending/db/money-under-way.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

/** `ended`: the purpose of the request was paid otherwise. */
export type ExtensionEnd = 'paid' | 'lapsed' | 'abandoned' | 'ended'

/** A requested extension. */
export type Extension = RequestedFee & {
  readonly borrowerId: string
  /** Names exactly the offer that the borrower saw. */
  readonly id: string
  readonly orderId: string
  /** Counts the extensions of the order. */
  readonly number: number
  readonly state: 'awaiting' | ExtensionEnd
  readonly instalment: number
  readonly newDueDay: Day
  readonly requestedAt: Date
  readonly expiresAt: Date
  /** The amount set aside for it now. */
  readonly paid: Paise
  /** When its end was recorded, and how many payments were known then. */
  readonly endedAt: Date | undefined
  readonly afterReceipts: number | undefined
}

const insertRow = statement(
  'extension-insert',
  `INSERT INTO order_extension (borrower_id, extension_id, order_id, number, state, instalment, new_due_day, service_fee, gst, penal,
     interest, asked, requested_at, requested_day, expires_at, asked_service_fee, asked_gst, asked_penal, asked_interest,
     requested_after, set_aside)
   VALUES (:borrowerId, :id, :orderId, :number, 'awaiting', :instalment, :newDueDay, :serviceFee, :gst, :penal, :interest, :asked,
     :requestedAt, :requestedDay, :expiresAt, :serviceFee, :gst, :penal, :interest, :requestedAfter, 0)`,
)
const selectRows = statement(
  'extension-list',
  `SELECT e.borrower_id, e.extension_id, e.order_id, e.number, e.state, e.instalment, e.new_due_day, e.service_fee, e.gst, e.penal,
     e.interest, e.requested_at, e.requested_day, e.expires_at, e.ended_at, e.after_receipts,
     -- An older version stores what is set aside with its receipts alone.
     coalesce(e.set_aside, CASE e.state WHEN 'awaiting' THEN (SELECT sum(held) FROM payment_receipt r
      WHERE r.borrower_id = $1 AND r.order_id = e.order_id AND r.extension_id = e.extension_id) END, 0)::bigint AS "paid!"
   FROM order_extension e WHERE e.borrower_id = $1 AND e.order_id = $2 ORDER BY e.number`,
)
const selectFees = statement(
  'extension-fees-of-borrower',
  `SELECT order_id AS "orderId", sum(service_fee)::bigint AS "fees!" FROM order_extension WHERE borrower_id = $1 AND state = 'paid'
   GROUP BY order_id`,
)
const saveCourseRow = statement(
  'extension-course',
  `UPDATE order_extension SET state = :state, service_fee = :serviceFee, gst = :gst, penal = :penal, interest = :interest,
     set_aside = :setAside, ended_at = :endedAt, ended_day = :endedOn, after_receipts = :afterReceipts
   WHERE borrower_id = :borrowerId AND extension_id = :id`,
)
const endRow = statement(
  'extension-end',
  `UPDATE order_extension SET state = :how, ended_at = :at, ended_day = :day, after_receipts = :afterReceipts
   WHERE borrower_id = :borrowerId AND extension_id = :id AND state = 'awaiting' RETURNING extension_id`,
)
const saveReleaseRow = statement(
  'extension-release-save',
  `INSERT INTO extension_release (borrower_id, extension_id, order_id, after_receipts, amount, penal, interest, principal, excess, day,
     released_at)
   VALUES (:borrowerId, :extensionId, :orderId, :afterReceipts, :amount, :penal, :interest, :principal, :excess, :day, :at)
   ON CONFLICT (borrower_id, extension_id) DO UPDATE SET amount = excluded.amount, penal = excluded.penal,
     interest = excluded.interest, principal = excluded.principal, excess = excluded.excess, day = excluded.day
   WHERE (extension_release.amount, extension_release.penal, extension_release.interest, extension_release.principal,
     extension_release.day) IS DISTINCT FROM
     (excluded.amount, excluded.penal, excluded.interest, excluded.principal, excluded.day)`,
)
const deleteReleaseRow = statement(
  'extension-release-delete',
  'DELETE FROM extension_release WHERE borrower_id = $1 AND extension_id = $2',
)
const selectExpired = statement(
  'extension-expired',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId" FROM order_extension
   WHERE state = 'awaiting' AND expires_at <= $1 AND ${inSlots('order_extension', '$3', '$4')}
     AND ${notSkipped('order_extension', 'end-extension')} AND ${noneUnderWay('order_extension', '$5')}
   ORDER BY expires_at LIMIT $2`,
)

export async function insertExtension(
  tx: Transaction,
  extension: Omit<Extension, 'state' | 'paid' | 'endedAt' | 'afterReceipts'> & {
    /** How many payments of the order were known. */
    readonly requestedAfter: number
  },
): Promise<void> {
  const { serviceFee, penal, interest } = extension
  await tx.query(insertRow, { ...extension, asked: serviceFee + penal + interest })
}

/** Every extension that was ever requested on an order, in order. */
export async function extensionsOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Extension[]> {
  return (await db.query(selectRows, [borrowerId, orderId])).map(extensionOfRow)
}

/**
 * The amount paid for moving due dates, without the charges and the interest that it settled, by
 * the ids of the orders with extensions.
 */
export async function extensionFeesOf(
  db: Queryable,
  borrowerId: string,
): Promise<ReadonlyMap<string, Paise>> {
  const rows = await db.query(selectFees, [borrowerId])
  return new Map(rows.map(({ orderId, fees }) => [orderId, paise(fees)]))
}

/** Stores the outcome of a request by the course of its loan, over an earlier outcome. */
export async function saveExtensionCourse(
  tx: Transaction,
  { borrowerId, id, endedAt, afterReceipts: endedAfter }: Extension,
  { state, fee, setAside, endedOn }: ExtensionCourse,
  { at, afterReceipts }: { readonly at: Date; readonly afterReceipts: number },
): Promise<void> {
  const ended =
    state === 'awaiting'
      ? { endedAt: undefined, endedOn: undefined, afterReceipts: undefined }
      : { endedAt: endedAt ?? at, endedOn, afterReceipts: endedAfter ?? afterReceipts }
  await tx.query(saveCourseRow, { ...fee, borrowerId, id, state, setAside, ...ended })
}

/** Stores how the advance of an ended extension is applied to the loan now. */
export async function saveRelease(
  tx: Transaction,
  { borrowerId, orderId, id }: Extension,
  { endedOn, released }: Pick<ExtensionCourse, 'endedOn' | 'released'>,
  { at, afterReceipts }: { readonly at: Date; readonly afterReceipts: number },
): Promise<void> {
  if (!released || !endedOn) await tx.query(deleteReleaseRow, [borrowerId, id])
  else {
    const about = { borrowerId, orderId, extensionId: id, afterReceipts, day: endedOn, at }
    await tx.query(saveReleaseRow, { ...about, ...released, ...released.parts })
  }
}

/**
 * Records how an extension ended. Throws if it had ended before, which the borrower's lock rules
 * out.
 */
export async function endExtensionRow(
  tx: Transaction,
  { borrowerId, id }: Extension,
  end: { how: ExtensionEnd; at: Date; day: Day; afterReceipts: number },
): Promise<void> {
  const ended = await tx.query(endRow, { ...end, borrowerId, id })
  if (ended.length !== 1) throw new Error(`Extension ${id} had ended before.`)
}

/** Orders whose extension was not paid in time, without skipped ones and money under way. */
export function expiredExtensions(db: Queryable, now: Date, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectExpired, [now, ...valuesOf(portion), underWaySince(now)])
}

function extensionOfRow(row: Row<'extension-list'>): Extension {
  return {
    borrowerId: row.borrower_id,
    id: row.extension_id,
    orderId: row.order_id,
    number: row.number,
    state: row.state,
    instalment: row.instalment,
    newDueDay: row.new_due_day,
    serviceFee: paise(row.service_fee),
    gst: paise(row.gst),
    penal: paise(row.penal),
    interest: paise(row.interest),
    requestedAt: row.requested_at,
    requestedDay: row.requested_day,
    expiresAt: row.expires_at,
    paid: paise(row.paid),
    endedAt: row.ended_at ?? undefined,
    afterReceipts: row.after_receipts ?? undefined,
  }
}
