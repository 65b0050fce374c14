import { typedDigits } from '#domain/digits.ts'
import {
  COMPARED_EVERY_MAX,
  COMPARED_INSTALMENTS_MAX,
  COMPARED_MAX,
  COMPARED_MIN,
  type Interval,
  type OtherOffer,
} from '#domain/lending/comparison.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { typedRupees } from '#domain/typed-rupees.ts'

/** The intervals of instalments that the list offers. */
export const OFTEN = ['week', 'fortnight', 'month', 'days'] as const
export type Often = (typeof OFTEN)[number]

/** The typed values of the form. */
export type Entry = {
  readonly amount: string
  readonly charges: string
  readonly isGstAdded: boolean
  readonly instalment: string
  readonly instalments: string
  readonly often: Often
  /** Asked only if the interval is some other number of days. */
  readonly days: string
}

/** A field with an invalid value, and the limit that its message names. */
export type Fault = { readonly column: keyof Entry } & (
  | { readonly maxPaise: Paise }
  | { readonly maxCount: number }
)

/**
 * Parses the offer in the form, or returns its faults, from top to bottom. Empty charges mean none.
 */
export function readOffer(
  entry: Entry,
): { readonly offer: OtherOffer } | { readonly faults: readonly Fault[] } {
  const amount = readRupees(entry.amount, COMPARED_MIN)
  const charges = entry.charges.trim() === '' ? ZERO_PAISE : readRupees(entry.charges, ZERO_PAISE)
  const instalment = readRupees(entry.instalment, COMPARED_MIN)
  const instalments = readCount(entry.instalments, COMPARED_INSTALMENTS_MAX)
  const every = readInterval(entry)
  if (
    amount !== undefined &&
    charges !== undefined &&
    instalment !== undefined &&
    instalments !== undefined &&
    every
  )
    return {
      offer: { amount, charges, isGstAdded: entry.isGstAdded, instalment, instalments, every },
    }
  const inRupees = { amount, charges, instalment }
  const faults: (Fault | false)[] = [
    ...(['amount', 'charges', 'instalment'] as const).map(
      column => inRupees[column] === undefined && { column, maxPaise: COMPARED_MAX },
    ),
    instalments === undefined && { column: 'instalments', maxCount: COMPARED_INSTALMENTS_MAX },
    every === undefined && { column: 'days', maxCount: COMPARED_EVERY_MAX.day },
  ]
  return { faults: faults.filter(fault => fault !== false) }
}

function readInterval({ often, days }: Entry): Interval | undefined {
  if (often === 'week') return { unit: 'day', count: 7 }
  if (often === 'fortnight') return { unit: 'day', count: 14 }
  if (often === 'month') return { unit: 'month', count: 1 }
  const count = readCount(days, COMPARED_EVERY_MAX.day)
  return count === undefined ? undefined : { unit: 'day', count }
}

/**
 * Parses rupees as an offer prints them, `₹20,000` or `969.73`, into paise; undefined if they are
 * no amount or beyond the limits.
 */
export function readRupees(text: string, least: Paise): Paise | undefined {
  const amount = typedRupees(text)
  return amount !== undefined && amount >= least && amount <= COMPARED_MAX ? amount : undefined
}

function readCount(text: string, most: number): number | undefined {
  const digits = typedDigits(text)
  const count = /^\d{1,4}$/.test(digits) ? Number(digits) : 0
  return count >= 1 && count <= most ? count : undefined
}
