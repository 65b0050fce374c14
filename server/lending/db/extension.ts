import { type Day, day } from '#domain/day.ts'
import type { AskedFee } from '#domain/lending/extension-window.ts'
import type { Allocation } from '#domain/lending/replay.ts'
import { type Paise, paise } from '#domain/money.ts'
import { notLeftBehind } from '#server/lending/db/left-behind.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

/** `ended`: what it was for was paid otherwise. */
export type ExtensionEnd = 'paid' | 'lapsed' | 'abandoned' | 'ended'

/** An extension that was asked for. */
export type Extension = AskedFee & {
  readonly borrowerId: string
  /** Names exactly the offer that was seen. */
  readonly id: string
  readonly orderId: string
  /** Counts the extensions of the order. */
  readonly number: number
  readonly state: 'awaiting' | ExtensionEnd
  readonly instalment: number
  readonly newDueDay: Day
  readonly requestedAt: Date
  readonly expiresAt: Date
  /** What was paid towards it. */
  readonly paid: Paise
}

type ExtensionRow = {
  borrower_id: string
  extension_id: string
  order_id: string
  number: number
  state: Extension['state']
  instalment: number
  new_due_day: string
  service_fee: number
  gst: number
  penal: number
  interest: number
  requested_at: Date
  requested_day: string
  expires_at: Date
  paid: number
}

const insertRow = statement(
  'extension-insert',
  `INSERT INTO order_extension (borrower_id, extension_id, order_id, number, state, instalment, new_due_day, service_fee, gst, penal,
     interest, asked, requested_at, requested_day, expires_at)
   VALUES ($1, $2, $3, $4, 'awaiting', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)
const selectRows = statement(
  'extension-list',
  `SELECT e.borrower_id, e.extension_id, e.order_id, e.number, e.state, e.instalment, e.new_due_day, e.service_fee, e.gst, e.penal,
     e.interest, e.requested_at, e.requested_day, e.expires_at,
     (SELECT coalesce(sum(held), 0)::bigint FROM payment_receipt r
      WHERE r.borrower_id = e.borrower_id AND r.order_id = e.order_id AND r.extension_id = e.extension_id) AS paid
   FROM order_extension e WHERE e.borrower_id = $1 AND e.order_id = $2 ORDER BY e.number`,
)
const selectFees = statement(
  'extension-fees-of-borrower',
  `SELECT order_id AS "orderId", sum(service_fee)::bigint AS fees FROM order_extension WHERE borrower_id = $1 AND state = 'paid'
   GROUP BY order_id`,
)
const lowerRow = statement(
  'extension-lower',
  `UPDATE order_extension SET service_fee = $3, gst = $4, penal = $5, interest = $6
   WHERE borrower_id = $1 AND extension_id = $2 AND state = 'awaiting'`,
)
const endRow = statement(
  'extension-end',
  `UPDATE order_extension SET state = $3, ended_at = $4, ended_day = $5, after_receipts = $6
   WHERE borrower_id = $1 AND extension_id = $2 AND state = 'awaiting' RETURNING extension_id`,
)
const insertReleaseRow = statement(
  'extension-release-insert',
  `INSERT INTO extension_release (borrower_id, extension_id, order_id, after_receipts, amount, penal, interest, principal, excess, day,
     released_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const selectReleases = statement(
  'extension-release-list',
  `SELECT extension_id, amount, penal, interest, principal, excess FROM extension_release WHERE borrower_id = $1 AND order_id = $2`,
)
const selectExpired = statement(
  'extension-expired',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId" FROM order_extension
   WHERE state = 'awaiting' AND expires_at <= $1 AND ${notLeftBehind('order_extension', 'end-extension')}
   ORDER BY expires_at LIMIT $2`,
)

export async function insertExtension(
  tx: Transaction,
  extension: Omit<Extension, 'state' | 'paid'>,
): Promise<void> {
  const {
    borrowerId,
    id,
    orderId,
    number,
    instalment,
    newDueDay,
    serviceFee,
    gst,
    penal,
    interest,
  } = extension
  const { requestedAt, requestedDay, expiresAt } = extension
  const fee = [serviceFee, gst, penal, interest, serviceFee + penal + interest]
  await tx.query(insertRow, [
    ...[borrowerId, id, orderId, number, instalment, newDueDay],
    ...[...fee, requestedAt, requestedDay, expiresAt],
  ])
}

/** Every extension that was ever asked for on an order, in order. */
export async function extensionsOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Extension[]> {
  return (await db.query<ExtensionRow>(selectRows, [borrowerId, orderId])).map(extensionOfRow)
}

/** What was paid for moving due dates, beside the charges and the interest that it settled: by the ids of the orders that have such. */
export async function extensionFeesOf(
  db: Queryable,
  borrowerId: string,
): Promise<ReadonlyMap<string, Paise>> {
  const rows = await db.query<{ orderId: string; fees: number }>(selectFees, [borrowerId])
  return new Map(rows.map(({ orderId, fees }) => [orderId, paise(fees)]))
}

/** A payment on the loan made the fee less; the database refuses more. */
export async function lowerFee(
  tx: Transaction,
  { borrowerId, id }: Extension,
  fee: AskedFee,
): Promise<void> {
  await tx.query(lowerRow, [borrowerId, id, fee.serviceFee, fee.gst, fee.penal, fee.interest])
}

/** Writes down how an extension ended. Throws if it had ended before, which the borrower's lock rules out. */
export async function endExtensionRow(
  tx: Transaction,
  { borrowerId, id }: Extension,
  {
    how,
    at,
    day: endedDay,
    afterReceipts,
  }: { how: ExtensionEnd; at: Date; day: Day; afterReceipts: number },
): Promise<void> {
  const ended = await tx.query(endRow, [borrowerId, id, how, at, endedDay, afterReceipts])
  if (ended.length !== 1) throw new Error(`Extension ${id} had ended before.`)
}

/** What was set aside for an extension that came to nothing, as it was applied to the loan. */
export type Release = Allocation & { readonly extensionId: string; readonly amount: Paise }

export async function insertRelease(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
  { extensionId, amount, parts, excess }: Release,
  { day: onDay, at, afterReceipts }: { day: Day; at: Date; afterReceipts: number },
): Promise<void> {
  const { penal, interest, principal } = parts
  const keys = [borrowerId, extensionId, orderId, afterReceipts]
  await tx.query(insertReleaseRow, [...keys, amount, penal, interest, principal, excess, onDay, at])
}

type ReleaseRow = {
  extension_id: string
  amount: number
  penal: number
  interest: number
  principal: number
  excess: number
}

export async function releasesOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Release[]> {
  const rows = await db.query<ReleaseRow>(selectReleases, [borrowerId, orderId])
  return rows.map(({ extension_id, amount, penal, interest, principal, excess }) => ({
    extensionId: extension_id,
    amount: paise(amount),
    parts: { penal: paise(penal), interest: paise(interest), principal: paise(principal) },
    excess: paise(excess),
  }))
}

/** Orders whose extension was not paid within its time, without those that were left behind. */
export function expiredExtensions(db: Queryable, now: Date, limit: number): Promise<OrderKey[]> {
  return db.query(selectExpired, [now, limit])
}

function extensionOfRow(row: ExtensionRow): Extension {
  return {
    borrowerId: row.borrower_id,
    id: row.extension_id,
    orderId: row.order_id,
    number: row.number,
    state: row.state,
    instalment: row.instalment,
    newDueDay: day(row.new_due_day),
    serviceFee: paise(row.service_fee),
    gst: paise(row.gst),
    penal: paise(row.penal),
    interest: paise(row.interest),
    requestedAt: row.requested_at,
    requestedDay: day(row.requested_day),
    expiresAt: row.expires_at,
    paid: paise(row.paid),
  }
}
