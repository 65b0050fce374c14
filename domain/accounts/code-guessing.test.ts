import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterRight,
  afterWrong,
  BUDGETS,
  type Budget,
  type BudgetName,
  codeLengths,
  creditAt,
  digitsOfNextCode,
  NEW_ADDRESS,
  NEW_PREFIX,
  paymentFor,
  priceOf,
  type Standing,
} from '#domain/accounts/code-guessing.ts'
import { runs } from '#domain/testing/runs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const full = { first: { credit: 180_000, atMs: 0 }, long: { credit: 40_000, atMs: 0 } }
const FOUR = { minDigits: 4, scale: 1 }
const standing = (about: Partial<Standing> = {}): Standing => ({ ...NEW_PREFIX, ...about })

/** The table of decision 37, in thousandths of a wrong four-digit code. */
describe('the payment for a wrong code', () => {
  const pays = (
    digits: number,
    address: Partial<Standing>,
    prefix: Partial<Standing>,
    nowMs = 0,
    budgets: Record<BudgetName, Budget> = full,
  ) =>
    paymentFor(
      { address: standing(address), prefix: standing(prefix), budgets },
      digits,
      FOUR,
      nowMs,
    )
  const struckBy = (strikes: number) => ({ strikes, struckAtMs: 0 })

  test('the credit of both, if each has enough for one', () => {
    expect(pays(4, { credit: 1_000 }, { credit: 1_000 })).toBe('credit')
    expect(pays(4, { credit: 999 }, { credit: 1_000 })).toBe('prefix-credit')
    expect(pays(4, { credit: 1_000 }, { credit: 999 })).toBe('first')
    expect(pays(6, { credit: 10 }, { credit: 10 })).toBe('credit')
    expect(pays(6, { credit: 9 }, { credit: 10 })).toBe('prefix-credit')
    expect(NEW_ADDRESS.credit).toBe(2_000)
  })

  test('an address without credit: three of four digits and twenty of six, whatever its prefix has', () => {
    const rich = { credit: 20_000 }
    expect(pays(4, struckBy(2_000), rich)).toBe('prefix-credit')
    expect(pays(4, struckBy(2_001), rich)).toBeUndefined()
    expect(pays(6, struckBy(3_000), rich)).toBe('prefix-credit')
    expect(pays(6, struckBy(3_190), rich)).toBe('prefix-credit')
    expect(pays(6, struckBy(3_191), rich)).toBeUndefined()
  })

  test('the first three of a prefix in a day, or in ten minutes beside right codes, and twenty of six digits', () => {
    expect(pays(4, {}, struckBy(2_000))).toBe('first')
    expect(pays(4, {}, struckBy(2_001), DAY - 1)).toBeUndefined()
    expect(pays(4, {}, struckBy(3_000), DAY)).toBe('first')
    expect(pays(4, {}, { ...struckBy(3_000), rights: 1 }, 10 * MINUTE - 1)).toBeUndefined()
    expect(pays(4, {}, { ...struckBy(3_000), rights: 1 }, 10 * MINUTE)).toBe('first')
    expect(pays(6, {}, struckBy(3_190))).toBe('long')
    expect(pays(6, {}, struckBy(3_191))).toBeUndefined()
  })

  test('a budget of all prefixes for each length, and nothing for eight digits', () => {
    const remaining = (first: number, long: number) => ({
      first: { credit: first, atMs: 0 },
      long: { credit: long, atMs: 0 },
    })
    expect(pays(4, {}, {}, 0, remaining(1_000, 0))).toBe('first')
    expect(pays(4, {}, {}, 0, remaining(999, 40_000))).toBeUndefined()
    expect(pays(6, {}, {}, 0, remaining(180_000, 9))).toBeUndefined()
    expect(pays(6, {}, {}, 0, remaining(0, 10))).toBe('long')
    expect(pays(8, {}, struckBy(1_000_000), 0, remaining(-1, -1))).toBe('free')
  })

  test('budgets refill by the hour, up to their size, and never shrink', () => {
    expect(creditAt('first', { credit: 0, atMs: HOUR }, 1.5 * HOUR)).toBe(3_500)
    expect(creditAt('first', { credit: 0, atMs: 0 }, 31 * HOUR)).toBe(180_000)
    expect(creditAt('long', { credit: -1_000, atMs: 0 }, HOUR)).toBe(0)
    expect(creditAt('long', { credit: 39_500, atMs: 0 }, HOUR)).toBe(40_000)
    expect(creditAt('long', { credit: 5, atMs: HOUR }, 0)).toBe(5)
  })
})

describe('the length of the next code', () => {
  const digits = (
    prefix: Partial<Standing>,
    { first = 180_000, long = 40_000, address = NEW_ADDRESS, length = FOUR, nowMs = 0 } = {},
  ) => {
    const budgets = { first: { credit: first, atMs: 0 }, long: { credit: long, atMs: 0 } }
    return digitsOfNextCode({ address, prefix: standing(prefix), budgets }, length, nowMs)
  }
  const struck = (strikes: number) => ({ strikes, struckAtMs: 0 })

  test.each<[number, string, Parameters<typeof digits>]>([
    [4, 'a newcomer, and the budget is full', [{}]],
    [4, 'the budget holds just what is kept and one more', [{}, { first: 46_000 }]],
    [6, 'the budget holds less', [{}, { first: 45_999 }]],
    [
      4,
      'the budget is empty, but the network has earned credit',
      [{ credit: 1_000 }, { first: 0 }],
    ],
    [6, 'both budgets, just enough for six', [{}, { first: 0, long: 10_010 }]],
    [8, 'neither budget', [{}, { first: 0, long: 10_009 }]],
    [4, 'a wrong code came from the network', [struck(1_000)]],
    [6, 'two came, and a third is kept for the code that is being typed', [struck(2_000)]],
    [6, 'and eighteen of six digits', [struck(3_180)]],
    [8, 'and nineteen', [struck(3_190)]],
    [4, 'a day later', [struck(3_200), { nowMs: DAY }]],
    [6, 'the budget, with six configured', [{}, { length: { minDigits: 6, scale: 1 } }]],
    [8, 'the next after six', [struck(3_000), { length: { minDigits: 6, scale: 1 } }]],
    [5, 'five configured', [{}, { length: { minDigits: 5, scale: 1 } }]],
  ])('%s digits: %s', (expected, _why, [prefix, about]) => {
    expect(digits(prefix, about)).toBe(expected)
  })

  test('lengths grow from the configured one to eight', () => {
    expect([4, 5, 6].map(codeLengths)).toEqual([
      [4, 6, 8],
      [5, 6, 8],
      [6, 8],
    ])
  })

  test('a price is the worth of a guess; a test setup makes it less, never more', () => {
    expect([4, 5, 6, 8].map(each => priceOf(each, 1))).toEqual([1_000, 100, 10, 0])
    expect([priceOf(4, 10), priceOf(4, 0.1), priceOf(6, 100), priceOf(8, 0.1)]).toEqual([
      100, 1_000, 1, 0,
    ])
  })
})

describe('the record of a code', () => {
  const both = {
    address: standing({ credit: 5_000, rights: 3 }),
    prefix: standing({ credit: 7_000, rights: 9 }),
  }

  test('a wrong one is taken from the credit that paid, or counted where none did', () => {
    expect(afterWrong(both, 'credit', 1_000, DAY)).toEqual({
      address: { ...both.address, credit: 4_000 },
      prefix: { ...both.prefix, credit: 6_000 },
    })
    expect(afterWrong(both, 'prefix-credit', 1_000, DAY)).toEqual({
      address: { ...both.address, strikes: 1_000, struckAtMs: DAY },
      prefix: { ...both.prefix, credit: 6_000 },
    })
    for (const budget of ['first', 'long'] as const) {
      const once = afterWrong(both, budget, 1_000, DAY)
      expect(once).toEqual({
        address: both.address,
        prefix: { ...both.prefix, strikes: 1_000, struckAtMs: DAY },
      })
      const twice = afterWrong(once, budget, 10, DAY + MINUTE)
      expect(twice.prefix).toMatchObject({ strikes: 1_010, struckAtMs: DAY + MINUTE })
    }
    expect(afterWrong(both, 'free', 0, DAY)).toEqual(both)
  })

  test('forty right ones earn one; a prefix earns one with its first four and four with the next forty', () => {
    let after = { address: standing(), prefix: standing() }
    const credits: number[][] = []
    for (let rights = 1; rights <= 1_000; rights += 1) {
      after = afterRight(after)
      if ([1, 4, 5, 44, 45, 84, 1_000].includes(rights))
        credits.push([rights, after.address.credit, after.prefix.credit])
    }
    expect(credits).toEqual([
      [1, 25, 250],
      [4, 100, 1_000],
      [5, 125, 1_100],
      [44, 1_100, 5_000],
      [45, 1_125, 5_025],
      [84, 2_100, 6_000],
      [1_000, 10_000, 20_000],
    ])
    expect([after.address.rights, after.prefix.rights]).toEqual([1_000, 1_000])
  })
})

const anInstant = fc.integer({ min: 0, max: 2 * DAY })
const aStanding = fc.record({
  credit: fc.integer({ min: -1_000, max: 20_000 }),
  rights: fc.nat(1_000),
  strikes: fc.nat(5_000),
  struckAtMs: anInstant,
})
const aBudget = fc.record({ credit: fc.integer({ min: -5_000, max: 180_000 }), atMs: anInstant })

test('a code that is sent can be compared at the same instant, whatever happened before', () => {
  fc.assert(
    fc.property(
      fc.record({
        address: aStanding,
        prefix: aStanding,
        budgets: fc.record({ first: aBudget, long: aBudget }),
      }),
      fc.constantFrom(4, 5, 6),
      fc.constantFrom(0.5, 1, 3, 100),
      anInstant,
      (guessing, minDigits, scale, nowMs) => {
        const length = { minDigits, scale }
        const digits = digitsOfNextCode(guessing, length, nowMs)
        expect(codeLengths(minDigits)).toContain(digits)
        expect(paymentFor(guessing, digits, length, nowMs)).toBeDefined()
      },
    ),
  )
})

test('no order of wrong codes from however many networks draws more from a budget than its size and a day’s refill', () => {
  const aGuess = fc.record({
    network: fc.nat(60),
    digits: fc.constantFrom(4, 6, 8),
    afterMs: fc.oneof(fc.constant(0), fc.nat(20 * MINUTE)),
  })
  fc.assert(
    fc.property(fc.array(aGuess, { maxLength: 400 }), guesses => {
      const prefixes = new Map<number, Standing>()
      const budgets: Record<BudgetName, Budget> = { first: full.first, long: full.long }
      const drawn = { first: 0, long: 0 }
      let nowMs = 0
      for (const { network, digits, afterMs } of guesses) {
        nowMs = Math.min(DAY, nowMs + afterMs)
        const standings = {
          address: NEW_ADDRESS,
          prefix: prefixes.get(network) ?? NEW_PREFIX,
        }
        const payment = paymentFor({ ...standings, budgets }, digits, FOUR, nowMs)
        if (payment !== 'first' && payment !== 'long') continue
        const price = priceOf(digits, 1)
        prefixes.set(network, afterWrong(standings, payment, price, nowMs).prefix)
        const credit = creditAt(payment, budgets[payment], nowMs) - price
        expect(credit).toBeGreaterThanOrEqual(0)
        budgets[payment] = { credit, atMs: nowMs }
        drawn[payment] += price
      }
      for (const name of ['first', 'long'] as const)
        expect(drawn[name]).toBeLessThanOrEqual(BUDGETS[name].max + 24 * BUDGETS[name].perHour)
    }),
    { numRuns: runs(50) },
  )
})
