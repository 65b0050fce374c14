import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, daysBetween, indiaDayOf } from '#domain/day.ts'
import { firstBucketOf, promiseState, whyNotCall } from '#domain/lending/collection.ts'
import { OVERDUE_BUCKETS } from '#domain/lending/days-past-due.ts'
import { USUAL_WISH } from '#domain/lending/reminders.ts'
import { paise } from '#domain/money.ts'

const at = (text: string) => new Date(`2026-11-20T${text}+05:30`)
const free = { wish: USUAL_WISH, isDisputed: false, isPaying: false }
const NOON = at('12:00:00')
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(NOON.getTime() - days * DAY_MS)

test('collections begin at the first bucket that has loans', () => {
  const none = OVERDUE_BUCKETS.map(bucket => ({ bucket, count: 0 }))
  const having = (...some: readonly string[]) =>
    none.map(({ bucket }) => ({ bucket, count: some.includes(bucket) ? 2 : 0 }))
  expect(firstBucketOf(none)).toBe('1-30')
  expect(firstBucketOf(having('61-90', 'over-90'))).toBe('61-90')
  expect(firstBucketOf(having('1-30', 'over-90'))).toBe('1-30')
})

test.each([
  ['07:59:59', 'outside-contact-hours'],
  ['08:00:00', undefined],
  ['18:59:59', undefined],
  ['19:00:00', 'outside-contact-hours'],
])('at %s in India a call is refused because of %s', (time, why) =>
  expect(whyNotCall([], free, at(time))).toBe(why),
)

test('the time and the channel that the borrower chose bind us, and so does an open complaint', () => {
  const evening = { ...free, wish: { way: 'usual', time: 'evening' } } as const
  expect(whyNotCall([], evening, NOON)).toBe('outside-contact-hours')
  expect(whyNotCall([], evening, at('16:00:00'))).toBeUndefined()
  const text = { ...free, wish: { way: 'text', time: 'any' } } as const
  expect(whyNotCall([], text, NOON)).toBe('text-messages-only')
  expect(whyNotCall([], { ...free, isDisputed: true }, NOON)).toBe('disputed')
  expect(whyNotCall([], { ...free, isPaying: true }, NOON)).toBe('payment-under-way')
})

test.each([
  [[at('08:30:00')], 'called-today'],
  [[ago(1)], undefined],
  [[ago(1), ago(3), ago(6)], 'called-this-week'],
  [[ago(1), ago(3), ago(7)], undefined],
])('after calls at %s another is refused because of %s', (calls, why) =>
  expect(whyNotCall(calls, free, NOON)).toBe(why),
)

test('a borrower is never called twice on a day or more than three times in seven days', () => {
  const tries = fc.array(fc.integer({ min: 0, max: 60 * 24 * 30 }), { maxLength: 200 })
  fc.assert(
    fc.property(tries, minutes => {
      const calls: Date[] = []
      for (const minute of minutes.toSorted((a, b) => a - b)) {
        const now = new Date(NOON.getTime() + minute * 60_000)
        if (whyNotCall(calls, free, now) === undefined) calls.push(now)
      }
      const days = calls.map(indiaDayOf)
      expect(new Set(days).size).toBe(days.length)
      for (const each of days)
        expect(
          days.filter(other => Math.abs(daysBetween(each, other)) < 7 && other <= each).length,
        ).toBeLessThanOrEqual(3)
    }),
  )
})

const PROMISE = { at: NOON, amount: paise(50_000), day: day('2026-11-22') }
test.each([
  [[], '2026-11-22', 'waiting'],
  [[], '2026-11-23', 'broken'],
  [[['2026-11-22T23:59:00+05:30', 50_000]], '2026-11-22', 'kept'],
  [[['2026-11-23T00:00:00+05:30', 50_000]], '2026-11-23', 'broken'],
  [[['2026-11-20T11:59:00+05:30', 50_000]], '2026-11-23', 'broken'],
  [
    [
      ['2026-11-21T09:00:00+05:30', 20_000],
      ['2026-11-22T09:00:00+05:30', 30_000],
    ],
    '2026-11-25',
    'kept',
  ],
  [[['2026-11-21T09:00:00+05:30', 49_999]], '2026-11-25', 'broken'],
] as const)('with the payments %j a promise is on %s: %s', (payments, today, state) => {
  const arrived = payments.map(([when, amount]) => ({ at: new Date(when), amount: paise(amount) }))
  expect(promiseState(PROMISE, arrived, day(today))).toBe(state)
})
