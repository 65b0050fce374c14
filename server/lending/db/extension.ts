import type { Day } from '#domain/day.ts'
import type { AskedFee } from '#domain/lending/extension-window.ts'
import type { Allocation } from '#domain/lending/replay.ts'
import { type Paise, paise } from '#domain/money.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

/** `ended`: the purpose of the request was paid otherwise. */
export type ExtensionEnd = 'paid' | 'lapsed' | 'abandoned' | 'ended'

/** A requested extension. */
export type Extension = AskedFee & {
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
  /** The amount paid towards it. */
  readonly paid: Paise
}

const insertRow = statement(
  'extension-insert',
  `INSERT INTO order_extension (borrower_id, extension_id, order_id, number, state, instalment, new_due_day, service_fee, gst, penal,
     interest, asked, requested_at, requested_day, expires_at)
   VALUES (:borrowerId, :id, :orderId, :number, 'awaiting', :instalment, :newDueDay, :serviceFee, :gst, :penal, :interest, :asked,
     :requestedAt, :requestedDay, :expiresAt)`,
)
const selectRows = statement(
  'extension-list',
  `SELECT e.borrower_id, e.extension_id, e.order_id, e.number, e.state, e.instalment, e.new_due_day, e.service_fee, e.gst, e.penal,
     e.interest, e.requested_at, e.requested_day, e.expires_at,
     (SELECT coalesce(sum(held), 0)::bigint FROM payment_receipt r
      WHERE r.borrower_id = $1 AND r.order_id = e.order_id AND r.extension_id = e.extension_id) AS "paid!"
   FROM order_extension e WHERE e.borrower_id = $1 AND e.order_id = $2 ORDER BY e.number`,
)
const selectFees = statement(
  'extension-fees-of-borrower',
  `SELECT order_id AS "orderId", sum(service_fee)::bigint AS "fees!" FROM order_extension WHERE borrower_id = $1 AND state = 'paid'
   GROUP BY order_id`,
)
const lowerRow = statement(
  'extension-lower',
  `UPDATE order_extension SET service_fee = :serviceFee, gst = :gst, penal = :penal, interest = :interest
   WHERE borrower_id = :borrowerId AND extension_id = :id AND state = 'awaiting'`,
)
const endRow = statement(
  'extension-end',
  `UPDATE order_extension SET state = :how, ended_at = :at, ended_day = :day, after_receipts = :afterReceipts
   WHERE borrower_id = :borrowerId AND extension_id = :id AND state = 'awaiting' RETURNING extension_id`,
)
const insertReleaseRow = statement(
  'extension-release-insert',
  `INSERT INTO extension_release (borrower_id, extension_id, order_id, after_receipts, amount, penal, interest, principal, excess, day,
     released_at)
   VALUES (:borrowerId, :extensionId, :orderId, :afterReceipts, :amount, :penal, :interest, :principal, :excess, :day, :at)`,
)
const selectReleases = statement(
  'extension-release-list',
  `SELECT extension_id, amount, penal, interest, principal, excess FROM extension_release WHERE borrower_id = $1 AND order_id = $2`,
)
const selectExpired = statement(
  'extension-expired',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId" FROM order_extension
   WHERE state = 'awaiting' AND expires_at <= $1 AND ${inSlots('order_extension', '$3', '$4')}
     AND ${notSkipped('order_extension', 'end-extension')}
   ORDER BY expires_at LIMIT $2`,
)

export async function insertExtension(
  tx: Transaction,
  extension: Omit<Extension, 'state' | 'paid'>,
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

/** A payment on the loan reduced the fee; the database refuses an increase. */
export async function lowerFee(
  tx: Transaction,
  { borrowerId, id }: Extension,
  fee: AskedFee,
): Promise<void> {
  await tx.query(lowerRow, { ...fee, borrowerId, id })
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

/** The advance of an extension that came to nothing, as it was applied to the loan. */
export type Release = Allocation & { readonly extensionId: string; readonly amount: Paise }

export async function insertRelease(
  tx: Transaction,
  order: OrderKey,
  release: Release,
  when: { day: Day; at: Date; afterReceipts: number },
): Promise<void> {
  await tx.query(insertReleaseRow, { ...order, ...release, ...release.parts, ...when })
}

export async function releasesOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Release[]> {
  const rows = await db.query(selectReleases, [borrowerId, orderId])
  return rows.map(({ extension_id, amount, penal, interest, principal, excess }) => ({
    extensionId: extension_id,
    amount: paise(amount),
    parts: { penal: paise(penal), interest: paise(interest), principal: paise(principal) },
    excess: paise(excess),
  }))
}

/** Orders whose extension was not paid in time, without skipped ones. */
export function expiredExtensions(db: Queryable, now: Date, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectExpired, [now, ...valuesOf(portion)])
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
  }
}
