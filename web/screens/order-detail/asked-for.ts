import { leftOverPaise, paise, sumPaise } from '#domain/money.ts'
import type { Parts } from '#domain/parts.ts'
import type { Position } from './order-data.ts'

/**
 * The amount at the head of the card: `arrears` is everything due by today, `next` the coming instalment as it will stand on its day,
 * `whole` all that is left of the loan, as it stands today.
 */
export type Asked = { readonly kind: 'arrears' | 'next' | 'whole'; readonly parts: Parts }

export function askedFor({ today, fallsDue, dueNow, payoff, owed }: Position): Asked {
  if (fallsDue?.day === today) return { kind: 'arrears', parts: fallsDue.parts }
  return !fallsDue || dueNow === payoff
    ? { kind: 'whole', parts: owed }
    : { kind: 'next', parts: fallsDue.parts }
}

/**
 * What the penal charge is counted on: of the late instalments the unpaid principal, and the unpaid interest to their due day. What was paid of
 * later interest takes nothing off.
 */
export function penalBase({ instalments }: Position) {
  const late = instalments.filter(({ state }) => state === 'overdue')
  const unpaid = ({ agreed, owed, paid }: Position['instalments'][number]) => {
    const interestToDue = leftOverPaise(agreed, paise(owed.principal + paid.principal))
    return paise(owed.principal + leftOverPaise(interestToDue, paid.interest))
  }
  return sumPaise(late.map(unpaid))
}
