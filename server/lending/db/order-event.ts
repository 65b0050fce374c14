/** The events of an order, one after another: written once, never changed. */

import type { Order } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const insertEvents = statement(
  'order-event-insert',
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   SELECT e."borrowerId", e."orderId", coalesce(before.number, 0) + 1, e.event, e.state, e.actor, e.details, e.at
   FROM jsonb_to_recordset($1) AS e ("borrowerId" uuid, "orderId" uuid, event text, state text, actor text, details jsonb,
       at timestamptz),
     LATERAL (SELECT max(number) AS number FROM order_event WHERE borrower_id = e."borrowerId" AND order_id = e."orderId") AS before`,
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
  readonly event: string
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
  await recordEvents(tx, [{ order, ...event }])
}

/** Records one event for each of several orders. */
export async function recordEvents(
  tx: Transaction,
  events: readonly (OrderEvent & { readonly order: Happened })[],
): Promise<void> {
  const rows = events.map(
    ({ order: { borrowerId, id, state }, event, actor, at, details = {} }) => {
      return { borrowerId, orderId: id, state, event, actor, at, details }
    },
  )
  await tx.query(insertEvents, [JSON.stringify(rows)])
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
