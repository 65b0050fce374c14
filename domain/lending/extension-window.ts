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
 * The fee on a loan as it stands at the request, or after a payment on it: no part higher than before,
 * and none above what is owed. Undefined where there is no due date to move: the loan is repaid, or
 * the next due day is no earlier than the extension would make it.
 */
export function feeAfterPayment(
  { owed, nextDueDay }: Pick<Owing, 'owed' | 'nextDueDay'>,
  extensionFee: BasisPoints,
  asked: AskedFee,
): AskedFee | undefined {
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
