import { describe, expect, test } from 'vitest'
import {
  admission,
  afterRight,
  afterWrong,
  BUDGETS,
  type Budget,
  type BudgetName,
  creditAt,
  NEW_ADDRESS,
  NEW_PREFIX,
  ONE_WRONG_CODE,
  type Standing,
} from '#domain/accounts/code-guessing.ts'

const full = {
  first: { credit: 600_000, atMs: 0 },
  further: { credit: 24_000, atMs: 0 },
  home: { credit: 24_000, atMs: 0 },
}
const nothing = { credit: 0, atMs: 0 }
const empty = { first: nothing, further: nothing, home: nothing }
const standing = (about: Partial<Standing> = {}): Standing => ({ ...NEW_PREFIX, ...about })

/** The table of decision 37, in thousandths of a wrong code. */
describe('what pays for a wrong code', () => {
  const asks = (
    address: Partial<Standing>,
    prefix: Partial<Standing>,
    nowMs = 0,
    budgets: Record<BudgetName, Budget> = full,
    isHome = false,
  ) =>
    admission(
      { address: standing(address), prefix: standing(prefix), budgets, isHome },
      1_000,
      nowMs,
    )
  const struck = { strikes: 2_000, struckAtMs: 0 }

  test('the credit of both, if each has enough for one', () => {
    expect(asks({ credit: 1_000 }, { credit: 1_000 })).toEqual({ payment: 'credit' })
    expect(asks({ credit: 999 }, { credit: 1_000 })).toEqual({ payment: 'prefix-credit' })
    expect(asks({ credit: 1_000 }, { credit: 999 })).toEqual({ payment: 'first' })
    expect(NEW_ADDRESS.credit).toBe(2_000)
  })

  test('an address without credit waits after three wrong codes, whatever its prefix has', () => {
    const struckBy = (strikes: number, nowMs: number) =>
      asks({ strikes, struckAtMs: 0 }, { credit: 1_000 }, nowMs)
    expect(struckBy(2_000, 0)).toEqual({ payment: 'prefix-credit' })
    expect(struckBy(3_000, 0)).toMatchObject({ waitMs: 2 * MINUTE })
    expect(struckBy(3_000, 2 * MINUTE - 1)).toMatchObject({ waitMs: 1 })
    expect(struckBy(3_000, 2 * MINUTE)).toEqual({ payment: 'prefix-credit' })
    expect(struckBy(5_000, MINUTE)).toMatchObject({ waitMs: 7 * MINUTE })
  })

  test('the first two of a prefix in a day, or in ten minutes beside right codes', () => {
    expect(asks({}, { strikes: 1_999, struckAtMs: 0 })).toEqual({ payment: 'first' })
    expect(asks({}, struck, 0)).toEqual({ payment: 'further' })
    expect(asks({}, struck, DAY - 1)).toEqual({ payment: 'further' })
    expect(asks({}, struck, DAY)).toEqual({ payment: 'first' })
    expect(asks({}, { ...struck, rights: 1 }, 10 * MINUTE - 1)).toEqual({ payment: 'further' })
    expect(asks({}, { ...struck, rights: 1 }, 10 * MINUTE)).toEqual({ payment: 'first' })
  })

  test('the budget of first ones, then that of further ones, then nothing until it has refilled', () => {
    const left = (first: number, further: number) => ({
      first: { credit: first, atMs: 0 },
      further: { credit: further, atMs: 0 },
      home: nothing,
    })
    expect(asks({}, {}, 0, left(1_000, 0))).toEqual({ payment: 'first' })
    expect(asks({}, {}, 0, left(999, 1_000))).toEqual({ payment: 'further' })
    // Two an hour: half an hour for a whole one, and at most an hour's wait.
    expect(asks({}, {}, 0, left(999, 0))).toMatchObject({ waitMs: 30 * MINUTE })
    expect(asks({}, {}, 0, left(999, 500))).toMatchObject({ waitMs: 15 * MINUTE })
    expect(asks({}, {}, 0, left(999, -5_000))).toMatchObject({ waitMs: HOUR })
    expect(asks({}, { strikes: 4_000, struckAtMs: 0 }, MINUTE, empty)).toMatchObject({
      waitMs: 3 * MINUTE,
    })
  })

  test('a budget of its own, last, for a number that signed in from this prefix before', () => {
    const paused = { strikes: 4_000, struckAtMs: 0 }
    const atHome = (home: number) => ({ ...empty, home: { credit: home, atMs: 0 } })
    const waits = (isPaidAtHome: boolean) => ({ waitMs: 4 * MINUTE, isPaidAtHome })
    expect(asks({}, paused, 0, full, true)).toEqual(waits(true))
    expect(asks({}, paused, 0, atHome(1_000), true)).toEqual(waits(true))
    expect(asks({}, paused, 0, atHome(999), true)).toEqual(waits(false))
    expect(asks({}, paused, 0, full, false)).toEqual(waits(false))
    expect(asks({}, {}, 0, full, true)).toEqual({ payment: 'first' })
    expect(creditAt('home', nothing, 30 * HOUR)).toBe(24_000)
    expect(creditAt('home', nothing, HOUR)).toBe(1_000)
  })

  test('budgets refill by the hour, up to their size, and never shrink', () => {
    expect(creditAt('first', { credit: 0, atMs: HOUR }, 1.5 * HOUR)).toBe(10_000)
    expect(creditAt('first', { credit: 0, atMs: 0 }, 31 * HOUR)).toBe(600_000)
    expect(creditAt('further', { credit: -1_000, atMs: 0 }, HOUR)).toBe(1_000)
    expect(creditAt('further', { credit: 23_000, atMs: 0 }, HOUR)).toBe(24_000)
    expect(creditAt('further', { credit: 5, atMs: HOUR }, 0)).toBe(5)
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
    for (const budget of ['first', 'further'] as const) {
      const once = afterWrong(both, budget, 1_000, DAY)
      expect(once).toEqual({
        address: both.address,
        prefix: { ...both.prefix, strikes: 1_000, struckAtMs: DAY },
      })
      const twice = afterWrong(once, budget, 1_000, DAY + MINUTE)
      expect(twice.prefix).toMatchObject({ strikes: 2_000, struckAtMs: DAY + MINUTE })
    }
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

/** Simulating some hundred thousand sign-ins takes several seconds on a busy machine. */
const SIMULATED_MS = 120_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A seeded generator: the same numbers between 0 and 1 in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** The state that the rule works on: every address, every prefix, and the shared budgets. */
function product() {
  const addresses = new Map<string, Standing>()
  const prefixes = new Map<string, Standing>()
  const budgets: Record<BudgetName, Budget> = {
    first: { credit: BUDGETS.first.most, atMs: 0 },
    further: { credit: BUDGETS.further.most, atMs: 0 },
    home: { credit: BUDGETS.home.most, atMs: 0 },
  }
  return {
    /** Submits a code for a number that nobody has signed in with today. */
    show(
      prefix: string,
      address: string,
      isRight: boolean,
      nowMs: number,
    ): 'right' | 'wrong' | { waitMs: number } {
      const standings = {
        address: addresses.get(address) ?? NEW_ADDRESS,
        prefix: prefixes.get(prefix) ?? NEW_PREFIX,
      }
      const admitted = admission({ ...standings, budgets, isHome: false }, ONE_WRONG_CODE, nowMs)
      if ('waitMs' in admitted) return admitted
      const { payment } = admitted
      const after = isRight
        ? afterRight(standings)
        : afterWrong(standings, payment, ONE_WRONG_CODE, nowMs)
      addresses.set(address, after.address)
      prefixes.set(prefix, after.prefix)
      if (!isRight && (payment === 'first' || payment === 'further'))
        budgets[payment] = {
          credit: creditAt(payment, budgets[payment], nowMs) - ONE_WRONG_CODE,
          atMs: nowMs,
        }
      return isRight ? 'right' : 'wrong'
    },
  }
}
type Product = ReturnType<typeof product>

const MISTYPED = 0.01
/** Somebody who mistyped a code is more likely than others to mistype the next one. */
const MISTYPED_AGAIN = 0.1

/**
 * The networks of honest borrowers: most behind the gateways of mobile operators, some with an IPv6
 * network per phone, some on lines of their own in prefixes with few other borrowers.
 */
function home(random: () => number): { prefix: string; address: string } {
  const kind = random()
  const pick = (most: number) => Math.floor(most * random() ** 2)
  if (kind < 0.5) {
    const prefix = `nat-${pick(120)}`
    return { prefix, address: `${prefix}.${pick(40)}` }
  }
  if (kind < 0.75) {
    const prefix = `v6-${pick(400)}`
    return { prefix, address: `${prefix}:${pick(100_000)}` }
  }
  const prefix = `line-${pick(8_000)}`
  return { prefix, address: `${prefix}.${pick(250)}` }
}

/** Signs a borrower in, mistyped codes included. Returns whether the rule ever made them wait. */
function signIn(
  at: Product,
  where: { prefix: string; address: string },
  random: () => number,
  nowMs: number,
): boolean {
  let tries = 1
  for (let odds = MISTYPED; random() < odds && tries < 3; odds = MISTYPED_AGAIN) {
    if (typeof at.show(where.prefix, where.address, false, nowMs + tries * 10_000) === 'object')
      return false
    tries += 1
  }
  return at.show(where.prefix, where.address, true, nowMs + tries * 10_000) === 'right'
}

/**
 * Guesses from the addresses of 200 /24 prefixes in turn, as often as the rule allows. Returns the
 * number of guesses that were judged.
 */
function guessEverywhere(
  at: Product,
  nowMs: number,
  prefixOf = (index: number) => `attack-${index}`,
): number {
  let judged = 0
  for (let prefix = 0; prefix < 200; prefix += 1)
    for (let address = 0; address < 10; address += 1)
      while (at.show(prefixOf(prefix), `${prefixOf(prefix)}.${address}`, false, nowMs) === 'wrong')
        judged += 1
  return judged
}

const SIGN_INS_A_DAY = 100_000
const SPACING = DAY / SIGN_INS_A_DAY

describe('a campaign over many numbers', () => {
  test(
    'from 2,000 addresses in 200 /24s has at most 500 guesses judged in 24 hours',
    () => {
      const at = product()
      let judged = 0
      for (let nowMs = 0; nowMs < DAY; nowMs += 10 * MINUTE) judged += guessEverywhere(at, nowMs)
      expect(judged).toBeLessThanOrEqual(500)
      // The rule must not block everybody: honest mistypes are still judged.
      expect(judged).toBeGreaterThan(100)
    },
    SIMULATED_MS,
  )

  test('from one address has few guesses judged', () => {
    const at = product()
    let judged = 0
    for (let nowMs = 0; nowMs < DAY; nowMs += MINUTE)
      while (at.show('one', 'one.1', false, nowMs) === 'wrong') judged += 1
    expect(judged).toBeLessThanOrEqual(30)
  })

  test('from any number of prefixes is bounded by a total of 0.15 entries a day', () => {
    const at = product()
    let judged = 0
    for (let index = 0; index < 100_000; index += 1)
      if (at.show(`wide-${index}`, `wide-${index}.1`, false, (index / 100_000) * DAY) === 'wrong')
        judged += 1
    expect(judged).toBeLessThanOrEqual(1_500)
  })

  test('gains almost nothing from a burst of sign-ins with the attacker’s own numbers', () => {
    const at = product()
    for (let own = 0; own < 100; own += 1) at.show('own', 'own.1', true, 0)
    let judged = 0
    while (at.show('own', 'own.1', false, 0) === 'wrong') judged += 1
    expect(judged).toBeLessThanOrEqual(10)
  })
})

test.each([1, 2])(
  'none of 100,000 honest sign-ins a day has to wait, on the first day or later (%s)',
  seed => {
    const at = product()
    const random = dice(seed)
    let made = 0
    for (let count = 0; count < 2 * SIGN_INS_A_DAY; count += 1)
      if (!signIn(at, home(random), random, count * SPACING)) made += 1
    expect(made).toBe(0)
  },
  SIMULATED_MS,
)

test(
  'during a campaign guesses stay bounded, and owners on new devices elsewhere sign in within ten minutes',
  () => {
    const at = product()
    const random = dice(4)
    let judged = 0
    let delayed = 0
    let waiting = 0
    const late: { prefix: string; address: string; againMs: number }[] = []
    for (let count = 0; count < SIGN_INS_A_DAY; count += 1) {
      const nowMs = count * SPACING
      if (count % 1_000 === 0) judged += guessEverywhere(at, nowMs)
      const where = home(random)
      if (!signIn(at, where, random, nowMs)) late.push({ ...where, againMs: nowMs + 10 * MINUTE })
      while (late[0] && late[0].againMs <= nowMs) {
        const { prefix, address } = late.shift() ?? where
        delayed += 1
        if (at.show(prefix, address, true, nowMs) !== 'right') waiting += 1
      }
    }
    expect(judged).toBeLessThanOrEqual(500)
    // On the very first day, before anybody has earned credit, fewer than one in a thousand are
    // delayed.
    expect(delayed).toBeLessThan(SIGN_INS_A_DAY / 1_000)
    // Only somebody who mistypes twice where no right code was ever entered waits longer than ten
    // minutes: one in ten thousand.
    expect(waiting).toBeLessThanOrEqual(SIGN_INS_A_DAY / 10_000)
    for (let index = 0; index < 1_000; index += 1)
      expect(at.show(`new-${index}`, `new-${index}.1`, true, DAY)).toBe('right')
  },
  SIMULATED_MS,
)

test('guessers and borrowers who share a busy prefix do not cause each other pauses', () => {
  const at = product()
  for (let count = 0; count < 2_000; count += 1)
    at.show('busy', `busy.${count % 20}`, true, count * MINUTE)
  const nowMs = 2_000 * MINUTE
  let judged = 0
  while (at.show('busy', 'busy.200', false, nowMs) === 'wrong') judged += 1
  expect(judged).toBeLessThanOrEqual(2 + 3)
  expect(at.show('busy', 'busy.200', true, nowMs)).toMatchObject({ waitMs: expect.any(Number) })
  expect(at.show('busy', 'busy.7', false, nowMs)).toBe('wrong')
  expect(at.show('busy', 'busy.7', true, nowMs)).toBe('right')
})

test('pauses grow from two minutes to at most an hour, and end without any action', () => {
  const at = product()
  let nowMs = 0
  const waits: number[] = []
  while (waits.length < 12) {
    const answer = at.show('one', 'one.1', false, nowMs)
    if (typeof answer !== 'object') continue
    waits.push(answer.waitMs / MINUTE)
    nowMs += answer.waitMs
  }
  expect(waits.slice(0, 6)).toEqual([2, 4, 8, 16, 32, 60])
  expect(Math.max(...waits)).toBe(60)
})

test('three tries with one code are judged without a pause', () => {
  const at = product()
  expect([1, 2, 3].map(second => at.show('one', 'one.1', false, second))).toEqual([
    'wrong',
    'wrong',
    'wrong',
  ])
})
