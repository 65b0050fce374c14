import { expect, test } from 'vitest'
import { secondsUntil } from './seconds-left.ts'

test.each([
  [60_000, 0, 60],
  [60_000, 1, 60],
  [60_000, 59_999, 1],
  [60_000, 60_000, 0],
  [60_000, 90_000, 0],
  [0, 1e12, 0],
])('until %d, at %d: %d seconds', (atMs, nowMs, seconds) => {
  expect(secondsUntil(atMs, nowMs)).toBe(seconds)
})

test('a clock that was set back does not lock the button forever', () => {
  expect(secondsUntil(1e12, 0)).toBe(600)
})
