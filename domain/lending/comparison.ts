import { aprOfDays, aprOfInstalments } from '#domain/lending/apr.ts'
import { GST_BPS } from '#domain/limits.ts'
import {
  type BasisPoints,
  type Paise,
  paise,
  shareRoundedHalfUp,
  ZERO_PAISE,
} from '#domain/money.ts'

/** The interval between instalments, in days or in months. */
export type Interval = { readonly unit: 'day' | 'month'; readonly count: number }

/** A loan as another lender's document describes it, repaid in equal instalments. */
export type OtherOffer = {
  /** The loan amount before deductions. */
  readonly amount: Paise
  /** Everything deducted or paid in addition to the instalments, without any GST added to it. */
  readonly charges: Paise
  readonly isGstAdded: boolean
  readonly instalment: Paise
  /** The number of instalments. */
  readonly instalments: number
  readonly every: Interval
}

/** The computed cost of such a loan. */
export type TrueCost = {
  readonly gst: Paise
  /** The amount that the borrower receives: amount − charges − GST. */
  readonly arrive: Paise
  readonly repayment: Paise
  /** Repayment − arrive: interest, charges and GST together. */
  readonly cost: Paise
  readonly apr: BasisPoints
}

/** The reasons why no cost can be computed. */
export type NoTrueCost = 'nothing-received' | 'repays-less'

/*
 * The bounds of a comparison are ours: wide enough for any loan to a person, and narrow enough for
 * a printable APR that takes no noticeable time to compute.
 */
export const COMPARED_MIN = paise(100)
/** Ten crore rupees. */
export const COMPARED_MAX = paise(10_00_00_000_00)
/** Fifty years of months. */
export const COMPARED_INSTALMENTS_MAX = 600
export const COMPARED_EVERY_MAX = { day: 366, month: 12 } as const

const MONTHS_PER_YEAR = 12

/**
 * The cost of another lender's loan, by the method of the Key Facts Statement (RBI/2024-25/18 Annex
 * B; product §11): all charges are deducted from what is received, at the start, and the APR is
 * that of the instalments as agreed.
 *
 * `nothing-received`: less than a rupee would be left. `repays-less`: the instalments add up to
 * less than the borrower receives, so the APR would be negative. No lender offers that: a figure is
 * missing, and a result would only flatter the offer. Throws on figures outside the bounds above:
 * callers must validate them first.
 */
export function trueCost(offer: OtherOffer): TrueCost | NoTrueCost {
  refuseBeyondLimits(offer)
  const { amount, charges, isGstAdded, instalment, instalments } = offer
  const gst = isGstAdded ? shareRoundedHalfUp(charges, GST_BPS) : ZERO_PAISE
  const arrive = paise(amount - charges - gst)
  if (arrive < COMPARED_MIN) return 'nothing-received'
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
  const isCount = (count: number, max: number) =>
    Number.isInteger(count) && count >= 1 && count <= max
  const isAmount = (money: Paise, min: Paise) => money >= min && money <= COMPARED_MAX
  if (
    !isAmount(amount, COMPARED_MIN) ||
    !isAmount(charges, ZERO_PAISE) ||
    !isAmount(instalment, COMPARED_MIN)
  )
    throw new RangeError('amount is outside the bounds of a comparison')
  if (
    !isCount(instalments, COMPARED_INSTALMENTS_MAX) ||
    !isCount(every.count, COMPARED_EVERY_MAX[every.unit])
  )
    throw new RangeError('count is outside the bounds of a comparison')
}
