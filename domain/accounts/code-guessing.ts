/**
 * The price of a wrong sign-in code on an unknown device, and with it the length of the next code
 * (product §10, "Login code"; decision 37). A guess at a four-digit code succeeds once in 10,000
 * tries, so every wrong one must be paid for:
 *
 * - by credit that right codes have earned for both its address and its prefix (the /24 for IPv4;
 *   the /64 and its /48 for IPv6);
 * - otherwise as one of the first three of a prefix within a day, charged to a budget shared by all
 *   prefixes.
 *
 * Where nothing pays, the door stays open and a guess gets worth less: the next code has six digits,
 * of which a wrong one costs a hundredth, charged to a budget of its own and bounded for each prefix;
 * and where that does not pay either, eight digits. Those cost nothing: all the messages of a day
 * together carry fewer chances than sixty guesses at four digits.
 *
 * Nobody who knows their code is ever told to wait: a newcomer with the code and a stranger who
 * guesses differ in nothing but the code, so a limit on comparisons would refuse the one with the
 * other. What is limited is the worth of the comparisons of a day.
 *
 * All counts are whole thousandths of a wrong four-digit code, so that a test setup can make one cost
 * less.
 */
export const ONE_WRONG_CODE = 1_000

/** The lengths that follow the configured one. */
export const LONG_CODE_DIGITS = 6
export const CODE_DIGITS_MAX = 8

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The record of an address or a prefix. */
export type Standing = {
  /** The wrong codes that its right codes have earned it. */
  readonly credit: number
  /** The number of right codes that earned it credit. */
  readonly rights: number
  /**
   * Wrong codes that no credit paid for. They are forgotten after a day without another, or after
   * ten minutes where right codes came in as well.
   */
  readonly strikes: number
  readonly struckAtMs: number
}

/**
 * A budget shared by all prefixes that refills over time. It can go below zero when many codes
 * arrive at once.
 */
export type Budget = { readonly credit: number; readonly atMs: number }
export type BudgetName = 'first' | 'long'

/** Enough for two people who mistype a code behind a new address. */
export const NEW_ADDRESS: Standing = {
  credit: 2 * ONE_WRONG_CODE,
  rights: 0,
  strikes: 0,
  struckAtMs: 0,
}
export const NEW_PREFIX: Standing = { credit: 0, rights: 0, strikes: 0, struckAtMs: 0 }

/** One person in a hundred mistypes a code; forty right codes earn one wrong one. */
const EARNED_BY_RIGHT = 25
/**
 * A prefix earns more with its first right codes, so that a few early mistypes do not use up its
 * credit.
 */
const PREFIX_BEGINNING = [
  { rights: 4, each: 250 },
  { rights: 44, each: 100 },
]
const ADDRESS_CREDIT_MAX = 10 * ONE_WRONG_CODE
const PREFIX_CREDIT_MAX = 20 * ONE_WRONG_CODE

/**
 * Three wrong codes of the configured length, and beyond them about twenty of six digits. The last of
 * each is kept for the third try with a code: no further code of that length is sent.
 */
const FIRST_STRIKES_MAX = 3 * ONE_WRONG_CODE
const LONG_STRIKES_MAX = FIRST_STRIKES_MAX + (20 * ONE_WRONG_CODE) / 100
const STRIKES_KEPT_MS = DAY_MS
/** An honest borrower may mistype behind an address from which right codes also came. */
const STRIKES_KEPT_BESIDE_RIGHTS_MS = HOUR_MS / 6

/**
 * `reserve`: below this a budget still pays for codes that are being typed, and no further code of
 * its length is sent. An attacker has to empty the whole reserve each time.
 */
export const BUDGETS: Readonly<
  Record<BudgetName, { readonly max: number; readonly perHour: number; readonly reserve: number }>
> = {
  first: { max: 180 * ONE_WRONG_CODE, perHour: 7 * ONE_WRONG_CODE, reserve: 45 * ONE_WRONG_CODE },
  long: { max: 40 * ONE_WRONG_CODE, perHour: 1 * ONE_WRONG_CODE, reserve: 10 * ONE_WRONG_CODE },
}

/** Everything that decides the price of a code from one address. */
export type Guessing = {
  readonly address: Standing
  readonly prefix: Standing
  readonly budgets: Readonly<Record<BudgetName, Budget>>
}

/**
 * The payment for a code if it is wrong: the credit of both, the credit of the prefix with a strike
 * for the address, a budget, or nothing at all.
 */
export type Payment = 'credit' | 'prefix-credit' | BudgetName | 'free'

/** The configured length, and how much `LIMIT_SCALE` lowers the price of a wrong code. */
export type CodeLength = { readonly minDigits: number; readonly scale: number }

/** The price of a wrong code of so many digits, in thousandths of one of four digits. */
export function priceOf(digits: number, scale: number): number {
  if (digits >= CODE_DIGITS_MAX) return 0
  // A test setup may loosen the limit, but never make a wrong code cost more than one.
  const worth = ONE_WRONG_CODE / 10 ** Math.max(0, digits - 4)
  return Math.max(1, Math.round(worth / Math.max(1, scale)))
}

/** The payment for a code of so many digits; undefined where it must not be compared, because nothing would pay if it is wrong. */
export function paymentFor(
  guessing: Guessing,
  digits: number,
  length: CodeLength,
  nowMs: number,
): Payment | undefined {
  return paidFor(guessing, { digits, isSent: true }, length, nowMs)
}

/** The digits of the next code for this address: the fewest for which a wrong one is paid. */
export function digitsOfNextCode(guessing: Guessing, length: CodeLength, nowMs: number): number {
  const isPaid = (digits: number) =>
    paidFor(guessing, { digits, isSent: false }, length, nowMs) !== undefined
  return codeLengths(length.minDigits).find(isPaid) ?? CODE_DIGITS_MAX
}

/** All lengths that codes may have, from the configured one on. */
export function codeLengths(minDigits: number): readonly number[] {
  return [minDigits, ...[LONG_CODE_DIGITS, CODE_DIGITS_MAX].filter(each => each > minDigits)]
}

function paidFor(
  { address, prefix, budgets }: Guessing,
  { digits, isSent }: { readonly digits: number; readonly isSent: boolean },
  { minDigits, scale }: CodeLength,
  nowMs: number,
): Payment | undefined {
  const price = priceOf(digits, scale)
  if (price === 0) return 'free'
  const isFirst = digits <= minDigits
  const strikesMost = (isFirst ? FIRST_STRIKES_MAX : LONG_STRIKES_MAX) - (isSent ? 0 : price)
  const mayStrike = (standing: Standing) => strikesAt(standing, nowMs) + price <= strikesMost
  if (prefix.credit >= price) {
    if (address.credit >= price) return 'credit'
    return mayStrike(address) ? 'prefix-credit' : undefined
  }
  const name = isFirst ? 'first' : 'long'
  const reserve = isSent ? 0 : BUDGETS[name].reserve
  const hasBudget = creditAt(name, budgets[name], nowMs) - reserve >= price
  return mayStrike(prefix) && hasBudget ? name : undefined
}

type Standings = Pick<Guessing, 'address' | 'prefix'>

/** Records a wrong code that was compared. Its budget, if it has one, is charged separately. */
export function afterWrong(
  { address, prefix }: Standings,
  payment: Payment,
  price: number,
  nowMs: number,
): Standings {
  const spent = (standing: Standing): Standing => ({ ...standing, credit: standing.credit - price })
  const struck = (standing: Standing): Standing => ({
    ...standing,
    strikes: strikesAt(standing, nowMs) + price,
    struckAtMs: nowMs,
  })
  if (payment === 'free') return { address, prefix }
  if (payment === 'credit') return { address: spent(address), prefix: spent(prefix) }
  if (payment === 'prefix-credit') return { address: struck(address), prefix: spent(prefix) }
  return { address, prefix: struck(prefix) }
}

/**
 * Records the first right code of a number today. Counting each number once keeps an attacker from
 * earning much credit with a few numbers of their own.
 */
export function afterRight({ address, prefix }: Standings): Standings {
  const ofPrefix =
    PREFIX_BEGINNING.find(({ rights }) => prefix.rights < rights)?.each ?? EARNED_BY_RIGHT
  return {
    address: earned(address, EARNED_BY_RIGHT, ADDRESS_CREDIT_MAX),
    prefix: earned(prefix, ofPrefix, PREFIX_CREDIT_MAX),
  }
}

/** The credit in a budget at a given time. */
export function creditAt(name: BudgetName, { credit, atMs }: Budget, nowMs: number): number {
  const { max, perHour } = BUDGETS[name]
  return Math.min(max, credit + Math.floor((Math.max(0, nowMs - atMs) * perHour) / HOUR_MS))
}

function earned(standing: Standing, by: number, max: number): Standing {
  return { ...standing, rights: standing.rights + 1, credit: Math.min(max, standing.credit + by) }
}

function strikesAt({ rights, strikes, struckAtMs }: Standing, nowMs: number): number {
  const keptMs = rights > 0 ? STRIKES_KEPT_BESIDE_RIGHTS_MS : STRIKES_KEPT_MS
  return nowMs - struckAtMs < keptMs ? strikes : 0
}
