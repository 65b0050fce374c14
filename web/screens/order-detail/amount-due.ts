import { leftOverPaise, paise, sumPaise } from '#domain/money.ts'
import type { Parts } from '#domain/parts.ts'
import type { Position } from './order-data.ts'

/**
 * The amount at the head of the card: `arrears` is everything due by today, `next` the coming
 * instalment as of its due day, `whole` the whole debt as of today.
 */
export type AmountDue = { readonly kind: 'arrears' | 'next' | 'whole'; readonly parts: Parts }

export function amountDue({ today, fallsDue, dueNow, payoff, owed }: Position): AmountDue {
  if (fallsDue?.day === today) return { kind: 'arrears', parts: fallsDue.parts }
  return !fallsDue || dueNow === payoff
    ? { kind: 'whole', parts: owed }
    : { kind: 'next', parts: fallsDue.parts }
}

/**
 * The base of the penal charge: of the late instalments the unpaid principal, and the unpaid
 * interest up to their due day. Payments of later interest do not reduce it.
 */
export function penalBase({ instalments }: Position) {
  const late = instalments.filter(({ state }) => state === 'overdue')
  const unpaid = ({ agreed, owed, paid }: Position['instalments'][number]) => {
    const interestToDue = leftOverPaise(agreed, paise(owed.principal + paid.principal))
    return paise(owed.principal + leftOverPaise(interestToDue, paid.interest))
  }
  return sumPaise(late.map(unpaid))
}
