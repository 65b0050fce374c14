import { expect, test } from 'vitest'
import { ALL_SLOTS, slotOfBorrower } from '#domain/slot.ts'

test('a borrower is in one of 16 slots, by the last hexadecimal digit of the id', () => {
  expect(slotOfBorrower('6f1c2a84-93d7-4b5e-8a21-7c40d9e3b5f0')).toBe(0)
  expect(slotOfBorrower('6f1c2a84-93d7-4b5e-8a21-7c40d9e3b5f9')).toBe(9)
  expect(slotOfBorrower('6f1c2a84-93d7-4b5e-8a21-7c40d9e3b5fa')).toBe(10)
  expect(slotOfBorrower('6f1c2a84-93d7-4b5e-8a21-7c40d9e3b5ff')).toBe(15)
})

test('all slots are the first to the sixteenth', () => {
  expect(ALL_SLOTS).toEqual({ firstSlot: 0, lastSlot: 15 })
})
