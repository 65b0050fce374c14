import { type ProductTerms, tenorDays } from '#domain/lending/terms.ts'
import { DEFAULT_LADDER, DEFAULT_TIERS, type Ladder, type Tiers } from '#domain/lending/tier.ts'
import {
  NEW_ACCOUNT_DAYS,
  OFFER_MIN_FROM_TENOR_DAYS,
  OFFER_OPEN_WORKING_DAYS,
  OFFER_WORKING_DAYS_MIN,
  REAPPLY_WAIT_DAYS,
} from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'

/*
 * The limits that are the lender's policy, each version from an India day on (decision 75). An order
 * keeps the values that its borrower was told, and follows no later version.
 */

export type PolicyLimits = {
  /** The wait after a denial. */
  readonly reapplyWaitDays: number
  /** The working days for which an offer stays open after its approval. */
  readonly offerWorkingDays: number
  readonly tiers: Tiers
  readonly ladder: Ladder
  /** The principal from which approving an application by hand needs a second person; null: none. */
  readonly secondPersonFrom: Paise | null
  /** The days for which an account of staff does not decide with those who made or renewed it (decision 93). */
  readonly newAccountDays: number
  /** The daily limit of looks for each role, in points; a missing role has the default (domain/staff/look-limits.ts). */
  readonly looksPerDay: Readonly<Record<string, number | undefined>>
}

/** The limits of a lender that has set none (specification §9; the last three are ours). */
export const DEFAULT_LIMITS: PolicyLimits = {
  reapplyWaitDays: REAPPLY_WAIT_DAYS,
  offerWorkingDays: OFFER_OPEN_WORKING_DAYS,
  tiers: DEFAULT_TIERS,
  ladder: DEFAULT_LADDER,
  secondPersonFrom: null,
  newAccountDays: NEW_ACCOUNT_DAYS,
  looksPerDay: {},
}

const WAIT_DAYS_MAX = 90
const OFFER_WORKING_DAYS_MAX = 30
const NEW_ACCOUNT_DAYS_MAX = 90
export const TIERS_MAX = 10
/** More repaid loans than anybody has in years. */
const LOANS_MAX = 100
/** Half of the processing fee. */
const DISCOUNT_BPS_MAX = 5_000
/** More points than anybody opens in a day. */
export const LOOKS_MAX = 10_000
/** One crore rupees: more than any loan of the product. */
const AMOUNT_MAX = 1_00_00_000_00

/** The limit that is unsound, and how. */
export type LimitsFault =
  | 'wait'
  | 'offer'
  | 'second-person'
  | 'new-account'
  | 'looks'
  | 'tier-count'
  | 'tier-loans'
  | 'tier-discounts'
  | 'ladder-loans'
  | 'ladder-amounts'

/** The fault of limits; undefined if they are sound. */
export function limitsFault(limits: PolicyLimits): LimitsFault | undefined {
  const { reapplyWaitDays, offerWorkingDays, secondPersonFrom, newAccountDays } = limits
  const { tiers, ladder, looksPerDay } = limits
  if (!isWithin(reapplyWaitDays, 0, WAIT_DAYS_MAX)) return 'wait'
  if (!isWithin(offerWorkingDays, 1, OFFER_WORKING_DAYS_MAX)) return 'offer'
  if (secondPersonFrom !== null && !isWithin(secondPersonFrom, 0, AMOUNT_MAX))
    return 'second-person'
  if (!isWithin(newAccountDays, 0, NEW_ACCOUNT_DAYS_MAX)) return 'new-account'
  const looks = Object.values(looksPerDay).filter(each => each !== undefined)
  if (!looks.every(each => isWithin(each, 1, LOOKS_MAX))) return 'looks'
  if (tiers.length > TIERS_MAX) return 'tier-count'
  const loans = tiers.map(({ loansOnTime }) => loansOnTime)
  if (!areAscending(loans, LOANS_MAX)) return 'tier-loans'
  const discounts = tiers.map(({ discount }) => discount)
  if (!areAscending(discounts, DISCOUNT_BPS_MAX)) return 'tier-discounts'
  const repaid = ladder.map(({ loansRepaid }) => loansRepaid)
  if (!areAscending(repaid, LOANS_MAX)) return 'ladder-loans'
  return areAmountsSound(ladder) ? undefined : 'ladder-amounts'
}

/** True if each rung has amounts, and none ends below the one before: more loans never open less. */
function areAmountsSound(ladder: Ladder): boolean {
  return ladder.every(
    ({ least, most }, at) =>
      isWithin(least, 1, most) && isWithin(most, ladder[at - 1]?.most ?? 1, AMOUNT_MAX),
  )
}

/**
 * The working days for which an offer on these terms stays open: those of the policy, and no fewer
 * than the law asks.
 */
export function offerWorkingDaysOf(
  terms: Pick<ProductTerms, 'periodDays' | 'instalments'>,
  { offerWorkingDays }: Pick<PolicyLimits, 'offerWorkingDays'>,
): number {
  const isBound = tenorDays(terms) >= OFFER_MIN_FROM_TENOR_DAYS
  return isBound ? Math.max(offerWorkingDays, OFFER_WORKING_DAYS_MIN) : offerWorkingDays
}

/** True if each number is a whole one above the number before it, the first above zero. */
function areAscending(numbers: readonly number[], max: number): boolean {
  return numbers.every((number, at) => isWithin(number, (numbers[at - 1] ?? 0) + 1, max))
}

function isWithin(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max
}
