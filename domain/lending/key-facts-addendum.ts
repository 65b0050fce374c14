import { addDays, type Day, daysBetween } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { aprOfFlows, type Flow } from '#domain/lending/apr.ts'
import { withExtension } from '#domain/lending/extension.ts'
import { type AskedFee, feeOf } from '#domain/lending/extension-window.ts'
import { type FallsDue, fallsDueOn, repaymentsToCome } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import { type BasisPoints, leftOverPaise, type Paise, paise, sumPaise } from '#domain/money.ts'

/** What the addendum to a Key Facts Statement says of an extension in numbers (regulation C7): nothing that it does not name is charged for it. */
export type AddendumFacts = {
  readonly fee: AskedFee
  readonly dueDay: Day
  /** The days the loan will have run on its last due day. */
  readonly tenorDays: number
  readonly received: Paise
  /** What was paid so far, earlier extensions included. */
  readonly paidSoFar: Paise
  /** Repaying all of it today instead, and everything that will then have been paid. */
  readonly payoff: Paise
  readonly totalIfPaidNow: Paise
  /** Everything that will have been paid if the loan is extended and then repaid on time. */
  readonly totalIfExtended: Paise
  /** Of the whole loan, from the day the money arrived, with this extension. */
  readonly apr: BasisPoints
  /** What falls due on the new due day. */
  readonly dueThen: FallsDue
  /** What is to be repaid after it, each on its new day. */
  readonly toCome: readonly FallsDue[]
}

/** An amount that is paid on a day. */
type Paid = Pick<FallsDue, 'day' | 'amount'>

type About = {
  readonly loan: RunningLoan
  readonly fee: AskedFee
  readonly today: Day
  /** Of the extensions paid before, in order. */
  readonly serviceFees: readonly Paise[]
  readonly received: Paise
  /** The repayment interval, which the APR is counted by. */
  readonly periodDays: number
}

/** The facts of an extension that is asked for today. Refuses a loan on which nothing is owed. */
export function addendumFactsOf({
  loan,
  fee,
  today,
  serviceFees,
  received,
  periodDays,
}: About): AddendumFacts {
  const position = positionOn(loan, today)
  const { requestedDay, penal, interest } = fee
  const extended = withExtension(loan, { requestedDay, paidDay: today, penal, interest })
  const toCome = repaymentsToCome(extended, today)
  const dueDay = position.nextDueDay
  const lastDay = toCome.at(-1)?.day
  if (!dueDay || !lastDay) throw new RangeError('nothing is owed that could be extended')
  const before = paidBefore(loan, serviceFees, today)
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

/** Everything that was paid and kept: payments without what went back, and the fees of extensions. */
function paidBefore(loan: RunningLoan, serviceFees: readonly Paise[], today: Day): readonly Paid[] {
  const { allocations } = positionOn(loan, today)
  const payments = loan.payments.map(({ day, amount }, index) => ({
    day,
    amount: leftOverPaise(amount, allocations[index]?.excess ?? paise(0)),
  }))
  const extensions = (loan.extensions ?? []).map(({ paidDay: day, penal, interest }, index) => ({
    day,
    amount: sumPaise([serviceFees[index] ?? paise(0), penal, interest]),
  }))
  return [...payments, ...extensions]
}

function flowOf({ startDay }: RunningLoan, { day, amount }: Paid): Flow {
  return { afterDays: daysBetween(startDay, day), amount }
}
