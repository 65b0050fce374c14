import { type BasisPoints, type Paise, sumPaise } from '#domain/money.ts'
import {
  type Application,
  type Decision,
  type DecisionFigures,
  type DecisionReason,
  decide,
} from './decision.ts'
import { equalInstalmentRoundedHalfUp } from './schedule.ts'
import { type LoanTerms, type ProductTerms, quote } from './terms.ts'

/*
 * A rehearsal runs changed terms, or changed figures of the decision rules, over applications that
 * were decided: who would have been decided otherwise, and what they would have paid (decision 62).
 */

export type Outcome = Decision['outcome'] | 'not-offered'

/** An application as the rules decided it, on the facts that they had. */
export type PastApplication = {
  readonly orderNo: string
  readonly outcome: Decision['outcome']
  readonly facts: Application
  readonly terms: LoanTerms
}

export type RehearsedChange = {
  /** Other terms; each loan keeps its amount and its discount. */
  readonly product?: { readonly terms: ProductTerms; readonly amounts: readonly Paise[] }
  readonly figures: DecisionFigures
}

type Cost = { readonly repayment: Paise; readonly cost: Paise; readonly apr: BasisPoints }
export type Rehearsed = {
  readonly orderNo: string
  readonly principal: Paise
  readonly before: Decision['outcome']
  readonly after: Outcome
  /** The reason of a denial or referral. */
  readonly reasons: readonly DecisionReason[]
  readonly costBefore: Cost
  /** Null where the amount would not be offered. */
  readonly costAfter: Cost | null
}

/** One application under the change. */
export function rehearse(
  { orderNo, outcome, facts, terms }: PastApplication,
  { product, figures }: RehearsedChange,
): Rehearsed {
  const { principal, discount } = terms
  const past = { orderNo, principal, before: outcome, costBefore: costOf(terms) }
  if (product && !product.amounts.includes(principal))
    return { ...past, after: 'not-offered', reasons: [], costAfter: null }
  const changed = product ? { ...product.terms, principal, discount } : terms
  const { instalments, periodDays } = changed
  const instalment = equalInstalmentRoundedHalfUp(changed)
  const decision = decide({ ...facts, instalment, instalments, periodDays }, figures)
  const reasons = decision.outcome === 'approve' ? [] : decision.reasons.map(({ reason }) => reason)
  return { ...past, after: decision.outcome, reasons, costAfter: costOf(changed) }
}

function costOf(terms: LoanTerms): Cost {
  const { repayment, cost, apr } = quote(terms)
  return { repayment, cost, apr }
}

/** The number of each outcome. */
export function countsOf(outcomes: readonly Outcome[]): Readonly<Record<Outcome, number>> {
  const count = (outcome: Outcome) => outcomes.filter(each => each === outcome).length
  return {
    approve: count('approve'),
    refer: count('refer'),
    deny: count('deny'),
    'not-offered': count('not-offered'),
  }
}

/** The cost of all loans that would be offered, as it was and as it would be, in paise. */
export function costsOf(rehearsed: readonly Rehearsed[]): { before: Paise; after: Paise } {
  const offered = rehearsed.flatMap(({ costBefore, costAfter }) =>
    costAfter ? [{ before: costBefore.cost, after: costAfter.cost }] : [],
  )
  return {
    before: sumPaise(offered.map(({ before }) => before)),
    after: sumPaise(offered.map(({ after }) => after)),
  }
}
