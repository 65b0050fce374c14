/**
 * Days of sign-ins on the rules alone: honest ones in peace, and newcomers while thousands of networks
 * guess (decision 37). The clock is a number, and chance a seed.
 */
import { describe, expect, test } from 'vitest'
import {
  afterRight,
  afterWrong,
  BUDGETS,
  type Budget,
  type BudgetName,
  creditAt,
  digitsOfNextCode,
  NEW_ADDRESS,
  NEW_PREFIX,
  paymentFor,
  priceOf,
  type Standing,
} from '#domain/accounts/code-guessing.ts'
import { codesKeptForNetwork } from '#domain/accounts/code-pace.ts'
import { WORK_PARTS, workBits } from '#domain/accounts/proof-of-work.ts'
import { LOGIN_CODE_TRIES, WORK_BITS } from '#domain/limits.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const FOUR = { minDigits: 4, scale: 1 }
/** The default of CODES_PER_DAY. */
const CODES_A_DAY = 200_000

/** A seeded generator: the same numbers between 0 and 1 in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Where = { readonly prefix: string; readonly address: string }

/** The state on which the rules work: every network, the shared budgets, and the codes of the day. */
function product() {
  const addresses = new Map<string, Standing>()
  const prefixes = new Map<string, Standing>()
  const budgets: Record<BudgetName, Budget> = {
    first: { credit: BUDGETS.first.max, atMs: 0 },
    long: { credit: BUDGETS.long.max, atMs: 0 },
  }
  const codesOfNetwork = new Map<string, number>()
  let sentCount = 0
  let sentOfKept = 0
  const guessingAt = ({ prefix, address }: Where) => ({
    address: addresses.get(address) ?? NEW_ADDRESS,
    prefix: prefixes.get(prefix) ?? NEW_PREFIX,
    budgets,
  })
  return {
    /** The digits of a code that is sent; undefined where none is. */
    send(where: Where, nowMs: number): number | undefined {
      const guessing = guessingAt(where)
      if (sentCount < CODES_A_DAY / 2) sentCount += 1
      else {
        const had = codesOfNetwork.get(where.prefix) ?? 0
        const max = codesKeptForNetwork(guessing.prefix.rights)
        if (had >= max || sentOfKept >= CODES_A_DAY / 2) return undefined
        codesOfNetwork.set(where.prefix, had + 1)
        sentOfKept += 1
      }
      return digitsOfNextCode(guessing, FOUR, nowMs)
    },
    /** Enters a code for a number without a sign-in today; false where it is not compared. */
    enter(where: Where, digits: number, isRight: boolean, nowMs: number): boolean {
      const guessing = guessingAt(where)
      const payment = paymentFor(guessing, digits, FOUR, nowMs)
      if (payment === undefined) return false
      const price = priceOf(digits, 1)
      const after = isRight ? afterRight(guessing) : afterWrong(guessing, payment, price, nowMs)
      addresses.set(where.address, after.address)
      prefixes.set(where.prefix, after.prefix)
      if (!isRight && (payment === 'first' || payment === 'long'))
        budgets[payment] = {
          credit: creditAt(payment, budgets[payment], nowMs) - price,
          atMs: nowMs,
        }
      return true
    },
  }
}
type Product = ReturnType<typeof product>

const MISTYPED = 0.01
/** A person who mistyped a code is more likely than others to mistype the next one. */
const MISTYPED_AGAIN = 0.1

/**
 * The networks of honest borrowers: most behind the gateways of mobile operators, some with an IPv6
 * network per phone, some on lines of their own in prefixes with few other borrowers.
 */
function home(random: () => number): Where {
  const kind = random()
  const pick = (max: number) => Math.floor(max * random() ** 2)
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

/** Half a minute to get the message and find the code, as in peace. */
const READING_S = 30
const SMS_S = 10
const A_DIGIT_S = 0.7
/** A basic phone: 2,500 rounds of PBKDF2 take it five thousandths of a second. */
const A_HASH_S = 0.005

/** The seconds of a proof of work: each part is searched until chance ends it. */
function workSeconds(bits: number, random: () => number): number {
  let hashes = 0
  for (let part = 0; part < WORK_PARTS; part += 1)
    hashes += Math.ceil(Math.log(1 - random()) / Math.log(1 - 2 ** -bits))
  return hashes * A_HASH_S
}

/**
 * Signs somebody in who knows their code, while proofs of work are asked for. Returns how many seconds
 * more it took than in peace.
 */
function signInUnderAttack(at: Product, where: Where, random: () => number, nowMs: number): number {
  let seconds = 0
  const now = () => nowMs + seconds * 1_000
  const ask = () => {
    const digits = at.send(where, now())
    if (digits === undefined) throw new Error('no code was sent')
    seconds += workSeconds(workBits(WORK_BITS, digits, 4), random) + (digits - 4) * A_DIGIT_S
    return digits
  }
  let digits = ask()
  const enter = (isRight: boolean) => {
    seconds += workSeconds(WORK_BITS, random)
    // A code that became too short while it was typed is replaced at once by a longer one.
    while (!at.enter(where, digits, isRight, now() + READING_S * 1_000)) {
      digits = ask()
      seconds += SMS_S + digits * A_DIGIT_S + workSeconds(WORK_BITS, random)
    }
  }
  for (let odds = MISTYPED; random() < odds; odds = MISTYPED_AGAIN) enter(false)
  enter(true)
  return seconds
}

const whereIs = (prefix: string): Where => ({ prefix, address: `${prefix}.1` })

type Judged = Record<number, number>

/** Three guesses at a code; counts those that are compared, by its length. */
function guess(
  at: Product,
  where: Where,
  digits: number | undefined,
  nowMs: number,
  judged: Judged,
) {
  if (digits === undefined) return
  for (let time = 0; time < LOGIN_CODE_TRIES; time += 1)
    if (at.enter(where, digits, false, nowMs)) judged[digits] = (judged[digits] ?? 0) + 1
}

/** The instants at which a network requests codes, and guesses. */
type Visit = { readonly network: number; readonly asksMs: number; readonly entersMs: number }
const CAMPAIGNS: Readonly<Record<string, (networks: number) => Visit[]>> = {
  'at once, at the beginning of the day': networks =>
    visits(networks, 3, network => ({ asksMs: network, entersMs: network })),
  'evenly over the day': networks =>
    visits(networks, 6, (network, time) => {
      const at = ((time + network / networks) * DAY) / 6
      return { asksMs: at, entersMs: at }
    }),
  'with codes that all of them hold, entered in one second each six hours': networks =>
    visits(networks, 4, (network, time) => {
      const entersMs = time * 6 * 60 * MINUTE + 5 * MINUTE
      return { asksMs: entersMs - 4 * MINUTE - network, entersMs }
    }),
  'one network a second, as soon as anything pays': networks =>
    visits(networks, 4, (network, time) => {
      const at = ((time * networks + network) * 1_000) % DAY
      return { asksMs: at, entersMs: at + 1 }
    }),
}

function visits(
  networks: number,
  times: number,
  when: (network: number, time: number) => Omit<Visit, 'network'>,
): Visit[] {
  return Array.from({ length: networks * times }, (_, index) => {
    const network = index % networks
    return { network, ...when(network, Math.floor(index / networks)) }
  })
}

const NEWCOMERS = 2_000

/** A day on which newcomers from networks of their own sign in among the guesses. */
function campaign(visits: readonly Visit[]) {
  const at = product()
  const random = dice(7)
  const judged: Judged = {}
  const delays: number[] = []
  const attack = ({ network, asksMs, entersMs }: Visit) => {
    const where = whereIs(`attack-${network}`)
    let digits: number | undefined
    const asks = () => {
      digits = at.send(where, asksMs)
    }
    return [
      { atMs: asksMs, act: asks },
      { atMs: entersMs, act: () => guess(at, where, digits, entersMs, judged) },
    ]
  }
  const newcomers = Array.from({ length: NEWCOMERS }, (_, newcomer) => {
    const where = whereIs(`new-${newcomer}`)
    const atMs = ((newcomer + 0.5) * DAY) / NEWCOMERS
    return { atMs, act: () => delays.push(signInUnderAttack(at, where, random, atMs)) }
  })
  const events = [...visits.flatMap(attack), ...newcomers]
  for (const { act } of events.sort((one, other) => one.atMs - other.atMs)) act()
  const sorted = delays.sort((one, other) => one - other)
  const worth = Object.entries(judged).reduce(
    (sum, [digits, count]) => sum + count / 10 ** (Number(digits) - 4),
    0,
  )
  return { judged, worth, p99: sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0 }
}

describe.each([314, 10_000])('a campaign of %i networks', networks => {
  test.each(Object.entries(CAMPAIGNS))(
    'that guess %s gets the worth of at most 500 guesses in a day, and newcomers sign in within 60 seconds more',
    (_name, visitsOf) => {
      const { judged, worth, p99 } = campaign(visitsOf(networks))
      expect(worth).toBeLessThanOrEqual(500)
      expect(judged[4] ?? 0).toBeLessThanOrEqual(348)
      expect(p99).toBeLessThanOrEqual(60)
    },
  )
})

test('one network gets three guesses at four digits and twenty at six, whatever it requests', () => {
  const at = product()
  const judged: Judged = {}
  const where = whereIs('one')
  for (let minute = 0; minute < 600; minute += 1)
    guess(at, where, at.send(where, minute * MINUTE), minute * MINUTE, judged)
  expect(judged).toMatchObject({ 4: 3, 6: 20 })
})

test('a burst of sign-ins with the attacker’s own numbers gains almost nothing', () => {
  const at = product()
  const where = whereIs('own')
  for (let time = 0; time < 100; time += 1) at.enter(where, 4, true, 0)
  const judged: Judged = {}
  for (let time = 0; time < 100; time += 1) guess(at, where, at.send(where, 0), 0, judged)
  expect(judged[4]).toBeLessThanOrEqual(10)
})

test('a guesser behind a busy gateway makes its people’s codes no longer', () => {
  const at = product()
  for (let count = 0; count < 2_000; count += 1)
    at.enter({ prefix: 'busy', address: `busy.${count % 20}` }, 4, true, count * MINUTE)
  const nowMs = 2_000 * MINUTE
  const judged: Judged = {}
  const guesser = { prefix: 'busy', address: 'busy.200' }
  for (let time = 0; time < 100; time += 1)
    guess(at, guesser, at.send(guesser, nowMs), nowMs, judged)
  expect(judged[4]).toBeLessThanOrEqual(2 + 3)
  expect(at.send({ prefix: 'busy', address: 'busy.7' }, nowMs)).toBe(4)
})

const SIGN_INS_A_DAY = 100_000

test.each([1, 2])(
  'in peace 100,000 sign-ins a day have four digits, but for five in networks where two mistyped and nobody signed in (%s)',
  seed => {
    const at = product()
    const random = dice(seed)
    let longer = 0
    for (let count = 0; count < SIGN_INS_A_DAY; count += 1) {
      const nowMs = (count / SIGN_INS_A_DAY) * DAY
      const where = home(random)
      if (at.send(where, nowMs) !== 4) longer += 1
      if (random() < MISTYPED) at.enter(where, 4, false, nowMs + 10_000)
      if (!at.enter(where, 4, true, nowMs + 20_000)) longer += 1
    }
    expect(longer).toBeLessThanOrEqual(5)
  },
  120_000,
)
