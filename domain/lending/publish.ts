import { type Charge, type Claim, claimsOf, type Share } from '#domain/lending/claims.ts'
import { type ProductTerms, quote, tenorDays } from '#domain/lending/terms.ts'
import { COOLING_OFF_MIN_DAYS, GST_BPS, MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { type BasisPoints, basisPoints, type Paise, type PpmPerYear, paise } from '#domain/money.ts'

/*
 * The publish gate: a product whose configuration would make a screen lie, or a loan impossible to account for, is refused
 * with every reason (product §1, §4).
 */

/** A product as it is configured: anything may be missing or wrong. */
export type ProductDraft = {
  readonly name: string
  /** Ascending. */
  readonly amounts: readonly Paise[]
  readonly terms: Partial<ProductTerms>
  /** Every text that is shown of the product. */
  readonly texts: readonly string[]
}

/** An offer of somebody else's, which we only link to. */
export type ExternalDraft = {
  readonly name: string
  readonly amounts: readonly Paise[]
  readonly href: string
  readonly texts: readonly string[]
}

const TERM_NAMES = [
  'rate',
  'processingFee',
  'periodDays',
  'instalments',
  'maxTenorDays',
  'penalRate',
  'penalCap',
  'extensionFee',
  'coolingOffDays',
] as const satisfies readonly (keyof ProductTerms)[]

/** Why a product may not be published; nothing when it may. */
export function publishProblems({ name, amounts, terms, texts }: ProductDraft): readonly string[] {
  const problems = [...nameProblems(name), ...amountProblems(amounts)]
  if (!areComplete(terms)) {
    const missing = TERM_NAMES.filter(term => terms[term] === undefined)
    return [...problems, ...missing.map(term => `${term} is missing`)]
  }
  const unsound = termProblems(terms)
  if (problems.length > 0 || unsound.length > 0) return [...problems, ...unsound]
  const tooDear = amounts.filter(principal => feesOf(terms, principal) >= principal)
  if (tooDear.length > 0)
    return tooDear.map(amount => `the fees of ${amount / 100} exceed the amount`)
  return texts.flatMap(text => untrueClaims(text, terms, amounts))
}

/** Why an external offer may not be published: we compute nothing of it, so its texts may promise nothing. */
export function externalPublishProblems({
  name,
  amounts,
  href,
  texts,
}: ExternalDraft): readonly string[] {
  const isHttps = URL_OF_HTTPS.test(href)
  return [
    ...nameProblems(name),
    ...amountProblems(amounts),
    ...(isHttps ? [] : [`${href} is not an https address`]),
    ...texts.flatMap(text =>
      claimsOf(text).map(({ words }) => `"${words}" is claimed of an offer that is not ours`),
    ),
  ]
}

const URL_OF_HTTPS = /^https:\/\/[a-z0-9.-]+(\/|$)/

function nameProblems(name: string): readonly string[] {
  return name.trim() === '' ? ['the name is missing'] : []
}

function amountProblems(amounts: readonly Paise[]): readonly string[] {
  if (amounts.length === 0) return ['the amount list is empty']
  const isAscending = amounts.every((amount, index) => amount > (amounts[index - 1] ?? 0))
  return isAscending ? [] : ['the amount list is not ascending']
}

function areComplete(terms: Partial<ProductTerms>): terms is ProductTerms {
  return TERM_NAMES.every(term => terms[term] !== undefined)
}

function termProblems(terms: ProductTerms): readonly string[] {
  return [
    ...(terms.periodDays > 0 && terms.instalments > 0
      ? []
      : ['a loan needs at least one instalment and a period']),
    ...(terms.maxTenorDays >= tenorDays(terms)
      ? []
      : ['maxTenorDays is shorter than the instalments run']),
    ...(terms.coolingOffDays >= COOLING_OFF_MIN_DAYS
      ? []
      : ['the cooling-off period is shorter than a day']),
    ...(terms.coolingOffDays <= terms.periodDays
      ? []
      : ['an instalment falls due within the cooling-off period']),
    ...(terms.penalRate > 0 && terms.penalCap <= 0 ? ['a penal charge needs a cap'] : []),
    ...(terms.processingFee >= 0 && terms.extensionFee >= 0 ? [] : ['a fee is below nothing']),
  ]
}

function feesOf(terms: ProductTerms, principal: Paise): Paise {
  const fee = (principal * terms.processingFee) / 10_000
  return paise(Math.ceil(fee + (fee * GST_BPS) / 10_000))
}

function untrueClaims(
  text: string,
  terms: ProductTerms,
  amounts: readonly Paise[],
): readonly string[] {
  return claimsOf(text)
    .filter(({ claims }) => !claims.every(claim => isTrue(claim, terms, amounts)))
    .map(({ words }) => `"${words}" is claimed, but not what the terms give`)
}

function isTrue(claim: Claim, terms: ProductTerms, amounts: readonly Paise[]): boolean {
  switch (claim.kind) {
    case 'share':
      return isShareGiven(claim.of, claim.percent, terms, amounts)
    case 'amount':
      return amounts.some(amount => amount === claim.rupees * 100)
    case 'tenor':
      return isTenorGiven(claim.least, claim.most, terms)
    case 'interval':
      return claim.days === terms.periodDays
    case 'instalments':
      return claim.count === terms.instalments
    case 'age':
      return claim.years === MINIMUM_AGE_YEARS
    case 'absence':
      return claim.of.every(charge => isNothing(charge, terms))
    case 'unclear':
      return false
  }
}

/** A yearly rate is true only if it is the APR of every amount: with fees, the bare rate may not be printed (product §11, V5). */
function isShareGiven(
  of: Share,
  percent: number,
  terms: ProductTerms,
  amounts: readonly Paise[],
): boolean {
  if (of === 'apr')
    return amounts.every(principal => percentOf(aprOf(terms, principal)) === percent)
  if (of === 'gst') return percentOf(GST_BPS) === percent
  return (
    (of === 'rate' || of === 'penalRate' ? percentPerDay(terms[of]) : percentOf(terms[of])) ===
    percent
  )
}

function isTenorGiven(least: number, most: number | undefined, terms: ProductTerms): boolean {
  const agreed = tenorDays(terms)
  if (most === undefined) return least === agreed || least === terms.maxTenorDays
  return least === agreed && most === terms.maxTenorDays
}

function isNothing(
  charge: Charge,
  { rate, processingFee, extensionFee, penalRate }: ProductTerms,
): boolean {
  if (charge === 'interest') return rate === 0
  if (charge === 'processing') return processingFee === 0
  if (charge === 'gst') return processingFee === 0 && extensionFee === 0
  return [...(charge === 'cost' ? [rate] : []), processingFee, extensionFee, penalRate].every(
    share => share === 0,
  )
}

function aprOf(terms: ProductTerms, principal: Paise): BasisPoints {
  return quote({ ...terms, principal, discount: basisPoints(0) }).apr
}

function percentOf(share: BasisPoints): number {
  return share / 100
}

function percentPerDay(rate: PpmPerYear): number {
  return rate / 3_650_000
}
