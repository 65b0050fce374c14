import { type Day, indiaDayOf } from '#domain/day.ts'
import { UNDER_WAY_DAYS } from '#domain/limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/**
 * The time for which a page accepts a payment; a later visit opens a new page with the amount owed
 * then.
 */
const PAGE_HOURS = 24
/**
 * Providers do not open a page for less than a quarter of an hour, and opening one takes a moment.
 */
const DURATION_MIN_MINUTES = 20
const TO_OPEN_MINUTES = 15
/** By then the provider knows of a payment made in the last moment. */
const LAST_QUESTION_MINUTES = 30

/**
 * The instant at which the page of a payment request stops taking money: after a day, or when its
 * extension expires (product §5).
 */
export function pageExpiresAt(requestedAt: Date, extensionEndsAt?: Date): Date {
  const ends = Math.min(
    requestedAt.getTime() + PAGE_HOURS * HOUR_MS,
    extensionEndsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return new Date(Math.max(ends, requestedAt.getTime() + DURATION_MIN_MINUTES * MINUTE_MS))
}

/** True if a page can still be handed out, or opened if it is not open yet. */
export function isPageUsable(
  { expiresAt, isOpen }: { readonly expiresAt: Date; readonly isOpen: boolean },
  now: Date,
): boolean {
  return expiresAt.getTime() - now.getTime() > (isOpen ? 0 : TO_OPEN_MINUTES * MINUTE_MS)
}

/** From when an answer of the provider covers everything ever paid on a page (product §10). */
export function lastQuestionAt(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + LAST_QUESTION_MINUTES * MINUTE_MS)
}

/**
 * The instant since which a payment must have been begun for its money to count as under way: while it
 * does nobody is asked for money or called late, and afterwards no longer (decision 6).
 */
export function underWaySince(now: Date): Date {
  return new Date(now.getTime() - UNDER_WAY_DAYS * DAY_MS)
}

/**
 * True while the outcome of the latest payment request still matters to the borrower. An awaited
 * payment always does. A failed one no longer does once its page is over, nothing is owed, or the
 * loan has fallen overdue since: then the amount due is more urgent. `overdueSince` is the due day
 * that was missed.
 */
export function isPaymentNews(
  {
    status,
    createdAt,
    expiresAt,
  }: {
    readonly status: 'pending' | 'failed' | 'paid'
    readonly createdAt: Date
    readonly expiresAt: Date
  },
  { isOwed, overdueSince }: { readonly isOwed: boolean; readonly overdueSince?: Day | undefined },
  now: Date,
): boolean {
  if (status === 'pending') return true
  if (now >= expiresAt) return false
  if (status === 'paid') return true
  return isOwed && (overdueSince === undefined || indiaDayOf(createdAt) > overdueSince)
}
