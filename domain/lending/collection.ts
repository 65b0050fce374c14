import { isWithin } from '#domain/contact-hours.ts'
import { type Day, daysBetween, indiaDayOf } from '#domain/day.ts'
import { OVERDUE_BUCKETS, type OverdueBucket } from '#domain/lending/days-past-due.ts'
import { REMINDER_HOURS, type ReminderWish } from '#domain/lending/reminders.ts'
import type { Paise } from '#domain/money.ts'

/** Loans of a bucket are counted no further: then there are more than a person can read. */
export const COUNTED_MAX = 10_000

/** The first bucket that has loans, or the first of all. */
export function firstBucketOf(
  counts: readonly { readonly bucket: OverdueBucket; readonly count: number }[],
): OverdueBucket {
  const hasLoans = (name: OverdueBucket) =>
    counts.some(({ bucket, count }) => bucket === name && count > 0)
  return OVERDUE_BUCKETS.find(hasLoans) ?? '1-30'
}

/**
 * The most calls to a borrower on an India day, and within seven of them. RBI/2022-23/108 forbids
 * persistent calls and names no number; these are our policy.
 */
export const CALLS_A_DAY = 1
export const CALLS_IN_SEVEN_DAYS = 3

export type WhyNotCall =
  | 'outside-contact-hours'
  | 'text-messages-only'
  | 'disputed'
  | 'payment-under-way'
  | 'called-today'
  | 'called-this-week'

export type CalledBorrower = {
  readonly wish: ReminderWish
  readonly isDisputed: boolean
  /** Money for the loan is under way. */
  readonly isPaying: boolean
}

/**
 * The reason why a borrower may not be called now about an overdue loan; undefined if they may.
 * Calls are between 08:00 and 19:00 in India, and within the time of day that they chose
 * (RBI/2022-23/108, regulation 4.5); never while a complaint about this is open or money is under
 * way, nor if they agreed to text messages alone.
 */
export function whyNotCall(
  calls: readonly Date[],
  { wish, isDisputed, isPaying }: CalledBorrower,
  now: Date,
): WhyNotCall | undefined {
  if (!isWithin(REMINDER_HOURS[wish.time], now)) return 'outside-contact-hours'
  if (wish.way === 'text') return 'text-messages-only'
  if (isDisputed) return 'disputed'
  if (isPaying) return 'payment-under-way'
  const today = indiaDayOf(now)
  const ages = calls.map(at => daysBetween(indiaDayOf(at), today))
  if (ages.filter(age => age < 1).length >= CALLS_A_DAY) return 'called-today'
  return ages.filter(age => age < 7).length >= CALLS_IN_SEVEN_DAYS ? 'called-this-week' : undefined
}

/** A promise to pay is for at most this many days. */
export const PROMISE_DAYS_MAX = 30

export type PromiseState = 'waiting' | 'kept' | 'broken'

/**
 * True if a promise was fulfilled: at least its amount arrived after it was made and by the end of
 * its day. `payments` are those of the loan.
 */
export function promiseState(
  promise: { readonly at: Date; readonly amount: Paise; readonly day: Day },
  payments: readonly { readonly at: Date; readonly amount: Paise }[],
  today: Day,
): PromiseState {
  const paid = payments
    .filter(({ at }) => at >= promise.at && indiaDayOf(at) <= promise.day)
    .reduce((sum, { amount }) => sum + amount, 0)
  if (paid >= promise.amount) return 'kept'
  return today > promise.day ? 'broken' : 'waiting'
}
