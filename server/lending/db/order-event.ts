/** The events of an order, one after another: written once, never changed. */

import type { OrderEventName } from '#domain/lending/order.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** The first event of orders that are new in this transaction. */
const insertFirst = statement(
  'order-event-insert-first',
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   SELECT e."borrowerId", e."orderId", 1, e.event, e.state, e.actor, e.details, e.at
   FROM jsonb_to_recordset($1) AS e ("borrowerId" uuid, "orderId" uuid, event text, state text, actor text, details jsonb,
       at timestamptz)`,
)
const selectLast = statement(
  'order-event-last',
  'SELECT coalesce(max(number), 0) AS "number!" FROM order_event WHERE borrower_id = $1 AND order_id = $2',
)
const insertNext = statement(
  'order-event-insert-next',
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   VALUES (:borrowerId, :orderId, :number, :event, :state, :actor, :details, :at)`,
)

const selectEvents = statement(
  'order-event-names',
  'SELECT event FROM order_event WHERE borrower_id = $1 AND order_id = $2 ORDER BY number',
)

const selectEntered = statement(
  'order-event-entered',
  'SELECT at FROM order_event WHERE borrower_id = $1 AND order_id = $2 AND state = $3 ORDER BY number LIMIT 1',
)

export type Actor = 'borrower' | 'rules' | 'desk' | 'provider' | 'calendar'
export type OrderEvent = {
  readonly event: OrderEventName
  readonly actor: Actor
  readonly at: Date
  readonly details?: Readonly<Record<string, unknown>>
}

type Happened = Pick<Order, 'borrowerId' | 'id' | 'state'>

export async function recordEvent(
  tx: Transaction,
  order: Happened,
  event: OrderEvent,
): Promise<void> {
  const row = rowOf({ order, ...event })
  const { number } = await tx.one(selectLast, [row.borrowerId, row.orderId])
  await tx.query(insertNext, { ...row, number: number + 1, details: JSON.stringify(row.details) })
}

/** Records the first event of each of several new orders. */
export async function recordFirstEvents(
  tx: Transaction,
  events: readonly (OrderEvent & { readonly order: Happened })[],
): Promise<void> {
  await tx.query(insertFirst, [JSON.stringify(events.map(rowOf))])
}

function rowOf({ order, event, actor, at, details = {} }: OrderEvent & { order: Happened }) {
  const { borrowerId, id: orderId, state } = order
  return { borrowerId, orderId, state, event, actor, at, details }
}

/** The names of all events of an order, in order. */
export async function eventNamesOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<string[]> {
  return (await db.query(selectEvents, [borrowerId, orderId])).map(({ event }) => event)
}

/** The instant at which an order first reached its present state. */
export async function enteredStateAt(
  db: Queryable,
  { borrowerId, id, state }: Happened,
): Promise<Date | undefined> {
  return (await db.maybeOne(selectEntered, [borrowerId, id, state]))?.at
}
