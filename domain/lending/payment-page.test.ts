import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPageUsable, lastQuestionAt, pageExpiresAt } from '#domain/lending/payment-page.ts'

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
