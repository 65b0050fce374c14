import { aprOfDays, aprOfInstalments } from '#domain/lending/apr.ts'
import { GST_BPS } from '#domain/limits.ts'
import {
  type BasisPoints,
  type Paise,
  paise,
  shareRoundedHalfUp,
  ZERO_PAISE,
} from '#domain/money.ts'

/** Instalments lie so many days apart, or so many months. */
export type Interval = { readonly unit: 'day' | 'month'; readonly count: number }

/** A loan as another lender's paper puts it, repaid in instalments of one size. */
export type OtherOffer = {
  /** The loan, before anything is kept back from it. */
  readonly amount: Paise
  /** All that is kept back or paid besides the instalments, without the GST that comes on top of it. */
  readonly charges: Paise
  readonly isGstAdded: boolean
  readonly instalment: Paise
  /** How many of them. */
  readonly instalments: number
  readonly every: Interval
}

/** What such a loan comes to. */
export type TrueCost = {
  readonly gst: Paise
  /** What is left to the borrower: amount − charges − GST. */
  readonly arrive: Paise
  readonly repayment: Paise
  /** Repayment − arrive: interest, charges and GST together. */
  readonly cost: Paise
  readonly apr: BasisPoints
}

/** Why nothing can be reckoned from what was said. */
export type NoTrueCost = 'nothing-received' | 'repays-less'

/*
 * How far a comparison goes. The limits are ours: wide enough for any loan to a person, and narrow enough that an APR is a
 * number that can be said and that reckoning one takes no time worth speaking of.
 */
export const COMPARED_LEAST = paise(100)
/** Ten crore rupees. */
export const COMPARED_MOST = paise(10_00_00_000_00)
/** Fifty years of months. */
export const COMPARED_INSTALMENTS_MOST = 600
export const COMPARED_EVERY_MOST = { day: 366, month: 12 } as const

const MONTHS_PER_YEAR = 12

/**
 * What a loan of another lender costs, by the method of the Key Facts Statement (RBI/2024-25/18 Annex B; product §11): all
 * charges are taken off what is received, at once, and the APR is that of the instalments as they were agreed.
 *
 * `nothing-received`: less than a rupee would be left. `repays-less`: the instalments do not even come to what is received, which
 * would be an APR below nothing. No lender offers that: a figure was left out, and the answer would only flatter the offer.
 * Figures beyond the limits above are refused as the errors they are: whoever calls has looked at them.
 */
export function trueCost(offer: OtherOffer): TrueCost | NoTrueCost {
  refuseBeyondLimits(offer)
  const { amount, charges, isGstAdded, instalment, instalments } = offer
  const gst = isGstAdded ? shareRoundedHalfUp(charges, GST_BPS) : ZERO_PAISE
  const arrive = paise(amount - charges - gst)
  if (arrive < COMPARED_LEAST) return 'nothing-received'
  const repayment = paise(instalment * instalments)
  if (repayment < arrive) return 'repays-less'
  return { gst, arrive, repayment, cost: paise(repayment - arrive), apr: aprOf(offer, arrive) }
}

function aprOf({ instalment, instalments, every }: OtherOffer, arrive: Paise): BasisPoints {
  const repayments = Array<Paise>(instalments).fill(instalment)
  if (every.unit === 'day') return aprOfDays(arrive, repayments, every.count)
  return aprOfInstalments(arrive, repayments, MONTHS_PER_YEAR / every.count)
}

function refuseBeyondLimits({ amount, charges, instalment, instalments, every }: OtherOffer): void {
  const isCount = (count: number, most: number) =>
    Number.isInteger(count) && count >= 1 && count <= most
  const isAmount = (money: Paise, least: Paise) => money >= least && money <= COMPARED_MOST
  if (
    !isAmount(amount, COMPARED_LEAST) ||
    !isAmount(charges, ZERO_PAISE) ||
    !isAmount(instalment, COMPARED_LEAST)
  )
    throw new RangeError('an amount is beyond what is compared')
  if (
    !isCount(instalments, COMPARED_INSTALMENTS_MOST) ||
    !isCount(every.count, COMPARED_EVERY_MOST[every.unit])
  )
    throw new RangeError('a count is beyond what is compared')
}
