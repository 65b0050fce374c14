import { dayInIndia, dayNumber, dayText } from './calendar.ts'
import { aprBpsOfFlows } from './disclosed.ts'
import { sum } from './exact.ts'
import type { Addendum, ExtensionRequested, Facts, PlanAddendum, PlanRequested } from './facts.ts'
import { totalOf } from './loan.ts'
import { storyOf } from './story.ts'

/**
 * Computes the addendum of an extension that was requested after these happenings: its cost, and
 * the cost of the whole loan with it and without (decision 25). The extension counts as paid on the
 * day of its request. Refuses a day on which none can be requested.
 */
export function addendumOf(facts: Facts, { at }: Pick<ExtensionRequested, 'at'>): Addendum {
  const { loan: before, inflows } = storyOf(facts)
  const loan = before.on(dayInIndia(at))
  const { today, arrived, terms, disclosed } = loan
  const offer = loan.offer()
  const next = loan.unpaid()[0]
  if (typeof offer === 'string' || !next) throw new Error(`no extension can be requested: ${offer}`)
  const fee = offer.service + offer.penal + offer.interest
  const payoff = totalOf(loan.owed())
  const paidSoFar = sum(inflows.map(({ amount }) => amount))
  const extended = loan.on(today)
  extended.extend(dayNumber(offer.newDueDay), offer)
  const toCome = extended.toCome()
  const all = [...inflows, { day: today, amount: fee }, ...toCome]
  return {
    offer,
    dueDay: dayText(next.dueDay),
    received: disclosed.net,
    paidSoFar,
    payoff,
    inAllIfPaidNow: paidSoFar + payoff,
    inAllIfExtended: sum(all.map(({ amount }) => amount)),
    aprBps: aprBpsOfFlows(
      disclosed.net,
      all.map(({ day, amount }) => ({ afterDays: day - arrived, amount })),
      terms.periodDays,
    ),
    tenorDays: (toCome.at(-1)?.day ?? today) - arrived,
    toCome: toCome.map(({ day, amount }) => ({ day: dayText(day), amount })),
  }
}

/**
 * Computes the addendum of a hardship plan that was requested after these happenings: every
 * repayment before and after, and the cost of the whole loan (decision 45). Refuses a plan that is
 * not offered.
 */
export function planAddendumOf(
  facts: Facts,
  { at, moveDays }: Pick<PlanRequested, 'at' | 'moveDays'>,
): PlanAddendum {
  const { loan: before, inflows } = storyOf(facts)
  const loan = before.on(dayInIndia(at))
  const { today, arrived, terms, disclosed } = loan
  if (!loan.planDays().includes(moveDays)) throw new Error(`no plan of ${moveDays} days is offered`)
  const planned = loan.on(today)
  planned.plan = { moveDays, requestedOn: today, state: 'awaiting', since: undefined }
  planned.grant()
  const agreed = loan.toCome()
  const moved = planned.toCome()
  const paidSoFar = sum(inflows.map(({ amount }) => amount))
  const dated = (repayments: typeof agreed) =>
    repayments.map(({ day, amount }) => ({ day: dayText(day), amount }))
  return {
    moveDays,
    before: dated(agreed),
    after: dated(moved),
    received: disclosed.net,
    paidSoFar,
    inAllBefore: paidSoFar + sum(agreed.map(({ amount }) => amount)),
    inAllAfter: paidSoFar + sum(moved.map(({ amount }) => amount)),
    aprBps: aprBpsOfFlows(
      disclosed.net,
      [...inflows, ...moved].map(({ day, amount }) => ({ afterDays: day - arrived, amount })),
      terms.periodDays,
    ),
    tenorDays: (moved.at(-1)?.day ?? today) - arrived,
  }
}
