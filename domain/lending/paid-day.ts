import type { Day } from '#domain/day.ts'
import type { Deferral, RunningLoan } from '#domain/lending/accrual.ts'
import { positionOn } from '#domain/lending/repayment.ts'

/**
 * The instant at which a payment counts as made: when the provider says that the money moved,
 * however late and in any order that we receive the reports, so that a borrower who paid in time is
 * never late (decision 6). A time before the payment request or in the future is clamped. Without a
 * time from the provider it is the instant of its report.
 */
export function paymentInstant(
  paidAt: Date | undefined,
  { requestedAt, reportedAt }: { readonly requestedAt: Date; readonly reportedAt: Date },
): Date {
  const paidMs = Math.min(paidAt?.getTime() ?? reportedAt.getTime(), reportedAt.getTime())
  return new Date(Math.max(requestedAt.getTime(), paidMs))
}

/**
 * The maximum of days that a loan was ever overdue, up to a day. A payment counts after the start
 * of its day. Computing this from the days of the payments removes a lateness that was none.
 */
export function worstOverdueDays(loan: RunningLoan, today: Day): number {
  const days = [...daysOfChange(loan), today].filter(day => day > loan.startDay && day <= today)
  return Math.max(
    0,
    ...[...new Set(days)].map(day => positionOn(asSeenOn(loan, day), day).overdueDays),
  )
}

/** The days of change: a loan grows more overdue from day to day until something happens to it. */
function daysOfChange({ payments, extensions = [] }: RunningLoan): Day[] {
  return [...payments.map(({ day }) => day), ...extensions.map(({ requestedDay }) => requestedDay)]
}

/**
 * The loan as of the morning of a day. An extension counts from its request: a borrower who
 * requested it in time was not late while paying.
 */
function asSeenOn(loan: RunningLoan, day: Day): RunningLoan {
  const payments = loan.payments.filter(payment => payment.day < day)
  const requested = (loan.extensions ?? []).filter(({ requestedDay }) => requestedDay < day)
  const extensions = requested.map(extension => ({
    ...extension,
    afterPayments: Math.min(extension.afterPayments, payments.length),
  }))
  return { ...loan, payments, extensions, deferral: asRequested(loan) }
}

/**
 * A hardship plan counts from its request: nobody who requested it in time falls overdue meanwhile.
 * Whenever it was granted, it moves the first due day that is missed.
 */
function asRequested({ deferral }: RunningLoan): Deferral | undefined {
  return typeof deferral?.answer === 'object' ? { ...deferral, answer: 'awaited' } : deferral
}
