import { expect, test } from 'vitest'
import { durationMs } from '#server/sandbox/clock-routes.ts'

const HOUR = 3_600_000

test.each([
  ['P7D', 7 * 24 * HOUR],
  ['PT1H', HOUR],
  ['PT90M', 1.5 * HOUR],
  ['P1DT2H30M', 26.5 * HOUR],
  ['P400D', 400 * 24 * HOUR],
])('%s', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'P0D',
  '-P1D',
  'P-1D',
  'P1W',
  'P1M',
  'P1Y',
  'PT1S',
  'P1.5D',
  'p1d',
  '7',
  'P401D',
  'P400DT1M',
  'P7D ',
])('refuses %j', text => {
  expect(durationMs(text)).toBeUndefined()
})
