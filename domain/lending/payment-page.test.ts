import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import {
  isPageUsable,
  isPaymentNews,
  lastQuestionAt,
  pageExpiresAt,
} from '#domain/lending/payment-page.ts'

const MINUTE_MS = 60_000
const at = new Date('2026-11-21T04:30:00Z')
const after = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)

test('a page lasts a day, or until its extension expires, and never too short to be opened', () => {
  expect(pageExpiresAt(at)).toEqual(after(24 * 60))
  expect(pageExpiresAt(at, after(60))).toEqual(after(60))
  expect(pageExpiresAt(at, after(3 * 24 * 60))).toEqual(after(24 * 60))
  expect(pageExpiresAt(at, after(5))).toEqual(after(20))
})

test('an open page is usable until it expires; an unopened one needs a quarter of an hour', () => {
  const expiresAt = after(60)
  expect(
    [44, 45, 59, 60].map(minutes => isPageUsable({ expiresAt, isOpen: false }, after(minutes))),
  ).toEqual([true, false, false, false])
  expect(
    [44, 45, 59, 60].map(minutes => isPageUsable({ expiresAt, isOpen: true }, after(minutes))),
  ).toEqual([true, true, true, false])
})

test('an answer covers every payment from half an hour after the page has expired', () => {
  expect(lastQuestionAt(after(60))).toEqual(after(90))
})

test('whenever it was requested, a page can be opened at once, and the final check comes after it expires', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: -10_000, max: 10_000 }), { nil: undefined }),
      endsIn => {
        const expiresAt = pageExpiresAt(at, endsIn === undefined ? undefined : after(endsIn))
        expect(isPageUsable({ expiresAt, isOpen: false }, at)).toBe(true)
        expect(isPageUsable({ expiresAt, isOpen: true }, lastQuestionAt(expiresAt))).toBe(false)
        expect(lastQuestionAt(expiresAt).getTime() - at.getTime()).toBeLessThanOrEqual(
          (24 * 60 + 30) * MINUTE_MS,
        )
      },
    ),
  )
})

test('a failed payment is news until its page is over, nothing is owed, or the loan falls overdue', () => {
  const failed = { status: 'failed', createdAt: at, expiresAt: after(60) } as const
  const owed = { isOwed: true }
  expect(isPaymentNews(failed, owed, after(59))).toBe(true)
  expect(isPaymentNews(failed, owed, after(60))).toBe(false)
  expect(isPaymentNews(failed, { isOwed: false }, after(1))).toBe(false)
  // Requested on 21 November, in India at ten in the morning.
  for (const [missed, isNews] of [
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
  ] as const)
    expect(isPaymentNews(failed, { isOwed: true, overdueSince: day(missed) }, after(1))).toBe(
      isNews,
    )
})

test('an awaited payment is always news, a received one until its page is over', () => {
  const page = { createdAt: at, expiresAt: after(60) }
  const settled = { isOwed: false, overdueSince: day('2026-11-22') }
  expect(isPaymentNews({ ...page, status: 'pending' }, settled, after(6_000))).toBe(true)
  expect(isPaymentNews({ ...page, status: 'paid' }, settled, after(59))).toBe(true)
  expect(isPaymentNews({ ...page, status: 'paid' }, settled, after(60))).toBe(false)
})
