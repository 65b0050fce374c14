import { expect, test } from 'vitest'
import { type LimitRequest, ownLimitsOn, ownRefusal } from './own-limits.ts'

const ceiling = (on: string, rupees: number | null): LimitRequest => ({
  on,
  ceiling: rupees === null ? null : rupees * 100,
})
const pause = (on: string, end: string | null): LimitRequest => ({ on, pause: end })
const ceilingsOn = (day: string, ...requests: LimitRequest[]) => {
  const { value, later } = ownLimitsOn(requests, day).ceiling
  return [value, later?.value, later?.from]
}
const pausesOn = (day: string, ...requests: LimitRequest[]) => {
  const { pause, pausedUntil } = ownLimitsOn(requests, day)
  return [pause.value, pausedUntil]
}
const NOTHING_WAITS = [undefined, undefined] as const

const five = ceiling('2026-11-23', 5_000)

test('a lower ceiling holds at once, a higher one or none from the seventh day after the request', () => {
  expect(ceilingsOn('2026-11-23')).toEqual([null, ...NOTHING_WAITS])
  expect(ceilingsOn('2026-11-23', five)).toEqual([500_000, ...NOTHING_WAITS])
  expect(ceilingsOn('2026-11-23', five, ceiling('2026-11-23', 2_000))).toEqual([
    200_000,
    ...NOTHING_WAITS,
  ])
  const higher = [five, ceiling('2026-11-23', 8_000)]
  expect(ceilingsOn('2026-11-29', ...higher)).toEqual([500_000, 800_000, '2026-11-30'])
  expect(ceilingsOn('2026-11-30', ...higher)).toEqual([800_000, ...NOTHING_WAITS])
  const none = [five, ceiling('2026-11-23', null)]
  expect(ceilingsOn('2026-11-29', ...none)).toEqual([500_000, null, '2026-11-30'])
  expect(ceilingsOn('2026-11-30', ...none)).toEqual([null, ...NOTHING_WAITS])
})

test('a request for the present ceiling, or for a stricter one, drops the waiting one', () => {
  const requests = [five, ceiling('2026-11-23', 8_000)]
  expect(ceilingsOn('2026-12-10', ...requests, ceiling('2026-11-29', 5_000))).toEqual([
    500_000,
    ...NOTHING_WAITS,
  ])
  expect(ceilingsOn('2026-12-10', ...requests, ceiling('2026-11-29', 2_000))).toEqual([
    200_000,
    ...NOTHING_WAITS,
  ])
})

test('a request below the waiting ceiling keeps its day, one above it begins seven new days', () => {
  const requests = [five, ceiling('2026-11-23', 8_000)]
  expect(ceilingsOn('2026-11-25', ...requests, ceiling('2026-11-25', 7_000))).toEqual([
    500_000,
    700_000,
    '2026-11-30',
  ])
  expect(ceilingsOn('2026-12-01', ...requests, ceiling('2026-11-25', 10_000))).toEqual([
    500_000,
    1_000_000,
    '2026-12-02',
  ])
})

test('a pause or a longer one holds at once, until its day', () => {
  const paused = pause('2026-11-23', '2026-12-23')
  expect(pausesOn('2026-12-22', paused)).toEqual(['2026-12-23', '2026-12-23'])
  expect(pausesOn('2026-12-23', paused)).toEqual([null, null])
  expect(pausesOn('2026-12-23', paused, pause('2026-11-24', '2027-01-22'))).toEqual([
    '2027-01-22',
    '2027-01-22',
  ])
  expect(pausesOn('2030-01-01', paused, pause('2026-11-24', 'open'))).toEqual(['open', 'open'])
})

test('an earlier end holds from the seventh day after its request, and never makes a pause longer', () => {
  const open = pause('2026-11-23', 'open')
  expect(pausesOn('2026-11-29', open, pause('2026-11-23', null))).toEqual(['open', '2026-11-30'])
  expect(pausesOn('2026-11-30', open, pause('2026-11-23', null))).toEqual([null, null])
  expect(pausesOn('2026-11-23', open, pause('2026-11-23', '2026-11-25'))).toEqual([
    'open',
    '2026-11-30',
  ])
  expect(pausesOn('2026-12-04', open, pause('2026-11-23', '2026-12-05'))).toEqual([
    '2026-12-05',
    '2026-12-05',
  ])
  const short = pause('2026-11-23', '2026-11-26')
  expect(pausesOn('2026-11-23', short, pause('2026-11-23', null))).toEqual([
    '2026-11-26',
    '2026-11-26',
  ])
})

test('the ceiling and the pause do not touch each other', () => {
  const both = [five, pause('2026-11-23', 'open'), ceiling('2026-11-23', 8_000)]
  expect(ownLimitsOn(both, '2026-11-24')).toEqual({
    ceiling: { value: 500_000, later: { value: 800_000, from: '2026-11-30' } },
    pause: { value: 'open', later: null },
    pausedUntil: 'open',
  })
})

test('a pause rules out every new loan, a ceiling the larger ones', () => {
  const on = (...requests: LimitRequest[]) => ownLimitsOn(requests, '2026-11-24')
  expect(ownRefusal(on(), 4_000_000)).toBeUndefined()
  expect(ownRefusal(on(five), 500_000)).toBeUndefined()
  expect(ownRefusal(on(five), 500_001)).toBe('own-ceiling')
  expect(ownRefusal(on(five, pause('2026-11-23', '2026-12-01')), 100_000)).toBe('own-pause')
})
