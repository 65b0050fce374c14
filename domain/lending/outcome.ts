import { type Day, indiaDayOf } from '#domain/day.ts'
import type { OrderMove, OrderState } from '#domain/lending/order.ts'

/**
 * The outcome of something that the borrower waits for: the payout of a loan, a payment, an
 * application. It is shown until the borrower has seen it.
 */
export const OUTCOMES = ['payout', 'payment', 'denial', 'failure'] as const
export type Outcome = (typeof OUTCOMES)[number]

const outcomes: Partial<Record<OrderMove, Outcome>> = {
  confirm: 'payout',
  deny: 'denial',
  payoutRefused: 'failure',
  payoutReversed: 'failure',
}

/** The outcome that a move brings; undefined if it brings none. A payment brings one by itself. */
export function outcomeOfMove(move: OrderMove): Outcome | undefined {
  return outcomes[move]
}

/**
 * True while an outcome that was not seen is still worth showing: a payout before the first due
 * day, a denial while the borrower has to wait, a payment until a due day is missed after it. A
 * failure always is.
 */
export function isOutcomeNews(
  { kind, at }: { readonly kind: Outcome; readonly at: Date },
  {
    state,
    nextDueDay,
    reapplyAt,
  }: {
    readonly state: OrderState
    readonly nextDueDay: Day | undefined
    readonly reapplyAt: Date | undefined
  },
  { now, today }: { readonly now: Date; readonly today: Day },
): boolean {
  switch (kind) {
    case 'payout':
      return state === 'lending' || (nextDueDay !== undefined && today < nextDueDay)
    case 'denial':
      return reapplyAt !== undefined && now < reapplyAt
    case 'payment':
      return nextDueDay === undefined || today <= nextDueDay || indiaDayOf(at) > nextDueDay
    case 'failure':
      return true
  }
}
