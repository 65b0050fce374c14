import type { Day } from '#domain/day.ts'
import type { BasisPoints, Paise, PpmPerYear } from '#domain/money.ts'
import type { Language } from '#words/language.ts'

/*
 * Formats amounts, rates, days and times for people: the same way on a page, in a message and in a
 * document. Digits are Latin in every language, so only days and times depend on the language.
 */

const INDIA = 'Asia/Kolkata'

/** Intl formatters are slow to create, so each is created once. */
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const format = formatters.get(key) ?? new Intl.NumberFormat('en-IN-u-nu-latn', options)
  formatters.set(key, format)
  return format as Intl.NumberFormat
}

function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, options)
  formatters.set(key, format)
  return format as Intl.DateTimeFormat
}

/** An exact amount with its paise: `₹4,882.00`. */
export function money(amount: Paise): string {
  return numberFormat({ style: 'currency', currency: 'INR' }).format(amount / 100)
}

/** An amount to choose or a limit: `₹1,00,000`. Shows paise only if there are any, never rounds. */
export function moneyWhole(amount: Paise): string {
  if (amount % 100 !== 0) return money(amount)
  return numberFormat({ style: 'currency', currency: 'INR', maximumFractionDigits: 0 }).format(
    amount / 100,
  )
}

/**
 * An amount in a text message, `Rs 4,882.00`: the rupee sign is not in the SMS alphabet, and using
 * it would more than double the cost.
 */
export function smsMoney(amount: Paise): string {
  return `Rs ${money(amount).replace('₹', '')}`
}

const PPM_PER_YEAR_OF_A_PERCENT_PER_DAY = 3_650_000

/** A rate per day, as a percentage: `0.08%`, with at most four decimals. */
export function percentPerDay(rate: PpmPerYear): string {
  return `${numberFormat({ maximumFractionDigits: 4 }).format(rate / PPM_PER_YEAR_OF_A_PERCENT_PER_DAY)}%`
}

/** A yearly rate or a share: `47.39%`, `18%`. */
export function percent(share: BasisPoints): string {
  return `${numberFormat({ maximumFractionDigits: 2 }).format(share / 100)}%`
}

export function wholeNumber(value: number): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(value)
}

/** A calendar day, or the day in India at an instant: `27 Nov 2026`. */
export function dayText(of: Day | Date, language: Language): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: INDIA,
  }
  return dateFormat(language, options).format(instantOf(of))
}

/** A calendar day as documents write it: `27 November 2026`. */
export function dayLongText(day: Day, language: Language): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: INDIA,
  }
  return dateFormat(language, options).format(instantOf(day))
}

/** A day without its year, for use next to one that has it: `17 Nov`. */
export function dayShortText(of: Day | Date, language: Language): string {
  return dateFormat(language, { day: 'numeric', month: 'short', timeZone: INDIA }).format(
    instantOf(of),
  )
}

/** The time of day in India: `10:42 am`. */
export function timeText(of: Date, language: Language): string {
  return plainSpaces(
    dateFormat(language, {
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone: INDIA,
    }).format(of),
  )
}

/** `4 Dec 2026, 4:42 pm`, in India. */
export function dayAndTimeText(of: Date, language: Language): string {
  return `${dayText(of, language)}, ${timeText(of, language)}`
}

/** Noon in India, so that no time zone changes the day. */
function instantOf(of: Day | Date): Date {
  return typeof of === 'string' ? new Date(`${of}T12:00:00+05:30`) : of
}

/** Some ICU releases put a narrow no-break space before am and pm, others a plain space. */
function plainSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}
