/** The addendum to a Key Facts Statement, as it is read before a hardship plan is requested. */
import type { FallsDue } from '#domain/lending/falls-due.ts'
import type { HardshipFacts } from '#domain/lending/key-facts-hardship.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Order } from '#server/lending/db/order.ts'
import {
  type KeyFactsSections,
  type KeyFactsStatement,
  lenderText,
  officerText,
  row,
  statementOf,
} from '#server/lending/words/key-facts.ts'
import { repaymentTable } from '#server/lending/words/key-facts-addendum.ts'
import type { Lender } from '#server/platform/config.ts'
import { dayText, money, percent, percentPerDay } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { type Say, sayIn } from '#words/say.ts'

/** The facts that identify a plan: its loan, its number, its figures, and who decides on it. */
export type HardshipAddendum = {
  readonly order: Pick<Order, 'orderNo' | 'terms' | 'apr'>
  readonly proposalNo: string
  readonly facts: HardshipFacts
  readonly isReferred: boolean
}

/**
 * Composes the addendum of a hardship plan. The same plan on the same day, lender and language
 * always give the same statement.
 */
export function hardshipAddendum(
  addendum: HardshipAddendum,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  return statementOf(each => hardshipSections(addendum, lender, each), lender, language)
}

function hardshipSections(
  addendum: HardshipAddendum,
  lender: Lender | undefined,
  language: Language,
): KeyFactsSections {
  const say = sayIn(language)
  const { before, after } = addendum.facts.plan
  return [
    {
      title: say('addendum.plan.dates'),
      rows: dateRows(addendum, say, lender, language),
      table: null,
    },
    { title: say('addendum.whole'), rows: wholeRows(addendum, say), table: null },
    { title: say('addendum.know'), rows: knowRows(addendum, say, lender), table: null },
    { title: say('addendum.plan.schedule'), rows: [], table: repaymentTable(after, say, language) },
    {
      title: say('addendum.plan.schedule.before'),
      rows: [],
      table: repaymentTable(before, say, language),
    },
  ]
}

function dateRows(
  { order, proposalNo, facts }: HardshipAddendum,
  say: Say,
  lender: Lender | undefined,
  language: Language,
) {
  const { plan, next, newNext, lastDay } = facts
  const dated = ({ day, amount }: FallsDue) =>
    say('addendum.plan.next.value', { day: dayText(day, language), amount: money(amount) })
  return [
    row(say('keyfacts.lender'), lenderText(say, lender)),
    row(
      say('addendum.proposal'),
      proposalNo,
      say('addendum.proposal.note', { order: order.orderNo }),
    ),
    row(say('addendum.plan.days'), say('keyfacts.days', { days: plan.moveDays })),
    row(say('addendum.plan.fee'), say('addendum.plan.fee.value')),
    row(
      say('addendum.plan.interest'),
      money(plan.addedInterest),
      say('addendum.plan.interest.note'),
    ),
    row(say('addendum.plan.next'), dated(next)),
    row(say('addendum.plan.new-next'), dated(newNext)),
    row(say('addendum.plan.last'), dayText(lastDay, language)),
  ]
}

function wholeRows({ order, facts }: HardshipAddendum, say: Say) {
  const { received, paidSoFar, costBefore, costAfter, apr, tenorDays } = facts
  const inAll = (cost: Paise) => say('addendum.cost.note', { total: money(paise(cost + received)) })
  const agreed = { days: order.terms.periodDays, agreed: percent(order.apr) }
  return [
    row(say('addendum.received'), money(received)),
    row(say('addendum.so-far'), money(paidSoFar)),
    row(say('addendum.plan.cost.before'), money(costBefore), inAll(costBefore)),
    row(say('addendum.plan.cost.after'), money(costAfter), inAll(costAfter)),
    row(say('addendum.plan.apr'), percent(apr), say('addendum.plan.apr.note', agreed)),
    row(
      say('addendum.plan.runs'),
      say('keyfacts.days', { days: tenorDays }),
      say('addendum.plan.runs.note', { most: order.terms.maxTenorDays }),
    ),
  ]
}

function knowRows(
  { order: { terms }, isReferred }: HardshipAddendum,
  say: Say,
  lender: Lender | undefined,
) {
  const penal = { rate: percentPerDay(terms.penalRate), cap: money(penalCapPaise(terms)) }
  return [
    isReferred
      ? row(
          say('addendum.plan.answer'),
          say('addendum.plan.answer.person'),
          say('addendum.plan.answer.person.note'),
        )
      : row(say('addendum.plan.answer'), say('addendum.plan.answer.rules')),
    row(
      say('addendum.plan.kept'),
      say('addendum.plan.kept.value'),
      say('addendum.plan.kept.note', penal),
    ),
    row(
      say('addendum.restructured'),
      say('addendum.restructured.value'),
      say('addendum.plan.restructured.note'),
    ),
    row(say('addendum.plan.once'), say('addendum.plan.once.value'), say('addendum.plan.once.note')),
    row(
      say('addendum.plan.later'),
      say('addendum.plan.later.value'),
      say('addendum.plan.later.note'),
    ),
    row(say('addendum.rest'), say('addendum.rest.value'), say('addendum.rest.note')),
    row(say('keyfacts.grievance'), say('keyfacts.grievance.value')),
    row(say('keyfacts.officer'), lender ? officerText(lender) : say('keyfacts.lender.demo')),
  ]
}
