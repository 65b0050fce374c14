import { MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { type Paise, roundHalfUpToPaisa } from '#domain/money.ts'

/*
 * The automatic decision: a pure set of rules over an application. Every rule that applies is
 * recorded, and on a denial reported to the borrower (product §6; age, occupation and income are
 * recorded before any loan: RBI DLD 7(i)).
 */

/** The month over which instalments are counted against income. */
const DAYS_PER_MONTH = 30n

/** The figures of the rules that are the lender's policy (decision 62). The others are law. */
export type DecisionFigures = {
  /**
   * Shares of monthly income: at most the first is approved, above the second is denied, and a person
   * reviews anything in between.
   */
  readonly affordablePercent: number
  readonly outOfReachPercent: number
  /**
   * A loan that was overdue for longer than the first is referred to a person; longer than the second
   * is a reason for denial.
   */
  readonly lateDaysToLookAt: number
  readonly lateDaysToDeny: number
}

/** The figures of a lender that has set none (product §6). */
export const DEFAULT_FIGURES: DecisionFigures = {
  affordablePercent: 50,
  outOfReachPercent: 70,
  lateDaysToLookAt: 7,
  lateDaysToDeny: 30,
}

/** The maximum share of the income: nobody can repay more. */
const PERCENT_MAX = 100
const LATE_DAYS_MAX = 365

/** True if figures are whole, in bounds, and deny later than they refer. */
export function areSound(figures: DecisionFigures): boolean {
  const { affordablePercent, outOfReachPercent, lateDaysToLookAt, lateDaysToDeny } = figures
  const areWhole = Object.values(figures).every(value => Number.isInteger(value) && value >= 0)
  return (
    areWhole &&
    affordablePercent >= 1 &&
    affordablePercent <= outOfReachPercent &&
    outOfReachPercent <= PERCENT_MAX &&
    lateDaysToLookAt <= lateDaysToDeny &&
    lateDaysToDeny <= LATE_DAYS_MAX
  )
}

export type Application = {
  readonly ageYears: number
  readonly isIdentityVerified: boolean
  /** The agreement of the names on Aadhaar and PAN. */
  readonly namesAgree: 'same' | 'close' | 'different'
  readonly faceCheck: 'passed' | 'needs-a-look'
  /** The agreement of the two cards with each other and with what the borrower confirmed. */
  readonly cardsCheck: 'passed' | 'needs-a-look'
  readonly monthlyIncome: Paise
  readonly monthlyObligations: Paise
  /** The instalment as the borrower will pay it, and its interval. */
  readonly instalment: Paise
  readonly instalments: number
  readonly periodDays: number
  readonly otherRunningOrders: number
  /** The longest that any earlier loan was overdue, in days. */
  readonly worstOverdueDays: number
  /** The loan that was repaid last had a hardship plan. */
  readonly hadHardshipPlan: boolean
}

/** The reasons why an application is denied, or why a person must review it. */
export const DECISION_REASONS = [
  'under-age',
  'identity-unverified',
  'names-differ',
  'names-need-a-look',
  'face-needs-a-look',
  'cards-need-a-look',
  'no-income',
  'instalment-too-high',
  'instalment-needs-a-look',
  'order-in-progress',
  'was-long-overdue',
  'was-overdue',
  'had-hardship-plan',
  'reviewed-by-a-person',
] as const
export type DecisionReason = (typeof DECISION_REASONS)[number]

/** The reason that is stored under this name; undefined for one of an earlier version. */
export function decisionReason(name: string): DecisionReason | undefined {
  return DECISION_REASONS.find(each => each === name)
}

/** A reason with its figures, amounts in paise. */
export type StatedReason = {
  readonly reason: DecisionReason
  readonly details: Readonly<Record<string, number>>
}

export type Decision =
  | { readonly outcome: 'approve' }
  | { readonly outcome: 'deny'; readonly reasons: readonly StatedReason[] }
  | { readonly outcome: 'refer'; readonly reasons: readonly StatedReason[] }

type Rule = {
  readonly reason: DecisionReason
  readonly outcome: 'deny' | 'refer'
  readonly holds: (application: Application, figures: DecisionFigures) => boolean
  readonly details?: (application: Application, figures: DecisionFigures) => StatedReason['details']
}

const withInstalment = ({ instalment }: Application) => ({ instalment })

/** The rules, in the order in which their reasons are reported. */
export const decisionRules: readonly Rule[] = [
  {
    reason: 'under-age',
    outcome: 'deny',
    holds: ({ ageYears }) => ageYears < MINIMUM_AGE_YEARS,
    details: () => ({ years: MINIMUM_AGE_YEARS }),
  },
  {
    reason: 'identity-unverified',
    outcome: 'deny',
    holds: ({ isIdentityVerified }) => !isIdentityVerified,
  },
  {
    reason: 'names-differ',
    outcome: 'deny',
    holds: ({ namesAgree }) => namesAgree === 'different',
  },
  {
    reason: 'order-in-progress',
    outcome: 'deny',
    holds: ({ otherRunningOrders }) => otherRunningOrders > 0,
  },
  {
    reason: 'was-long-overdue',
    outcome: 'deny',
    holds: ({ worstOverdueDays }, { lateDaysToDeny }) => worstOverdueDays > lateDaysToDeny,
    details: (_application, { lateDaysToDeny }) => ({ days: lateDaysToDeny }),
  },
  { reason: 'no-income', outcome: 'deny', holds: ({ monthlyIncome }) => monthlyIncome <= 0 },
  {
    reason: 'instalment-too-high',
    outcome: 'deny',
    holds: (application, { outOfReachPercent }) =>
      application.monthlyIncome > 0 && burdenPercent(application) > outOfReachPercent,
    details: withInstalment,
  },
  {
    reason: 'instalment-needs-a-look',
    outcome: 'refer',
    holds: (application, { affordablePercent }) => burdenPercent(application) > affordablePercent,
    details: withInstalment,
  },
  {
    reason: 'names-need-a-look',
    outcome: 'refer',
    holds: ({ namesAgree }) => namesAgree === 'close',
  },
  {
    reason: 'cards-need-a-look',
    outcome: 'refer',
    holds: ({ cardsCheck }) => cardsCheck === 'needs-a-look',
  },
  {
    reason: 'face-needs-a-look',
    outcome: 'refer',
    holds: ({ faceCheck }) => faceCheck === 'needs-a-look',
  },
  {
    reason: 'was-overdue',
    outcome: 'refer',
    holds: ({ worstOverdueDays }, { lateDaysToLookAt }) => worstOverdueDays > lateDaysToLookAt,
  },
  {
    reason: 'had-hardship-plan',
    outcome: 'refer',
    holds: ({ hadHardshipPlan }) => hadHardshipPlan,
  },
]

/**
 * Denies if any rule denies, otherwise refers to a person if any rule refers, otherwise approves.
 */
export function decide(application: Application, figures: DecisionFigures): Decision {
  const spoken = decisionRules.filter(({ holds }) => holds(application, figures))
  const reasonsFor = (outcome: Rule['outcome']) =>
    spoken
      .filter(rule => rule.outcome === outcome)
      .map(({ reason, details }) => ({ reason, details: details?.(application, figures) ?? {} }))
  const denials = reasonsFor('deny')
  if (denials.length > 0) return { outcome: 'deny', reasons: denials }
  const referrals = reasonsFor('refer')
  return referrals.length > 0 ? { outcome: 'refer', reasons: referrals } : { outcome: 'approve' }
}

/** The rules that deny an application, also one that they referred before something changed. */
export function denialsOf(application: Application, figures: DecisionFigures): DecisionReason[] {
  const denying = decisionRules.filter(({ outcome }) => outcome === 'deny')
  return denying.filter(({ holds }) => holds(application, figures)).map(({ reason }) => reason)
}

/**
 * The reasons for which a person may deny a referred application in the words of the catalogue: those
 * that are a judgement. The others state facts, on which the rules would have denied it.
 */
export const REASONS_BY_HAND = [
  'names-differ',
  'identity-unverified',
  'instalment-too-high',
] as const satisfies readonly DecisionReason[]
export type ReasonByHand = (typeof REASONS_BY_HAND)[number]

/** Such a reason with the figures that its rule would report. */
export function reasonByHand(
  reason: ReasonByHand,
  application: Application,
  figures: DecisionFigures,
): StatedReason {
  const rule = decisionRules.find(each => each.reason === reason)
  return { reason, details: rule?.details?.(application, figures) ?? {} }
}

/**
 * The most that this loan costs in a month, in paise: instalments by their interval, a single
 * repayment in full.
 */
export function monthlyInstalmentRoundedHalfUp({
  instalment,
  instalments,
  periodDays,
}: Pick<Application, 'instalment' | 'instalments' | 'periodDays'>): Paise {
  if (instalments === 1) return instalment
  return roundHalfUpToPaisa(BigInt(instalment) * DAYS_PER_MONTH, BigInt(periodDays))
}

/** This loan's instalments and other obligations as a percentage of monthly income. */
function burdenPercent(application: Application): number {
  return (
    ((monthlyInstalmentRoundedHalfUp(application) + application.monthlyObligations) * 100) /
    application.monthlyIncome
  )
}
