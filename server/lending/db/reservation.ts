import type { ReservationState } from '#domain/lending/reservation.ts'
import { type Paise, paise } from '#domain/money.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { StatedReason } from '#words/reasons.ts'
import { withSentence } from '#words/say.ts'

export type Reservation = {
  readonly borrowerId: string
  readonly id: string
  readonly orderId: string
  readonly productId: string
  readonly cardId: string
  readonly amount: Paise
  readonly state: ReservationState
  readonly refusal: StatedReason | null
  readonly appliedOrderId: string | null
  readonly createdAt: Date
}

/** The end of a reservation. */
export type ReservationEnd =
  | { readonly state: 'applied'; readonly appliedOrderId: string }
  | { readonly state: 'refused'; readonly refusal: StatedReason }
  | { readonly state: 'cancelled' }

const COLUMNS = `borrower_id AS "borrowerId", reservation_id AS id, order_id AS "orderId", product_id AS "productId",
  card_id AS "cardId", amount, state, reason, refusal, applied_order_id AS "appliedOrderId", created_at AS "createdAt"`

const insert = statement(
  'reservation-insert',
  `INSERT INTO reservation (borrower_id, reservation_id, order_id, product_id, card_id, amount, state, created_at)
   VALUES (:borrowerId, :id, :orderId, :productId, :cardId, :amount, 'waiting', :createdAt)`,
)
const one = statement(
  'reservation-one',
  `SELECT ${COLUMNS} FROM reservation WHERE borrower_id = $1 AND reservation_id = $2`,
)
const latest = statement(
  'reservation-latest',
  `SELECT ${COLUMNS} FROM reservation WHERE borrower_id = $1 AND order_id = $2
   ORDER BY created_at DESC, reservation_id DESC LIMIT 1`,
)
const waiting = statement(
  'reservation-waiting',
  `SELECT ${COLUMNS} FROM reservation WHERE borrower_id = $1 AND state = 'waiting'`,
)
const end = statement(
  'reservation-end',
  `UPDATE reservation SET state = :state, reason = :reason, applied_order_id = :appliedOrderId, ended_at = :at,
     refusal = :refusal
   WHERE borrower_id = :borrowerId AND reservation_id = :id AND state = 'waiting'`,
)

/** More are left for the next run. */
const DUE_MAX = 100
const due = statement(
  'reservation-due',
  `SELECT r.borrower_id AS "borrowerId", r.reservation_id AS "reservationId"
   FROM reservation r JOIN loan_order o ON o.borrower_id = r.borrower_id AND o.order_id = r.order_id
   WHERE r.state = 'waiting' AND o.state IN ('settled', 'failed') ORDER BY r.created_at LIMIT ${DUE_MAX}`,
)

/** Reservations whose order has ended, and that nobody has processed yet. */
export function dueReservations(
  db: Queryable,
): Promise<{ borrowerId: string; reservationId: string }[]> {
  return db.query(due)
}

export async function insertReservation(
  tx: Queryable,
  reservation: Pick<
    Reservation,
    'borrowerId' | 'id' | 'orderId' | 'productId' | 'cardId' | 'amount' | 'createdAt'
  >,
): Promise<void> {
  await tx.query(insert, reservation)
}

/** The borrower's own reservation; another borrower's counts as missing. */
export async function reservationOf(
  db: Queryable,
  borrowerId: string,
  id: string,
): Promise<Reservation | undefined> {
  return isUuid(id) ? reservationOfRow(await db.maybeOne(one, [borrowerId, id])) : undefined
}

/** The standing reservation on an order, or else its last one. */
export async function latestReservationOn(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Reservation | undefined> {
  return isUuid(orderId)
    ? reservationOfRow(await db.maybeOne(latest, [borrowerId, orderId]))
    : undefined
}

/** The waiting reservation; a borrower has at most one. */
export async function waitingReservationOf(
  db: Queryable,
  borrowerId: string,
): Promise<Reservation | undefined> {
  return reservationOfRow(await db.maybeOne(waiting, [borrowerId]))
}

export async function endReservation(
  tx: Queryable,
  { borrowerId, id }: Pick<Reservation, 'borrowerId' | 'id'>,
  how: ReservationEnd,
  at: Date,
): Promise<void> {
  const refusal = how.state === 'refused' ? withSentence('refusal', how.refusal) : undefined
  await tx.query(end, {
    appliedOrderId: undefined,
    ...how,
    borrowerId,
    id,
    at,
    reason: refusal?.msg,
    refusal: refusal && JSON.stringify({ reason: refusal.reason, details: refusal.details }),
  })
}

/** The previous version writes and reads only the sentence, `reason`; the next one drops it. */
function reservationOfRow(row: Row<'reservation-one'> | undefined): Reservation | undefined {
  if (!row) return undefined
  const { reason, ...reservation } = row
  const asWritten = reason === null ? null : { reason: 'as-written', details: { text: reason } }
  return { ...reservation, refusal: row.refusal ?? asWritten, amount: paise(row.amount) }
}
