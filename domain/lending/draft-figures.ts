import { asciiDigits } from '#domain/digits.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { basisPoints, type Paise, ppmPerDay } from '#domain/money.ts'
import { typedRupees } from '#domain/typed-rupees.ts'

/*
 * The figures of a product's draft, as a person types them: decimals, without a unit. They are read
 * exactly or not at all, so that no figure is rounded on its way into the terms.
 */

type Figure = {
  readonly decimals: number
  /** In the unit that is typed. */
  readonly max: number
  /** Makes the term from the typed figure times ten to the power of `decimals`. */
  readonly term: (scaled: number) => number
}
const percentADay: Figure = { decimals: 4, max: 5, term: ppmPerDay }
const percent: Figure = { decimals: 2, max: 100, term: basisPoints }
const count = (max: number): Figure => ({ decimals: 0, max, term: value => value })

/** Rates in percent a day, fees and caps in percent, times in days. */
export const DRAFT_FIGURES = {
  rate: percentADay,
  processingFee: percent,
  periodDays: count(366),
  instalments: count(366),
  maxTenorDays: count(3_660),
  penalRate: percentADay,
  penalCap: percent,
  extensionFee: percent,
  coolingOffDays: count(366),
} as const satisfies Readonly<Record<keyof ProductTerms, Figure>>

export type DraftFigures = Readonly<Record<keyof ProductTerms, string>>
export const TERM_NAMES = Object.keys(DRAFT_FIGURES) as (keyof ProductTerms)[]

/** The largest amount of a loan that can be typed: ten lakh rupees. */
const RUPEES_MAX = 1_000_000

/** The terms that are typed well, and a problem for each that is not. Empty ones are missing. */
export function termsOfFigures(figures: DraftFigures): {
  readonly terms: Partial<ProductTerms>
  readonly unreadable: readonly (keyof ProductTerms)[]
  readonly problems: readonly string[]
} {
  const terms: Record<string, number> = {}
  const unreadable: (keyof ProductTerms)[] = []
  for (const name of TERM_NAMES) {
    const { decimals, max, term } = DRAFT_FIGURES[name]
    const typed = figures[name].trim()
    const scaled = scaledFigure(typed, decimals, max)
    if (scaled !== undefined) terms[name] = term(scaled)
    else if (typed !== '') unreadable.push(name)
  }
  const problems = unreadable.map(name => {
    const { decimals, max } = DRAFT_FIGURES[name]
    return `${name} is not a number up to ${max} with at most ${decimals} decimals`
  })
  return { terms: terms as Partial<ProductTerms>, unreadable, problems }
}

/** The figures of terms, as a person would type them. */
export function figuresOfTerms(terms: ProductTerms): DraftFigures {
  const perDay = (rate: number) => String(rate / 3_650_000)
  const share = (bps: number) => String(bps / 100)
  return {
    rate: perDay(terms.rate),
    processingFee: share(terms.processingFee),
    periodDays: String(terms.periodDays),
    instalments: String(terms.instalments),
    maxTenorDays: String(terms.maxTenorDays),
    penalRate: perDay(terms.penalRate),
    penalCap: share(terms.penalCap),
    extensionFee: share(terms.extensionFee),
    coolingOffDays: String(terms.coolingOffDays),
  }
}

/**
 * The amounts of a list of whole rupees, with spaces, semicolons or commas between them: `1,000,
 * 2,000`. Undefined if it is none, or if a comma may be either, as in `500,700`.
 */
export function amountsOfText(typed: string): readonly Paise[] | undefined {
  const parts = typed.split(/,?[\s;]+|,$/).filter(part => part !== '')
  const lists = parts.map(amountsOfPart)
  return lists.every(list => list !== undefined) ? lists.flat() : undefined
}

/** One amount, `1,000`, or several of three digits and more: `1000,2000`. */
function amountsOfPart(part: string): readonly Paise[] | undefined {
  const pieces = asciiDigits(part).split(',')
  const isList = pieces.length > 1 && pieces.every(piece => /^[1-9]\d{2,}$/.test(piece))
  const readings = [[typedRupees(part)], ...(isList ? [pieces.map(typedRupees)] : [])].filter(
    (amounts): amounts is Paise[] => amounts.every(amount => amount !== undefined),
  )
  const [amounts] = readings
  const isSound = amounts?.every(amount => amount % 100 === 0 && amount <= RUPEES_MAX * 100)
  return readings.length === 1 && isSound ? amounts : undefined
}

/** A typed figure times ten to the power of `decimals`; undefined if it is no such number. */
export function scaledFigure(typed: string, decimals: number, max: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(asciiDigits(typed).trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const scaled = Number(whole + fraction.padEnd(decimals, '0'))
  return scaled <= max * 10 ** decimals ? scaled : undefined
}
