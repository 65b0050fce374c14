/** A product's draft: the product that it describes, and the verdict of the publish gate on it. */
import type { DraftContent } from '#contract/staff/product.ts'
import {
  amountsOfText,
  type DraftFigures,
  figuresOfTerms,
  scaledFigure,
  termsOfFigures,
} from '#domain/lending/draft-figures.ts'
import { externalPublishProblems, publishProblems } from '#domain/lending/publish.ts'
import { type ProductTerms, quote } from '#domain/lending/terms.ts'
import { basisPoints, type Paise } from '#domain/money.ts'
import type { Product, ProductTexts } from '#server/lending/db/product.ts'
import { NEW_PRODUCT_TEXTS } from '#server/lending/orders/catalogue.ts'
import { inEachLanguage, LANGUAGES, type Language, type Translated } from '#words/language.ts'

/** The product, where the gate lets it pass, and its place in the list; otherwise every reason. */
export type Verdict =
  | { readonly product: Product; readonly position: number; readonly problems: readonly [] }
  | { readonly product: undefined; readonly problems: readonly string[] }

type Typed = Readonly<Record<Language, string>>
const NO_FIGURES: DraftFigures = {
  rate: '',
  processingFee: '',
  periodDays: '',
  instalments: '',
  maxTenorDays: '',
  penalRate: '',
  penalCap: '',
  extensionFee: '',
  coolingOffDays: '',
}
const POSITION_MAX = 999

/** A draft of a new product: without figures, and with the texts that hold for every one of ours. */
export function newDraft(): DraftContent {
  return {
    kind: 'own',
    name: '',
    logo: '',
    tier: '1',
    position: '1',
    isFull: false,
    amounts: '',
    href: '',
    ...NO_FIGURES,
    ...typedTexts(NEW_PRODUCT_TEXTS),
  }
}

/** The draft that describes a product as it is. */
export function draftOf(product: Product, position: number): DraftContent {
  const { kind, name, logo, orderNum, isFull, amounts, texts } = product
  return {
    kind,
    name,
    logo,
    tier: orderNum >= 3 ? '3' : orderNum === 2 ? '2' : '1',
    position: String(position),
    isFull,
    amounts: amounts.map(amount => amount / 100).join(', '),
    href: product.kind === 'external' ? product.h5Href : '',
    ...(product.kind === 'own' ? figuresOfTerms(product.terms) : NO_FIGURES),
    ...typedTexts(texts),
  }
}

/** Reads a draft and asks the publish gate about it. */
export function verdictOf(productId: string, content: DraftContent): Verdict {
  const { kind, tier, isFull } = content
  const name = content.name.trim()
  const logo = content.logo.trim()
  const amounts = amountsOfText(content.amounts)
  const texts = textsOf(content)
  const shown = [
    texts.slogan,
    texts.loanProcessingTime,
    ...texts.eligibility,
    ...texts.requirements,
  ]
  const base = {
    name,
    amounts: amounts ?? [],
    texts: shown.flatMap(text => Object.values(text)),
  }
  const offer = {
    id: productId,
    name,
    logo,
    orderNum: Number(tier),
    isFull,
    amounts: base.amounts,
  }
  const problems = [
    ...(amounts ? [] : ['the amounts are not a list of whole rupees, like 1,000 2,000']),
    ...(/^[\p{L}\p{N}]{1,2}$/u.test(logo) ? [] : ['the logo is not one or two letters']),
    ...positionProblems(content.position),
    ...textProblems(content),
  ]
  const position = placeOf(content.position) ?? 0
  if (kind === 'external') {
    const h5Href = content.href.trim()
    const all = [...problems, ...externalPublishProblems({ ...base, href: h5Href })]
    return verdict({ ...offer, kind, h5Href, texts }, position, all)
  }
  const { terms, unreadable, problems: mistyped } = termsOfFigures(content)
  const gate = publishProblems({ ...base, terms, unreadable })
  const all = [...problems, ...mistyped, ...gate]
  if (all.length > 0) return { product: undefined, problems: all }
  const whole = terms as ProductTerms
  return verdict(
    { ...offer, kind, terms: whole, texts },
    position,
    costProblems(whole, base.amounts),
  )
}

function verdict(product: Product, position: number, problems: readonly string[]): Verdict {
  return problems.length > 0
    ? { product: undefined, problems }
    : { product, position, problems: [] }
}

function placeOf(position: string): number | undefined {
  return scaledFigure(position, 0, POSITION_MAX)
}

function positionProblems(position: string): readonly string[] {
  return placeOf(position) === undefined
    ? [`the place in the list is not a number up to ${POSITION_MAX}`]
    : []
}

/** Every amount must have a cost: terms far from any loan have none. */
function costProblems(terms: ProductTerms, amounts: readonly Paise[]): readonly string[] {
  const hasCost = (principal: Paise) => {
    try {
      const { schedule, apr, arrive } = quote({ ...terms, principal, discount: basisPoints(0) })
      return arrive > 0 && Number.isFinite(apr) && schedule.every(({ amount }) => amount > 0)
    } catch {
      return false
    }
  }
  return amounts
    .filter(principal => !hasCost(principal))
    .map(principal => `the cost of ${principal / 100} cannot be computed from these terms`)
}

/** English stands in for a language without a text; a list has the same lines in each language. */
function textProblems({ kind, slogan, ...texts }: DraftContent): readonly string[] {
  const needed = kind === 'own' ? { processingTime: texts.processingTime, slogan } : { slogan }
  const missing = Object.entries(needed).filter(([, text]) => text.en.trim() === '')
  const uneven = (['eligibility', 'requirements'] as const).flatMap(name =>
    LANGUAGES.filter(language => {
      const lines = linesOf(texts[name][language]).length
      return lines > 0 && lines !== linesOf(texts[name].en).length
    }).map(language => `${name} has other lines in ${language} than in en`),
  )
  return [...missing.map(([name]) => `${name} is missing in English`), ...uneven]
}

function textsOf({
  slogan,
  processingTime,
  eligibility,
  requirements,
}: DraftContent): ProductTexts {
  return {
    slogan: translated(slogan),
    loanProcessingTime: translated(processingTime),
    eligibility: translatedLines(eligibility),
    requirements: translatedLines(requirements),
  }
}

function translated(typed: Typed): Translated {
  const filled = Object.entries(typed).filter(([, text]) => text.trim() !== '')
  return {
    ...Object.fromEntries(filled.map(([language, text]) => [language, text.trim()])),
    en: typed.en.trim(),
  }
}

function translatedLines(typed: Typed): readonly Translated[] {
  return linesOf(typed.en).map((_line, index) =>
    translated(inEachLanguage(language => linesOf(typed[language])[index] ?? '')),
  )
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

function typedTexts({ slogan, loanProcessingTime, eligibility, requirements }: ProductTexts) {
  const lines = (texts: readonly Translated[]) =>
    inEachLanguage(language => texts.map(text => text[language] ?? text.en).join('\n'))
  return {
    slogan: inEachLanguage(language => slogan[language] ?? ''),
    processingTime: inEachLanguage(language => loanProcessingTime[language] ?? ''),
    eligibility: lines(eligibility),
    requirements: lines(requirements),
  }
}
