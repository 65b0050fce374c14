/**
 * The hardship plans that an order could have now, each with its addendum to the Key Facts
 * Statement.
 */
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { hardship as endpoints } from '#contract/hardship.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  type HardshipReason,
  type HardshipTerms,
  hardshipMoves,
  hardshipPlans,
  type NoHardshipPlan,
  whyAPersonDecides,
} from '#domain/lending/hardship.ts'
import { type HardshipFacts, hardshipFactsOf } from '#domain/lending/key-facts-hardship.ts'
import { canMove } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { extensionsOf } from '#server/lending/db/extension.ts'
import { plansOfOtherLoans } from '#server/lending/db/hardship.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import { paidOf } from '#server/lending/extending/extension-quote.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/** The plans on offer, the shortest first, with the reasons for which a person decides on each. */
export type HardshipOffer = {
  readonly today: Day
  readonly loan: RunningLoan
  readonly plans: readonly HardshipOption[]
}
export type HardshipOption = {
  readonly facts: HardshipFacts
  readonly referredFor: readonly HardshipReason[]
}

export type NoOffer = Refusal<Exclude<RefusalOf<typeof endpoints.plans>, 'order-not-found'>>

const REASONS = {
  'nothing-owed': 'nothing-to-pay',
  'requested-before': 'hardship-requested',
  'cooling-off': 'hardship-cooling-off',
  overdue: 'hardship-overdue',
  'longest-tenor-reached': 'hardship-longest-tenor',
} as const satisfies Record<NoHardshipPlan, NoOffer['refused']>

/** The plans that an order could have now; or why it can have none. */
export async function hardshipOffer(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<HardshipOffer | NoOffer> {
  const { borrowerId, id: orderId, terms } = order
  if (order.state === 'overdue') return refused('hardship-overdue')
  if (!canMove(order.state, 'requestHardshipPlan'))
    return refused(order.state === 'settled' ? 'nothing-to-pay' : 'order-state')
  const [loan, extensions, earlierPlans] = await Promise.all([
    loanOf(db, order),
    extensionsOf(db, borrowerId, orderId),
    plansOfOtherLoans(db, { borrowerId, orderId }),
  ])
  if (!loan) return refused('order-state')
  const today = indiaDayOf(now)
  const plans = hardshipPlans(loan, terms, today)
  if (plans === 'longest-tenor-reached')
    return refused(REASONS[plans], { details: { days: terms.maxTenorDays } })
  if (typeof plans === 'string') return refused(REASONS[plans])
  const serviceFees = paidOf(extensions).map(({ serviceFee }) => serviceFee)
  const about = { loan, today, serviceFees, received: order.arrive, periodDays: terms.periodDays }
  const request = {
    worstOverdueDays: order.worstOverdueDays,
    extensionsPaid: serviceFees.length,
    earlierPlans,
  }
  return {
    today,
    loan,
    plans: plans.map(plan => ({
      facts: hardshipFactsOf({ ...about, plan }),
      referredFor: whyAPersonDecides({ ...request, moveDays: plan.moveDays }),
    })),
  }
}

/** The offered plan that moves the due days by so many days. */
export function optionOf({ plans }: HardshipOffer, moveDays: number): HardshipOption | undefined {
  return plans.find(({ facts }) => facts.plan.moveDays === moveDays)
}

/** True if a plan can be requested for a loan on a day. */
export function canRequestHardship(
  { state, terms }: Pick<Order, 'state'> & { readonly terms: HardshipTerms },
  loan: RunningLoan,
  today: Day,
): boolean {
  return (
    canMove(state, 'requestHardshipPlan') &&
    typeof hardshipMoves(loan, terms, positionOn(loan, today)) !== 'string'
  )
}
