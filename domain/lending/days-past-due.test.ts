import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, day, daysBetween } from '#domain/day.ts'
import { BUCKETS, bucketOf, dueDaysOf, OVERDUE_BUCKETS, overdueBucketOf } from './days-past-due.ts'
import { VINTAGE_LATE_FROM } from './report.ts'

describe('RBI’s example (RBI/2021-22/125): due on 31 March 2021 and never paid', () => {
  const due = day('2021-03-31')
  test.each([
    ['2021-03-30', 'current'],
    // Overdue at the end of the due day.
    ['2021-03-31', '1-30'],
    ['2021-04-01', '1-30'],
    ['2021-04-29', '1-30'],
    // SMA-1
    ['2021-04-30', '31-60'],
    ['2021-05-29', '31-60'],
    // SMA-2
    ['2021-05-30', '61-90'],
    ['2021-06-28', '61-90'],
    // NPA
    ['2021-06-29', 'over-90'],
    ['2026-03-31', 'over-90'],
  ] as const)('is on %s in %s', (today, bucket) => {
    expect(bucketOf(daysBetween(due, day(today)))).toBe(bucket)
  })

  test('is late in the curves of vintages from 30 April on', () => {
    const isLate = (today: string) =>
      BUCKETS.indexOf(bucketOf(daysBetween(due, day(today)))) >= BUCKETS.indexOf(VINTAGE_LATE_FROM)
    expect(['2021-04-29', '2021-04-30', '2021-06-29'].map(isLate)).toEqual([false, true, true])
  })
})

test('the due days of a class are those of the loans in it', () => {
  const today = day('2026-11-20')
  const days = fc.integer({ min: 0, max: 130 })
  fc.assert(
    fc.property(days, fc.constantFrom(...OVERDUE_BUCKETS), (late, bucket) => {
      const due = addDays(today, -late)
      const { first, last } = dueDaysOf(bucket, today)
      expect(first <= due && due <= last).toBe(bucketOf(late) === bucket)
      expect(overdueBucketOf(late)).toBe(bucketOf(late))
    }),
  )
})
