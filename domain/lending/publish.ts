import { figuresIn } from '#domain/lending/claims.ts'
import { TERM_NAMES } from '#domain/lending/draft-figures.ts'
import { type ProductTerms, tenorDays } from '#domain/lending/terms.ts'
import { COOLING_OFF_MIN_DAYS, GST_BPS } from '#domain/limits.ts'
import { type Paise, paise } from '#domain/money.ts'

/*
 * The publish gate refuses a product whose configuration would make a screen wrong, or a loan
 * impossible to account for, and gives every reason (product §1, §4).
 */

/** A product as configured: anything may be missing or wrong. */
export type ProductDraft = {
  readonly name: string
  /** Ascending. */
  readonly amounts: readonly Paise[]
  readonly terms: Partial<ProductTerms>
  /** Terms that are left out because they cannot be read; their fault is reported already. */
  readonly unreadable?: readonly (keyof ProductTerms)[]
  /** Every other text about the product that is shown. */
  readonly texts: readonly string[]
}

/** An external offer that we only link to. */
export type ExternalDraft = {
  readonly name: string
  readonly amounts: readonly Paise[]
  readonly href: string
  readonly texts: readonly string[]
}

/** The reasons why a product may not be published; empty if it may. */
export function publishProblems({
  name,
  amounts,
  terms,
  unreadable = [],
  texts,
}: ProductDraft): readonly string[] {
  const problems = [...nameProblems(name), ...amountProblems(amounts)]
  if (!areComplete(terms)) {
    const missing = TERM_NAMES.filter(
      term => terms[term] === undefined && !unreadable.includes(term),
    )
    return [...problems, ...missing.map(term => `${term} is missing`)]
  }
  const unsound = termProblems(terms)
  if (problems.length > 0 || unsound.length > 0) return [...problems, ...unsound]
  const tooDear = amounts.filter(principal => feesOf(terms, principal) >= principal)
  if (tooDear.length > 0)
    return tooDear.map(amount => `the fees of ${amount / 100} exceed the amount`)
  const why = 'figures are shown from the terms; leave them out'
  const named = figuresIn(name).filter(word => word !== intervalWord(terms))
  return [...figureProblem(name, named, why), ...figureProblems(texts, why)]
}

/**
 * The reasons why an external offer may not be published. We compute nothing for it, so its texts
 * may claim nothing.
 */
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
    ...figureProblems(
      [name, ...texts],
      'we do not know the terms of this offer; leave figures out',
    ),
  ]
}

const DAYS_PER_WEEK = 7
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

/** A name may contain the repayment interval if it matches the terms. */
function intervalWord({ periodDays }: ProductTerms): string | undefined {
  return periodDays === DAYS_PER_WEEK ? 'weekly' : undefined
}

function figureProblems(texts: readonly string[], why: string): readonly string[] {
  return texts.flatMap(text => figureProblem(text, figuresIn(text), why))
}

function figureProblem(text: string, figures: readonly string[], why: string): readonly string[] {
  return figures.length > 0 ? [`"${text}" names "${figures.join('", "')}": ${why}`] : []
}
