import { canMove, type OrderState } from '#domain/lending/order.ts'
import { canWaive } from '#domain/lending/penal-waiver.ts'
import type { Paise } from '#domain/money.ts'
import type { ActName } from '#domain/staff/proposal.ts'

/** The acts of a person on an order. */
export const ORDER_ACTS = [
  'decide',
  'answer-hardship',
  'waive-penal',
  'stop-payout',
  'settle-refund',
] as const
export type OrderAct = (typeof ORDER_ACTS)[number]

/** The reason why an act is not possible now. */
export const CANNOT_ACT = [
  'wrong-state',
  'rules-decide',
  'no-request',
  'no-penal',
  'no-payout',
  'payout-ended',
  'payout-stopped',
  'no-refund',
  'refund-under-way',
  'proposal-waits',
] as const
export type CannotAct = (typeof CANNOT_ACT)[number]

export type Proposed = { readonly act: ActName; readonly subject: string }

/** The facts of an order that its acts depend on. */
export type ActFacts = {
  readonly state: OrderState
  /** The rules referred it to a person. */
  readonly isReferred: boolean
  readonly hasHardshipRequest: boolean
  /** Penal charges that are owed today. */
  readonly penalOwed: Paise
  readonly payout:
    | { readonly id: string; readonly hasEnded: boolean; readonly isStopped: boolean }
    | undefined
  readonly refunds: readonly {
    readonly id: string
    readonly state: 'pending' | 'done' | 'given-up'
  }[]
  /** A waiting proposal: an act, and the id of the order, payout or refund. */
  readonly proposed: readonly Proposed[]
}

export type PossibleAct = {
  readonly act: OrderAct
  /** The id of the payout or refund that it is about; null for the order itself. */
  readonly subject: string | null
  /** Null where the state of things allows it. */
  readonly cannot: CannotAct | null
}

/** Every act on an order, each with the reason why it is not possible, by the table of moves (product §6). */
export function actsOn(facts: ActFacts): PossibleAct[] {
  const { state, isReferred, hasHardshipRequest } = facts
  const decide = !canMove(state, 'approve') ? 'wrong-state' : isReferred ? null : 'rules-decide'
  const hardship = !canMove(state, 'grantHardshipPlan')
    ? 'wrong-state'
    : hasHardshipRequest
      ? null
      : 'no-request'
  return [
    { act: 'decide', subject: null, cannot: decide },
    { act: 'answer-hardship', subject: null, cannot: hardship },
    { act: 'waive-penal', subject: null, cannot: cannotWaive(facts) },
    stopPayout(facts),
    ...settleRefunds(facts),
  ]
}

function cannotWaive({ state, penalOwed, proposed }: ActFacts): CannotAct | null {
  if (!canWaive(state)) return 'wrong-state'
  if (proposed.some(({ act }) => act === 'waive-penal')) return 'proposal-waits'
  return penalOwed > 0 ? null : 'no-penal'
}

function waits(proposed: ActFacts['proposed'], act: ActName, subject: string): boolean {
  return proposed.some(each => each.act === act && each.subject === subject)
}

function stopPayout({ payout, proposed }: ActFacts): PossibleAct {
  const act = 'stop-payout'
  if (!payout) return { act, subject: null, cannot: 'no-payout' }
  const { id: subject, hasEnded, isStopped } = payout
  if (hasEnded) return { act, subject, cannot: 'payout-ended' }
  if (isStopped) return { act, subject, cannot: 'payout-stopped' }
  return { act, subject, cannot: waits(proposed, act, subject) ? 'proposal-waits' : null }
}

function settleRefunds({ refunds, proposed }: ActFacts): PossibleAct[] {
  const act = 'settle-refund'
  const owed = refunds.filter(({ state }) => state !== 'done')
  if (owed.length === 0) return [{ act, subject: null, cannot: 'no-refund' }]
  return owed.map(({ id: subject, state }) => {
    if (state === 'pending') return { act, subject, cannot: 'refund-under-way' }
    return { act, subject, cannot: waits(proposed, act, subject) ? 'proposal-waits' : null }
  })
}
