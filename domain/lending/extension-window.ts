import { addDays } from '#domain/day.ts'
import { type ExtensionOffer, gstWithinRoundedHalfUp } from '#domain/lending/extension.ts'
import type { Owing } from '#domain/lending/repayment.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import {
  type BasisPoints,
  minPaise,
  type Paise,
  shareRoundedHalfUp,
  sumPaise,
} from '#domain/money.ts'

/*
 * The rules between the request of an extension and its payment: the fee is fixed and can only
 * decrease (product §6).
 */

/** The parts of the fee at the request of the extension. */
export type RequestedFee = Pick<
  ExtensionOffer,
  'requestedDay' | 'serviceFee' | 'gst' | 'penal' | 'interest'
>

/** The whole fee, before anything paid towards it. */
export function feeOf({
  serviceFee,
  penal,
  interest,
}: Pick<RequestedFee, 'serviceFee' | 'penal' | 'interest'>): Paise {
  return sumPaise([serviceFee, penal, interest])
}

/**
 * The fee on a loan as it stands at the request, or after a payment on it: no part higher than before,
 * and none above what is owed. Undefined where there is no due date to move: the loan is repaid, or
 * the next due day is no earlier than the extension would make it.
 */
export function feeAfterPayment(
  { owed, nextDueDay }: Pick<Owing, 'owed' | 'nextDueDay'>,
  extensionFee: BasisPoints,
  fee: RequestedFee,
): RequestedFee | undefined {
  if (nextDueDay === undefined || addDays(fee.requestedDay, EXTENSION_DAYS) <= nextDueDay)
    return undefined
  const serviceFee = minPaise(fee.serviceFee, shareRoundedHalfUp(owed.principal, extensionFee))
  return {
    requestedDay: fee.requestedDay,
    serviceFee,
    gst: minPaise(fee.gst, gstWithinRoundedHalfUp(serviceFee)),
    penal: minPaise(fee.penal, owed.penal),
    interest: minPaise(fee.interest, owed.interest),
  }
}
