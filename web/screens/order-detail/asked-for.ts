import { leftOverPaise, paise, sumPaise } from '#domain/money.ts'
import { type Parts, sumParts } from '#domain/parts.ts'
import type { Position } from './OrderDetail.tsx'

/**
 * What the amount asked for now is, and what it is made of: `arrears` is everything due by today, `next` the coming
 * instalment as it will stand on its day, `whole` all that is left of the loan, as it stands today.
 */
export type Asked = { readonly kind: 'arrears' | 'next' | 'whole'; readonly parts: Parts }

/** Told from the position, so that the parts always add up to `dueNow`. */
export function askedFor(position: Position): Asked {
  const { today, instalments, dueNow, payoff, owed } = position
  const due = instalments.filter(({ state, dueDay }) => state !== 'paid' && dueDay <= today)
  if (due.length > 0) return { kind: 'arrears', parts: sumParts(due.map(instalment => instalment.owed)) }
  const next = instalments.find(({ state }) => state !== 'paid')
  if (!next || dueNow === payoff) return { kind: 'whole', parts: owed }
  const { principal, penal } = next.owed
  return { kind: 'next', parts: { penal, principal, interest: leftOverPaise(dueNow, paise(principal + penal)) } }
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

/** What a loan of one instalment will cost on its day, while its principal is whole; nothing where today's amount says it all. */
export function onDueDay({ instalments, today }: Position) {
  const [only, ...others] = instalments
  const isUntouched = only !== undefined && others.length === 0 && only.state === 'upcoming' && only.paid.principal === 0
  return isUntouched && only.dueDay > today
    ? { day: only.dueDay, amount: leftOverPaise(only.agreed, only.paid.interest) }
    : undefined
}
