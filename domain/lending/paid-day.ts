import { addDays, type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { Deferral, RunningLoan } from '#domain/lending/accrual.ts'
import { positionOn } from '#domain/lending/repayment.ts'

/**
 * The India day on which a payment counts: the day on which the provider says that the money moved,
 * however late we hear of it, so that a borrower who paid in time is never late. A time before the
 * payment request or in the future is clamped, and events already recorded on the loan are not
 * rewritten. Without a time from the provider it is the day on which we hear of it.
 */
export function paidDay(
  paidAt: Date | undefined,
  { askedAt, learnedAt }: { readonly askedAt: Date; readonly learnedAt: Date },
  seen: readonly (Day | undefined)[],
): Day {
  const ms = Math.max(
    askedAt.getTime(),
    Math.min(paidAt?.getTime() ?? learnedAt.getTime(), learnedAt.getTime()),
  )
  return seen.reduce<Day>(
    (latest, day) => (day ? laterDay(latest, day) : latest),
    indiaDayOf(new Date(ms)),
  )
}

/**
 * The most days that a loan was ever overdue, up to a day. A payment counts after the start of its
 * day. Computing this from the payment days clears lateness that only a late notification caused.
 */
export function worstOverdueDays(loan: RunningLoan, today: Day): number {
  let worst = 0
  for (let day = addDays(loan.startDay, 1); day <= today; day = addDays(day, 1))
    worst = Math.max(worst, positionOn(asSeenOn(loan, day), day).overdueDays)
  return worst
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
 * A hardship plan counts from its request: nobody who has asked in time falls overdue meanwhile.
 * Whenever it was granted, it moves the first due day that is missed.
 */
function asRequested({ deferral }: RunningLoan): Deferral | undefined {
  return typeof deferral?.answer === 'object' ? { ...deferral, answer: 'awaited' } : deferral
}
