import { addDays, type Day, daysBetween } from '#domain/day.ts'
import type { PaidExtension, RunningLoan } from '#domain/lending/accrual.ts'
import { coolingOffUntil } from '#domain/lending/cooling-off.ts'
import { stillToRepay } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { EXTENSION_DAYS, EXTENSION_PAYMENT_HOURS, GST_BPS } from '#domain/limits.ts'
import {
  leftOverPaise,
  type Paise,
  paise,
  roundHalfUpToPaisa,
  shareRoundedHalfUp,
  sumPaise,
} from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'

/**
 * The cost of moving the due date, by parts, and the total cost of the loan afterwards (product §6,
 * "Extension").
 */
export type ExtensionOffer = {
  readonly requestedDay: Day
  /** GST included; `gst` is the GST within it. */
  readonly serviceFee: Paise
  readonly gst: Paise
  readonly penal: Paise
  readonly interest: Paise
  /** The amount already paid towards it. */
  readonly alreadyPaid: Paise
  /**
   * The amount that remains to be paid: service fee + penal charge + interest − already paid
   * (specification §4).
   */
  readonly fee: Paise
  readonly newDueDay: Day
  /** The total paid for the loan if it is extended now and repaid on time. */
  readonly totalRepaid: Paise
  /** The total paid if everything owed is paid now instead. */
  readonly totalIfPaidNow: Paise
}

/** The reason why the due date cannot be moved now. */
export type NoExtension =
  | 'nothing-owed'
  | 'cooling-off'
  | 'has-hardship-plan'
  | 'would-not-move'
  | 'longest-tenor-reached'

export type ExtensionTerms = Pick<ProductTerms, 'extensionFee' | 'maxTenorDays' | 'coolingOffDays'>

/**
 * The extension offered on a day, or the reason for none: while the loan may still be returned,
 * once a hardship plan was requested and not refused, and beyond the longest agreed tenor.
 */
export function extensionOffer(
  loan: RunningLoan,
  terms: ExtensionTerms,
  today: Day,
  alreadyPaid: Paise = paise(0),
): ExtensionOffer | NoExtension {
  const position = positionOn(loan, today)
  const unpaid = position.instalments.filter(({ state }) => state !== 'paid')
  const oldest = unpaid[0]
  const last = unpaid.at(-1)
  if (!oldest || !last) return 'nothing-owed'
  if (loan.deferral && loan.deferral.answer !== 'refused') return 'has-hardship-plan'
  if (today <= coolingOffUntil(loan.startDay, terms.coolingOffDays)) return 'cooling-off'
  const newDueDay = addDays(today, EXTENSION_DAYS)
  const moved = daysBetween(oldest.dueDay, newDueDay)
  if (moved <= 0) return 'would-not-move'
  if (addDays(last.dueDay, moved) > addDays(loan.startDay, terms.maxTenorDays))
    return 'longest-tenor-reached'
  const { penal, interest, principal } = position.owed
  const serviceFee = shareRoundedHalfUp(principal, terms.extensionFee)
  const extended = withExtension(loan, { requestedDay: today, paidDay: today, penal, interest })
  const paidSoFar = totalOf(position.paid)
  return {
    requestedDay: today,
    serviceFee,
    gst: gstWithinRoundedHalfUp(serviceFee),
    penal,
    interest,
    alreadyPaid,
    fee: leftOverPaise(sumPaise([serviceFee, penal, interest]), alreadyPaid),
    newDueDay,
    totalRepaid: sumPaise([paidSoFar, serviceFee, penal, interest, stillToRepay(extended, today)]),
    totalIfPaidNow: sumPaise([paidSoFar, position.payoff]),
  }
}

/** The loan after the extension is paid. */
export function withExtension(
  loan: RunningLoan,
  extension: Omit<PaidExtension, 'afterPayments'>,
): RunningLoan {
  return {
    ...loan,
    extensions: [...(loan.extensions ?? []), { ...extension, afterPayments: loan.payments.length }],
  }
}

/** The deadline for paying the extension; afterwards it fails (specification §4). */
export function extensionExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + EXTENSION_PAYMENT_HOURS * 3_600_000)
}

/** The GST contained in an amount that includes it. */
export function gstWithinRoundedHalfUp(gross: Paise): Paise {
  return roundHalfUpToPaisa(BigInt(gross) * BigInt(GST_BPS), 10_000n + BigInt(GST_BPS))
}
