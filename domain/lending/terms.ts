import { aprOfDays } from '#domain/lending/apr.ts'
import {
  equalInstalmentRoundedHalfUp,
  type Instalment,
  scheduleOf,
  totalInterest,
  totalRepayment,
} from '#domain/lending/schedule.ts'
import { GST_BPS } from '#domain/limits.ts'
import {
  type BasisPoints,
  type Paise,
  type PpmPerYear,
  paise,
  roundHalfUpToPaisa,
  shareRoundedHalfUp,
} from '#domain/money.ts'

/** The terms that a product offers to everybody (product §4). */
export type ProductTerms = {
  readonly rate: PpmPerYear
  /** Processing fee, as a share of the principal, before any tier discount. */
  readonly processingFee: BasisPoints
  /** The repayment interval. The fee quote's fixed `period` of specification §9. */
  readonly periodDays: number
  /** 1 means a single repayment. */
  readonly instalments: number
  /** The longest the loan may run, extensions included. */
  readonly maxTenorDays: number
  readonly penalRate: PpmPerYear
  /** The cap on penal charges for one instalment, as a share of the principal. */
  readonly penalCap: BasisPoints
  /** Extension service fee, as a share of outstanding principal, GST included (product §11, V8). */
  readonly extensionFee: BasisPoints
  /**
   * For how many days after the payout the loan may be returned; at least one (key facts,
   * cooling-off).
   */
  readonly coolingOffDays: number
}

/**
 * The terms of one loan: the product's, with this borrower's amount and discount. Nothing else
 * affects its cost.
 */
export type LoanTerms = ProductTerms & { readonly principal: Paise; readonly discount: BasisPoints }

/** The total cost of a loan, shown before the borrower commits. */
export type Quote = {
  readonly terms: LoanTerms
  readonly serviceFee: Paise
  readonly gst: Paise
  /** The amount that reaches the borrower's account: principal − fee − GST. */
  readonly arrive: Paise
  readonly schedule: readonly Instalment[]
  readonly interest: Paise
  readonly repayment: Paise
  /** Repayment − arrive: fee, GST and interest together. */
  readonly cost: Paise
  readonly apr: BasisPoints
}

/** Every amount of a loan, computed once from its terms (product §5). */
export function quote(terms: LoanTerms): Quote {
  const serviceFee = processingFeeRoundedHalfUp(terms)
  const gst = shareRoundedHalfUp(serviceFee, GST_BPS)
  const arrive = paise(terms.principal - serviceFee - gst)
  const schedule = scheduleOf(terms)
  const repayment = totalRepayment(schedule)
  return {
    terms,
    serviceFee,
    gst,
    arrive,
    schedule,
    interest: totalInterest(schedule),
    repayment,
    cost: paise(repayment - arrive),
    apr: aprOfEqualInstalments(terms, arrive),
  }
}

/**
 * The APR as in the Key Facts Statement's computation sheet: based on the equal instalment, whose
 * number and amount the statement names.
 */
function aprOfEqualInstalments(terms: LoanTerms, arrive: Paise): BasisPoints {
  const equal = equalInstalmentRoundedHalfUp(terms)
  return aprOfDays(arrive, Array<Paise>(terms.instalments).fill(equal), terms.periodDays)
}

/** Rate × amount, less the tier discount, rounded once. */
function processingFeeRoundedHalfUp({ principal, processingFee, discount }: LoanTerms): Paise {
  return roundHalfUpToPaisa(
    BigInt(principal) * BigInt(processingFee) * BigInt(10_000 - discount),
    100_000_000n,
  )
}

/** The days that a loan runs if it is repaid as agreed. */
export function tenorDays({
  periodDays,
  instalments,
}: Pick<ProductTerms, 'periodDays' | 'instalments'>): number {
  return periodDays * instalments
}

/** The tenor as a card prints it, always computed: `91~180 days` (product §4). */
export function tenorText(
  terms: Pick<ProductTerms, 'periodDays' | 'instalments' | 'maxTenorDays'>,
): string {
  const minDays = tenorDays(terms)
  return minDays === terms.maxTenorDays
    ? `${minDays} days`
    : `${minDays}~${terms.maxTenorDays} days`
}

/** The cap on penal charges for one instalment of this loan, in paise. */
export function penalCapPaise({
  principal,
  penalCap,
}: Pick<LoanTerms, 'principal' | 'penalCap'>): Paise {
  return shareRoundedHalfUp(principal, penalCap)
}
