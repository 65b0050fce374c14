/**
 * Slots of borrowers: a fixed division of all borrowers into equal parts, so that work on all of
 * them can be shared by servers. A borrower is in one slot, the same on every server and in SQL.
 */

export const BORROWER_SLOTS = 16

/** A contiguous range of slots, both ends included. */
export type Slots = { readonly firstSlot: number; readonly lastSlot: number }

export const ALL_SLOTS: Slots = { firstSlot: 0, lastSlot: BORROWER_SLOTS - 1 }

/** The slot of a borrower: the last hexadecimal digit of the id, which is random. */
export function slotOfBorrower(borrowerId: string): number {
  return Number.parseInt(borrowerId.slice(-1), BORROWER_SLOTS)
}
