import { expect, test } from 'vitest'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { paise } from '#domain/money.ts'

test('the total paid is what was paid on the loan and for its extensions', () => {
  const paid = { penal: paise(15_11), interest: paise(50_00), principal: paise(5_000_00) }
  expect(paidInAll({ paid }, paise(0))).toBe(5_065_11)
  expect(paidInAll({ paid }, paise(100_00))).toBe(5_165_11)
})
