import { dayInIndia, dayNumber, dayText } from './calendar.ts'
import { sum } from './exact.ts'
import type { Facts, Ledger, PlanOutcome, Position } from './facts.ts'
import { addedUp, type Loan, NOTHING, totalOf } from './loan.ts'
import { type Story, storyOf } from './story.ts'

/**
 * Computes the position of a loan at the end of a day, from the reports to the lender so far, day
 * by day from the arrival of its money.
 */
export function positionOf(facts: Facts, day: string): Position {
  const { terms, happenings } = facts
  const happened = happenings.filter(({ at }) => dayInIndia(at) <= dayNumber(day))
  const story = storyOf({ ...facts, happenings: happened })
  const loan = story.loan.on(dayNumber(day))
  const { settledOn, isReversed, extensions } = story
  const owed = isReversed ? NOTHING : loan.owed()
  const paid = isReversed ? NOTHING : loan.paid()
  const charged = addedUp([owed, paid])
  return {
    day,
    state: stateOf(story, loan),
    instalments: loan.shares.map(share => ({
      number: share.number,
      dueDay: dayText(share.dueDay),
      owed: loan.owedOn(share),
      paid: share.paid,
      overdueDays: loan.overdueDaysOf(share),
    })),
    owed,
    paid,
    charged: { interest: charged.interest, penal: charged.penal },
    payoff: totalOf(owed),
    fallsDue: isReversed ? undefined : loan.fallsDue(),
    overdueDays: loan.overdueDays(),
    receipts: story.receipts,
    refunds: story.refunds,
    extensions,
    plan: planOf(story, loan),
    offer: loan.offer(),
    settledOn: settledOn === undefined ? undefined : dayText(settledOn),
    // Decision 27: a loan that was paid in full on a day within the period was returned.
    wasReturned: settledOn !== undefined && settledOn <= loan.arrived + terms.coolingOffDays,
    worstOverdueDays: loan.worstOverdueDays,
    ledger: ledgerOf(story, loan),
  }
}

function stateOf({ isReversed, isSettled, extensions }: Story, loan: Loan): Position['state'] {
  if (isReversed) return 'failed'
  if (isSettled) return 'settled'
  if (extensions.some(({ state }) => state === 'awaiting')) return 'extension'
  return loan.overdueDays() > 0 ? 'overdue' : 'loaned'
}

function planOf(
  { isReversed, isSettled, isPlanMoot }: Story,
  { plan }: Loan,
): PlanOutcome | undefined {
  if (!plan) return undefined
  const { moveDays, since } = plan
  const isOver = isPlanMoot || ((isReversed || isSettled) && plan.state === 'awaiting')
  const state = isOver ? 'ended' : plan.state
  return {
    moveDays,
    state,
    grantedOn: since === undefined || isPlanMoot ? undefined : dayText(since),
  }
}

const NO_BALANCES: Ledger = {
  principalReceivable: 0,
  interestReceivable: 0,
  penalReceivable: 0,
  feeIncome: 0,
  gstPayable: 0,
  interestIncome: 0,
  penalIncome: 0,
  extensionAdvances: 0,
  refunds: 0,
}

function ledgerOf({ isReversed, extensions, setAside, refunds }: Story, loan: Loan): Ledger {
  const refunded = sum(refunds.map(({ amount }) => amount))
  // A payout that the bank took back undoes everything but the refunds (product §6, Moves).
  if (isReversed) return { ...NO_BALANCES, refunds: refunded }
  const { fee, gst } = loan.disclosed
  const paidFor = extensions.filter(({ state }) => state === 'paid')
  const extensionGst = sum(paidFor.map(extension => extension.gst))
  const owed = loan.owed()
  const charged = addedUp([owed, loan.paid()])
  return {
    principalReceivable: owed.principal,
    interestReceivable: owed.interest,
    penalReceivable: owed.penal,
    feeIncome: fee + sum(paidFor.map(({ service }) => service)) - extensionGst,
    gstPayable: gst + extensionGst,
    interestIncome: charged.interest,
    penalIncome: charged.penal,
    extensionAdvances: setAside,
    refunds: refunded,
  }
}
