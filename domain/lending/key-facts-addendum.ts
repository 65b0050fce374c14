import { addDays, type Day, daysBetween } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { aprOfFlows, type Flow } from '#domain/lending/apr.ts'
import { withExtension } from '#domain/lending/extension.ts'
import { feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import { type FallsDue, fallsDueOn, repaymentsToCome } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import { type BasisPoints, type Paise, paise, sumPaise } from '#domain/money.ts'

/**
 * The figures in the addendum to a Key Facts Statement for an extension (regulation C7). No charge
 * may be made that it does not name.
 */
export type AddendumFacts = {
  readonly fee: RequestedFee
  readonly dueDay: Day
  /** The loan's age in days on its last due day. */
  readonly tenorDays: number
  readonly received: Paise
  /** The total paid so far, earlier extensions included. */
  readonly paidSoFar: Paise
  /** The cost of repaying everything today instead, and the total paid in that case. */
  readonly payoff: Paise
  readonly totalIfPaidNow: Paise
  /** The total paid if the loan is extended and then repaid on time. */
  readonly totalIfExtended: Paise
  /** The APR of the whole loan from the day the money arrived, including this extension. */
  readonly apr: BasisPoints
  /** The amount that falls due on the new due day. */
  readonly dueThen: FallsDue
  /** The repayments after it, each on its new day. */
  readonly toCome: readonly FallsDue[]
}

/** An amount paid on a day. */
type Paid = Pick<FallsDue, 'day' | 'amount'>

/** A loan with what was received and paid for it, on a day. */
export type About = {
  readonly loan: RunningLoan
  readonly today: Day
  /** The service fees of earlier paid extensions, in order. */
  readonly serviceFees: readonly Paise[]
  readonly received: Paise
  /** The repayment interval that the APR is based on. */
  readonly periodDays: number
}

/**
 * The addendum figures of an extension requested today. Refuses a loan on which nothing is owed.
 */
export function addendumFactsOf({
  loan,
  fee,
  today,
  serviceFees,
  received,
  periodDays,
}: About & { readonly fee: RequestedFee }): AddendumFacts {
  const position = positionOn(loan, today)
  const { requestedDay, penal, interest } = fee
  const extended = withExtension(loan, { requestedDay, paidDay: today, penal, interest })
  const toCome = repaymentsToCome(extended, today)
  const dueDay = position.nextDueDay
  const lastDay = toCome.at(-1)?.day
  if (!dueDay || !lastDay) throw new RangeError('a loan with nothing owed cannot be extended')
  const before = paidBefore(loan, serviceFees)
  const paidSoFar = sumPaise(before.map(({ amount }) => amount))
  const all = [...before, { day: today, amount: feeOf(fee) }, ...toCome]
  return {
    fee,
    dueDay,
    received,
    paidSoFar,
    toCome,
    dueThen: fallsDueOn(extended, addDays(requestedDay, EXTENSION_DAYS)),
    tenorDays: daysBetween(loan.startDay, lastDay),
    payoff: position.payoff,
    totalIfPaidNow: paise(paidSoFar + position.payoff),
    totalIfExtended: sumPaise(all.map(({ amount }) => amount)),
    apr: aprOfFlows(
      received,
      all.map(due => flowOf(loan, due)),
      periodDays,
    ),
  }
}

/**
 * Everything that was paid for a loan on which something is owed: payments, none of which has an
 * excess, and the fees of extensions.
 */
export function paidBefore(loan: RunningLoan, serviceFees: readonly Paise[]): readonly Paid[] {
  const extensions = (loan.extensions ?? []).map(({ paidDay: day, penal, interest }, index) => ({
    day,
    amount: sumPaise([serviceFees[index] ?? paise(0), penal, interest]),
  }))
  return [...loan.payments, ...extensions]
}

/** A payment as a flow, by the days since the money arrived. */
export function flowOf({ startDay }: RunningLoan, { day, amount }: Paid): Flow {
  return { afterDays: daysBetween(startDay, day), amount }
}
