/** The part of the orders that a step of the close of business finds at a time. */

import type { Slots } from '#domain/slot.ts'

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
