import { annualRate } from '#domain/lending/apr.ts'
import { equalInstalmentRoundedHalfUp, type Instalment } from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, quote, tenorDays } from '#domain/lending/terms.ts'
import { EXTENSION_DAYS, INTEREST_MIN_DAYS } from '#domain/limits.ts'
import type { BasisPoints, Paise, PpmPerYear } from '#domain/money.ts'

/**
 * The figures of a Key Facts Statement (RBI/2024-25/18, Annexes A, B and C). No charge may be made
 * that it does not name.
 */
export type KeyFacts = {
  readonly amount: Paise
  readonly tenorDays: number
  readonly maxTenorDays: number
  readonly instalments: {
    readonly count: number
    readonly everyDays: number
    /** Every instalment except the last, which takes the rounding. */
    readonly amount: Paise
    readonly lastAmount: Paise
    /** The equal instalment that the APR is based on. */
    readonly equal: Paise
  }
  readonly rate: PpmPerYear
  readonly annualRate: BasisPoints
  readonly interest: Paise
  readonly interestLeastDays: number
  /** Deducted once from the amount, by the lender; nothing goes to third parties. */
  readonly fees: { readonly service: Paise; readonly gst: Paise }
  readonly arrive: Paise
  readonly repayment: Paise
  readonly apr: BasisPoints
  readonly penal: { readonly rate: PpmPerYear; readonly cap: Paise }
  /**
   * A share of the outstanding principal, GST included, for each extension the borrower requests.
   */
  readonly extension: { readonly fee: BasisPoints; readonly days: number }
  readonly coolingOffDays: number
  readonly offerWorkingDays: number
  readonly schedule: readonly Instalment[]
}

/**
 * The key facts of a loan whose offer stays open for so many working days, every amount from the
 * functions that compute the loan itself.
 */
export function keyFactsOf(terms: LoanTerms, offerWorkingDays: number): KeyFacts {
  const { serviceFee, gst, arrive, schedule, interest, repayment, apr } = quote(terms)
  const first = schedule[0]
  const last = schedule.at(-1)
  if (!first || !last) throw new RangeError('a loan has at least one instalment')
  return {
    amount: terms.principal,
    tenorDays: tenorDays(terms),
    maxTenorDays: terms.maxTenorDays,
    instalments: {
      count: terms.instalments,
      everyDays: terms.periodDays,
      amount: first.amount,
      lastAmount: last.amount,
      equal: equalInstalmentRoundedHalfUp(terms),
    },
    rate: terms.rate,
    annualRate: annualRate(terms.rate),
    interest,
    interestLeastDays: INTEREST_MIN_DAYS,
    fees: { service: serviceFee, gst },
    arrive,
    repayment,
    apr,
    penal: { rate: terms.penalRate, cap: penalCapPaise(terms) },
    extension: { fee: terms.extensionFee, days: EXTENSION_DAYS },
    coolingOffDays: terms.coolingOffDays,
    offerWorkingDays,
    schedule,
  }
}
