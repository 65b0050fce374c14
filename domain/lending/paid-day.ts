import { addDays, type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { PaidExtension, RunningLoan } from '#domain/lending/accrual.ts'
import { positionOn } from '#domain/lending/repayment.ts'

/**
 * The India day on which a payment counts. It is the day on which the provider says that the money moved, however late we are told:
 * who paid in time was never late. A time before the payment was asked for, or in the future, is not believed beyond that; and what
 * the loan has already seen is not rewritten. Without a word of the provider it is the day on which we learn of it.
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
 * The most days that a loan was ever overdue, up to a day: what was paid on a day came after that day had begun. This is how a
 * payment that was told late takes back the lateness that it was not guilty of.
 */
export function worstOverdueDays(loan: RunningLoan, today: Day): number {
  let worst = 0
  for (let day = addDays(loan.startDay, 1); day <= today; day = addDays(day, 1))
    worst = Math.max(worst, positionOn(asSeenOn(loan, day), day).overdueDays)
  return worst
}

/** The loan as the morning of a day knew it. An extension counts from its request: who asked in time was not late while they paid. */
function asSeenOn(loan: RunningLoan, day: Day): RunningLoan {
  const payments = loan.payments.filter(payment => payment.day < day)
  const asked = (loan.extensions ?? []).filter(({ requestedDay }) => requestedDay < day)
  const extensions = asked.map(
    (extension): PaidExtension => ({
      ...extension,
      afterPayments: Math.min(extension.afterPayments, payments.length),
      paidDay:
        extension.paidDay < day
          ? extension.paidDay
          : laterDay(extension.requestedDay, addDays(day, -1)),
    }),
  )
  return { ...loan, payments, extensions }
}
