import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day, daysBetween } from '#domain/day.ts'
import {
  NO_OWN_LIMITS,
  type OwnLimits,
  ownLimitsInForce,
  ownLimitsOn,
  type PauseEnd,
  whyBeyondOwnLimits,
  withCeiling,
  withinCeiling,
  withPause,
} from '#domain/lending/own-limits.ts'
import { type Paise, paise } from '#domain/money.ts'

const TODAY = day('2026-11-23')
const WEEK_LATER = day('2026-11-30')
const rupees = (amount: number) => paise(amount * 100)
const ceilingOn = (limits: OwnLimits, on: Day) => ownLimitsInForce(limits, on).ceiling
const pausedUntil = (limits: OwnLimits, on: Day) => ownLimitsInForce(limits, on).pausedUntil
const five = withCeiling(NO_OWN_LIMITS, rupees(5_000), TODAY)

test('nothing is limited until the borrower says so', () => {
  expect(ownLimitsInForce(NO_OWN_LIMITS, TODAY)).toEqual({ ceiling: null, pausedUntil: null })
  expect(whyBeyondOwnLimits({ ceiling: null, pausedUntil: null }, rupees(40_000))).toBeUndefined()
})

test('a ceiling holds at once, and a lower one too', () => {
  expect(ceilingOn(five, TODAY)).toBe(rupees(5_000))
  expect(ceilingOn(withCeiling(five, rupees(2_000), TODAY), TODAY)).toBe(rupees(2_000))
})

test('a higher ceiling and none hold seven India days after the request', () => {
  for (const wish of [rupees(8_000), null]) {
    const limits = withCeiling(five, wish, TODAY)
    expect(limits.ceiling).toEqual({
      value: rupees(5_000),
      later: { value: wish, from: WEEK_LATER },
    })
    expect(ceilingOn(limits, day('2026-11-29'))).toBe(rupees(5_000))
    expect(ceilingOn(limits, WEEK_LATER)).toBe(wish)
  }
})

test('asking for the present ceiling or a lower one drops the rise that waits', () => {
  const limits = withCeiling(five, rupees(8_000), TODAY)
  for (const wish of [rupees(5_000), rupees(2_000)])
    expect(withCeiling(limits, wish, day('2026-11-29')).ceiling).toEqual({
      value: wish,
      later: null,
    })
})

test('a larger rise than the one that waits has seven days of its own, a smaller one keeps its day', () => {
  const limits = withCeiling(five, rupees(8_000), TODAY)
  const later = (wish: Paise | null) => withCeiling(limits, wish, day('2026-11-25')).ceiling.later
  expect(later(null)).toEqual({ value: null, from: '2026-12-02' })
  expect(later(rupees(10_000))).toEqual({ value: rupees(10_000), from: '2026-12-02' })
  expect(later(rupees(8_000))).toEqual({ value: rupees(8_000), from: WEEK_LATER })
  expect(later(rupees(7_000))).toEqual({ value: rupees(7_000), from: WEEK_LATER })
})

test('a pause holds from the request until its day, and can be made longer at once', () => {
  const paused = withPause(NO_OWN_LIMITS, day('2026-12-23'), TODAY)
  expect(pausedUntil(paused, TODAY)).toBe('2026-12-23')
  expect(pausedUntil(paused, day('2026-12-22'))).toBe('2026-12-23')
  expect(pausedUntil(paused, day('2026-12-23'))).toBeNull()
  expect(pausedUntil(withPause(paused, day('2027-01-22'), TODAY), TODAY)).toBe('2027-01-22')
  expect(pausedUntil(withPause(paused, 'open', TODAY), TODAY)).toBe('open')
})

test('a pause ends seven days after its end was asked for, or on the day that was asked for if that is later', () => {
  const open = withPause(NO_OWN_LIMITS, 'open', TODAY)
  const rows: [wish: Day | null, end: Day][] = [
    [null, WEEK_LATER],
    [day('2026-11-25'), WEEK_LATER],
    [day('2026-12-05'), day('2026-12-05')],
  ]
  for (const [wish, end] of rows) {
    const limits = withPause(open, wish, TODAY)
    expect(pausedUntil(limits, TODAY), `${wish}`).toBe(end)
    expect(pausedUntil(limits, addDays(end, -1)), `${wish}`).toBe(end)
    expect(pausedUntil(limits, end), `${wish}`).toBeNull()
  }
  const long = withPause(NO_OWN_LIMITS, day('2026-12-23'), TODAY)
  expect(pausedUntil(withPause(long, null, TODAY), TODAY)).toBe(WEEK_LATER)
  const unchanged = withPause(withPause(open, null, TODAY), 'open', day('2026-11-29'))
  expect(pausedUntil(unchanged, day('2026-12-31'))).toBe('open')
})

test('asking for an earlier end never makes a pause longer', () => {
  const short = withPause(NO_OWN_LIMITS, day('2026-11-26'), TODAY)
  expect(pausedUntil(withPause(short, null, TODAY), TODAY)).toBe('2026-11-26')
  expect(pausedUntil(withPause(short, day('2026-11-25'), TODAY), day('2026-11-25'))).toBe(
    '2026-11-26',
  )
  expect(pausedUntil(withPause(short, null, TODAY), day('2026-11-26'))).toBeNull()
})

test('asking for the present pause again leaves nothing waiting', () => {
  const open = withPause(NO_OWN_LIMITS, 'open', TODAY)
  expect(withPause(open, 'open', TODAY).pause).toEqual({ value: 'open', later: null })
})

test('a pause cannot be asked for that is over already', () => {
  expect(() => withPause(NO_OWN_LIMITS, TODAY, TODAY)).toThrow(RangeError)
})

test('a pause rules out every amount, a ceiling the larger ones', () => {
  const ceiling = rupees(5_000)
  expect(whyBeyondOwnLimits({ ceiling, pausedUntil: 'open' }, rupees(1_000))).toBe('own-pause')
  expect(whyBeyondOwnLimits({ ceiling, pausedUntil: null }, paise(5_000_01))).toBe('own-ceiling')
  expect(whyBeyondOwnLimits({ ceiling, pausedUntil: null }, ceiling)).toBeUndefined()
  const amounts = [rupees(3_000), rupees(5_000), rupees(7_500)]
  expect(withinCeiling(amounts, { ceiling })).toEqual([rupees(3_000), rupees(5_000)])
  expect(withinCeiling(amounts, { ceiling: null })).toEqual(amounts)
})

/** Requests in the order of their days, in whole days after the first. */
const requests = <T>(wish: fc.Arbitrary<T>) =>
  fc
    .array(fc.record({ after: fc.integer({ min: 0, max: 12 }), wish }), {
      minLength: 1,
      maxLength: 8,
    })
    .map(list => {
      let at = TODAY
      return list.map(({ after, wish }) => {
        at = addDays(at, after)
        return { at, wish }
      })
    })

/** The amount that may be borrowed on each day, by the requests up to it. */
function byDay<T>(
  requests: readonly { at: Day; wish: T }[],
  ask: (limits: OwnLimits, wish: T, at: Day) => OwnLimits,
  read: (limits: OwnLimits, on: Day) => number,
): { on: Day; allowed: number }[] {
  const last = addDays(requests.at(-1)?.at ?? TODAY, 40)
  return Array.from({ length: daysBetween(TODAY, last) }, (_, index) => {
    const on = addDays(TODAY, index)
    const limits = requests
      .filter(({ at }) => at <= on)
      .reduce((before, { at, wish }) => ask(before, wish, at), NO_OWN_LIMITS)
    return { on, allowed: read(limits, on) }
  })
}

test('more may be borrowed only as a request seven days earlier said', () => {
  const wish = fc.option(fc.integer({ min: 1, max: 6 }).map(steps => rupees(steps * 1_000)))
  const amountOf = (ceiling: Paise | null) => ceiling ?? Number.POSITIVE_INFINITY
  fc.assert(
    fc.property(requests(wish), list => {
      const days = byDay(list, withCeiling, (limits, on) => amountOf(ceilingOn(limits, on)))
      for (const [index, { on, allowed }] of days.entries()) {
        const before = days[index - 1]?.allowed ?? Number.POSITIVE_INFINITY
        const today = list.filter(({ at }) => at === on).map(each => amountOf(each.wish))
        expect(allowed, on).toBeLessThanOrEqual(Math.min(...today, Number.POSITIVE_INFINITY))
        if (allowed <= before) continue
        const aWeekAgo = list.filter(({ at }) => daysBetween(at, on) >= 7)
        expect(
          Math.max(0, ...aWeekAgo.map(each => amountOf(each.wish))),
          on,
        ).toBeGreaterThanOrEqual(allowed)
      }
    }),
  )
})

test('a pause is over only on its day or seven days after a request', () => {
  const wish = fc.option(fc.oneof(fc.constant('open' as const), fc.integer({ min: 1, max: 30 })))
  const endOf = (wish: number | 'open' | null, at: Day): PauseEnd | null =>
    typeof wish === 'number' ? addDays(at, wish) : wish
  fc.assert(
    fc.property(requests(wish), list => {
      const days = byDay(
        list,
        (limits, wish, at) => withPause(limits, endOf(wish, at), at),
        (limits, on) => (pausedUntil(limits, on) === null ? 1 : 0),
      )
      for (const [index, { on, allowed }] of days.entries()) {
        const wishes = list.filter(({ at }) => at === on)
        if (wishes.some(each => each.wish !== null)) expect(allowed, on).toBe(0)
        if (allowed === 0 || days[index - 1]?.allowed !== 0) continue
        const isItsDay = list.some(each => endOf(each.wish, each.at) === on)
        const isAWeekLater = list.some(
          ({ at, wish }) => wish !== 'open' && daysBetween(at, on) === 7,
        )
        expect(isItsDay || isAWeekLater, on).toBe(true)
      }
    }),
  )
})

test('the present limits can be read on any later day as if they had been read every day', () => {
  const limits = withPause(withCeiling(five, null, TODAY), 'open', TODAY)
  const step = ownLimitsOn(ownLimitsOn(limits, day('2026-11-26')), day('2026-12-10'))
  expect(step).toEqual(ownLimitsOn(limits, day('2026-12-10')))
})
