/** The part of the orders that a step of the close of business finds at a time. */

import type { Slots } from '#domain/slot.ts'
import type { OrderKey } from '#server/lending/db/order.ts'

/** A part of the orders that a step of the close of business finds. */
export type Portion = Slots & { readonly limit: number }

/**
 * The condition that a row belongs to a borrower of these slots. `slotOfBorrower` says the same,
 * and the indexes of the close of business name the same expression.
 */
export function inSlots(table: string, first: string, last: string): string {
  return `get_byte(uuid_send(${table}.borrower_id), 15) & 15 BETWEEN ${first} AND ${last}`
}

/** The limit and the slots of a portion, as the last parameters of a statement. */
export function valuesOf({ limit, firstSlot, lastSlot }: Portion): [number, number, number] {
  return [limit, firstSlot, lastSlot]
}

/** The keys of orders that a statement is about, `listed`, from its parameters `$1` and `$2`: `listsOf` them. */
const ORDERS_OF_LISTS = `unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS listed (borrower_id, order_id)`

/**
 * The rows of a table that belong to these orders, of any borrowers, up to the end of a `WHERE`: the
 * parameters `$1` and `$2` are the `listsOf` the orders.
 */
export function ofOrders(table: string, alias: string): string {
  return `${ORDERS_OF_LISTS}
   JOIN ${table} ${alias} ON ${alias}.borrower_id = listed.borrower_id AND ${alias}.order_id = listed.order_id
   WHERE ${alias}.borrower_id = ANY ($1::uuid[])`
}

/** The borrowers of these orders and their ids, as the first parameters of a statement. */
export function listsOf(keys: readonly OrderKey[]): [string[], string[]] {
  return [keys.map(({ borrowerId }) => borrowerId), keys.map(({ orderId }) => orderId)]
}
