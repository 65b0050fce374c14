import { expect, test } from 'vitest'
import type { Paise } from '#domain/money.ts'
import { whySecondPerson } from './second-person.ts'

const of = (principal: number, from: number | null, denials: readonly 'no-income'[] = []) =>
  whySecondPerson(
    { principal: principal as Paise, denials },
    { secondPersonFrom: from as Paise | null },
  )

test.each([
  [5_000_00, null, null],
  [4_999_99, 5_000_00, null],
  [5_000_00, 5_000_00, 'amount'],
  [1, 0, 'amount'],
])('for %d paise with the limit %s: %s', (principal, from, why) => {
  expect(of(principal, from)).toBe(why)
})

test('against a rule that denies a second person decides about every amount', () => {
  expect(of(1, null, ['no-income'])).toBe('against-rules')
  expect(of(5_000_00, 5_000_00, ['no-income'])).toBe('against-rules')
})
