/**
 * Limits how many sign-in codes are judged for unknown devices (product §10, "Login code"). A guess
 * at a four-digit code succeeds once in 10,000 tries, so every wrong code must be paid for:
 *
 * - by credit that right codes have earned for both its address and its prefix (the /24 for IPv4;
 *   the /64 and its /48 for IPv6);
 * - otherwise as one of the first two wrong codes of a prefix within a day, charged to a budget
 *   shared by all prefixes;
 * - otherwise by a smaller shared budget, after a pause for the prefix or the address that grows
 *   from minutes to an hour.
 *
 * Where none of these pays, a third budget pays for numbers that signed in from this prefix within a
 * month, so that an attacker behind the same gateway, who does not know which these are, locks none
 * of them out.
 *
 * Where nothing would pay for it, a code is not compared at all. A right code costs nothing. All
 * counts are whole thousandths of a wrong code, so that a test setup can make one cost less.
 */
export const ONE_WRONG_CODE = 1_000

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
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
export type BudgetName = 'first' | 'further' | 'home'

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
const ADDRESS_CREDIT_MOST = 10 * ONE_WRONG_CODE
const PREFIX_CREDIT_MOST = 20 * ONE_WRONG_CODE

const FIRST_STRIKES = 2 * ONE_WRONG_CODE
const STRIKES_KEPT_MS = DAY_MS
/** An honest borrower may wait behind an address from which right codes also came. */
const STRIKES_KEPT_BESIDE_RIGHTS_MS = 10 * MINUTE_MS
/** No pause for the first three strikes: a person has three tries with a code. */
const STRIKES_BEFORE_PAUSES = 3
const FIRST_PAUSE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = HOUR_MS

export const BUDGETS: Readonly<
  Record<BudgetName, { readonly most: number; readonly perHour: number }>
> = {
  first: { most: 600 * ONE_WRONG_CODE, perHour: 20 * ONE_WRONG_CODE },
  further: { most: 24 * ONE_WRONG_CODE, perHour: 2 * ONE_WRONG_CODE },
  home: { most: 24 * ONE_WRONG_CODE, perHour: ONE_WRONG_CODE },
}

/** Everything that decides whether a code from one address is judged. */
export type Guessing = {
  readonly address: Standing
  readonly prefix: Standing
  readonly budgets: Readonly<Record<BudgetName, Budget>>
  /** The number signed in from this prefix within a month. */
  readonly isHome: boolean
}

/**
 * The payment for a code if it is wrong: the credit of both, the credit of the prefix with a strike
 * for the address, or a budget.
 */
export type Payment = 'credit' | 'prefix-credit' | Exclude<BudgetName, 'home'>
/**
 * `isPaidAtHome`: a right code is let in all the same. A wrong one is charged to that budget, and
 * answered like one that was not compared, so that nobody learns whose number signed in from here.
 */
export type Admission =
  | { readonly payment: Payment }
  | { readonly waitMs: number; readonly isPaidAtHome: boolean }

/** Decides whether a code is compared and, if not, how long to wait: never longer than an hour. */
export function admission(guessing: Guessing, cost: number, nowMs: number): Admission {
  const admitted = admissionAway(guessing, cost, nowMs)
  const { isHome, budgets } = guessing
  if ('payment' in admitted) return admitted
  return { ...admitted, isPaidAtHome: isHome && creditAt('home', budgets.home, nowMs) >= cost }
}

/** As for a number that never signed in from this prefix. */
function admissionAway(
  { address, prefix, budgets }: Guessing,
  cost: number,
  nowMs: number,
): { readonly payment: Payment } | { readonly waitMs: number } {
  if (prefix.credit >= cost) {
    if (address.credit >= cost) return { payment: 'credit' }
    const waitMs = pauseLeft(address, nowMs)
    return waitMs > 0 ? { waitMs } : { payment: 'prefix-credit' }
  }
  if (strikesAt(prefix, nowMs) < FIRST_STRIKES && creditAt('first', budgets.first, nowMs) >= cost)
    return { payment: 'first' }
  const pauseMs = pauseLeft(prefix, nowMs)
  if (pauseMs > 0) return { waitMs: pauseMs }
  const missing = cost - creditAt('further', budgets.further, nowMs)
  if (missing <= 0) return { payment: 'further' }
  return {
    waitMs: Math.min(LONGEST_PAUSE_MS, Math.ceil((missing * HOUR_MS) / BUDGETS.further.perHour)),
  }
}

type Standings = Pick<Guessing, 'address' | 'prefix'>

/** Records a wrong code that was compared. Its budget, if it has one, is charged separately. */
export function afterWrong(
  { address, prefix }: Standings,
  payment: Payment,
  cost: number,
  nowMs: number,
): Standings {
  const spent = (standing: Standing): Standing => ({ ...standing, credit: standing.credit - cost })
  const struck = (standing: Standing): Standing => ({
    ...standing,
    strikes: strikesAt(standing, nowMs) + cost,
    struckAtMs: nowMs,
  })
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
    address: earned(address, EARNED_BY_RIGHT, ADDRESS_CREDIT_MOST),
    prefix: earned(prefix, ofPrefix, PREFIX_CREDIT_MOST),
  }
}

/** The credit in a budget at a given time. */
export function creditAt(name: BudgetName, { credit, atMs }: Budget, nowMs: number): number {
  const { most, perHour } = BUDGETS[name]
  return Math.min(most, credit + Math.floor((Math.max(0, nowMs - atMs) * perHour) / HOUR_MS))
}

function earned(standing: Standing, by: number, most: number): Standing {
  return { ...standing, rights: standing.rights + 1, credit: Math.min(most, standing.credit + by) }
}

function strikesAt({ rights, strikes, struckAtMs }: Standing, nowMs: number): number {
  const keptMs = rights > 0 ? STRIKES_KEPT_BESIDE_RIGHTS_MS : STRIKES_KEPT_MS
  return nowMs - struckAtMs < keptMs ? strikes : 0
}

function pauseLeft(standing: Standing, nowMs: number): number {
  const beyond = Math.floor(strikesAt(standing, nowMs) / ONE_WRONG_CODE) - STRIKES_BEFORE_PAUSES
  if (beyond < 0) return 0
  return standing.struckAtMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** beyond) - nowMs
}
