import { addDays, type Day } from '#domain/day.ts'

/*
 * The classes of loans by days past due: SMA-0, SMA-1, SMA-2 and NPA, one rule for collections and
 * reports.
 */

/**
 * The names of the classes say RBI's count of days past due, which begins with the due day: an
 * amount that was due on 31 March is past due at the end of that day, and its loan is SMA-1 on 30
 * April, SMA-2 on 30 May and NPA on 29 June (RBI/2021-22/125, 12 November 2021; regulation 4.4).
 */
export const OVERDUE_BUCKETS = ['1-30', '31-60', '61-90', 'over-90'] as const
export const BUCKETS = ['current', ...OVERDUE_BUCKETS] as const
export type OverdueBucket = (typeof OVERDUE_BUCKETS)[number]
export type Bucket = (typeof BUCKETS)[number]

/**
 * The first day of each overdue class, in calendar days after the due day: the due day is the first
 * of RBI's days, and the 30th day after it the 31st.
 */
export const BUCKET_EDGES = [0, 30, 60, 90] as const

/** A due day longer ago than any loan's. */
const LONG_AGO_DAYS = 36_500

/**
 * The class of a loan on a day, by the calendar days since its oldest unpaid due day; below zero
 * that day is to come. On the due day itself the class is that of the day's end.
 */
export function bucketOf(daysAfterDue: number): Bucket {
  const at = BUCKET_EDGES.filter(edge => daysAfterDue >= edge).length
  return BUCKETS[at] ?? 'over-90'
}

/** The class of an overdue loan, by its days since the due day. */
export function overdueBucketOf(daysAfterDue: number): OverdueBucket {
  const bucket = bucketOf(daysAfterDue)
  return bucket === 'current' ? '1-30' : bucket
}

/** The due days of an overdue class: what was due on one of them is so late on the given day. */
export function dueDaysOf(
  bucket: OverdueBucket,
  today: Day,
): { readonly first: Day; readonly last: Day } {
  const at = OVERDUE_BUCKETS.indexOf(bucket)
  const from = BUCKET_EDGES[at] ?? 0
  const to = (BUCKET_EDGES[at + 1] ?? LONG_AGO_DAYS) - 1
  return { first: addDays(today, -to), last: addDays(today, -from) }
}
