import { addDays, type Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  type ExtensionOffer,
  type ExtensionTerms,
  gstWithinRoundedHalfUp,
} from '#domain/lending/extension.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import { minPaise, type Paise, shareRoundedHalfUp, sumPaise } from '#domain/money.ts'

/*
 * The rules between the request of an extension and its payment: the fee is fixed and can only
 * decrease (product §6).
 */

/** The parts of the fee at the request of the extension. */
export type AskedFee = Pick<
  ExtensionOffer,
  'requestedDay' | 'serviceFee' | 'gst' | 'penal' | 'interest'
>

/** The whole fee, before anything paid towards it. */
export function feeOf({
  serviceFee,
  penal,
  interest,
}: Pick<AskedFee, 'serviceFee' | 'penal' | 'interest'>): Paise {
  return sumPaise([serviceFee, penal, interest])
}

/**
 * The fee after a payment on the loan: no part higher than before, and none above what is still
 * owed. Undefined if the payment left no due date to move: the loan is repaid, or the next due day
 * is no earlier than the extension would make it.
 */
export function feeAfterPayment(
  loan: RunningLoan,
  { extensionFee }: Pick<ExtensionTerms, 'extensionFee'>,
  asked: AskedFee,
  today: Day,
): AskedFee | undefined {
  const { owed, nextDueDay } = positionOn(loan, today)
  if (nextDueDay === undefined || addDays(asked.requestedDay, EXTENSION_DAYS) <= nextDueDay)
    return undefined
  const serviceFee = minPaise(asked.serviceFee, shareRoundedHalfUp(owed.principal, extensionFee))
  return {
    requestedDay: asked.requestedDay,
    serviceFee,
    gst: minPaise(asked.gst, gstWithinRoundedHalfUp(serviceFee)),
    penal: minPaise(asked.penal, owed.penal),
    interest: minPaise(asked.interest, owed.interest),
  }
}
