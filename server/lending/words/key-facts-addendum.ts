/** The addendum to a Key Facts Statement, as it is read before a due date is moved (regulation C7). */
import { feeOf } from '#domain/lending/extension-window.ts'
import type { FallsDue } from '#domain/lending/falls-due.ts'
import type { AddendumFacts } from '#domain/lending/key-facts-addendum.ts'
import { EXTENSION_DAYS, EXTENSION_PAYMENT_HOURS } from '#domain/limits.ts'
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
import type { Lender } from '#server/platform/config.ts'
import { dayText, money, percent } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { type Say, sayIn } from '#words/say.ts'

/** The facts that identify an extension: its loan, its number, and its new due day. */
export type Addendum = {
  readonly order: Pick<Order, 'orderNo' | 'terms' | 'apr'>
  readonly proposalNo: string
  readonly newDueDay: AddendumFacts['dueDay']
  readonly facts: AddendumFacts
}

/**
 * Composes the addendum of an extension. The same extension on the same day, lender and language
 * always give the same statement.
 */
export function keyFactsAddendum(
  addendum: Addendum,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  return statementOf(each => addendumSections(addendum, lender, each), lender, language)
}

function addendumSections(
  addendum: Addendum,
  lender: Lender | undefined,
  language: Language,
): KeyFactsSections {
  const say = sayIn(language)
  return [
    { title: say('addendum.costs'), rows: costRows(addendum, say, lender, language), table: null },
    { title: say('addendum.whole'), rows: wholeRows(addendum, say), table: null },
    { title: say('addendum.know'), rows: knowRows(addendum, say, lender), table: null },
    {
      title: say('addendum.schedule'),
      rows: [],
      table: repaymentTable(addendum.facts.toCome, say, language),
    },
  ]
}

function costRows(
  { order, proposalNo, newDueDay, facts }: Addendum,
  say: Say,
  lender: Lender | undefined,
  language: Language,
) {
  const { serviceFee, gst, penal, interest } = facts.fee
  const about = { rate: percent(order.terms.extensionFee), gst: money(gst) }
  return [
    row(say('keyfacts.lender'), lenderText(say, lender)),
    row(
      say('addendum.proposal'),
      proposalNo,
      say('addendum.proposal.note', { order: order.orderNo }),
    ),
    row(say('addendum.service'), money(serviceFee), say('addendum.service.note', about)),
    row(say('addendum.penal'), money(penal)),
    row(say('addendum.interest'), money(interest)),
    row(
      say('addendum.fee'),
      money(feeOf(facts.fee)),
      say('addendum.fee.note', { hours: EXTENSION_PAYMENT_HOURS }),
    ),
    row(say('addendum.from'), dayText(facts.dueDay, language)),
    row(
      say('addendum.to'),
      dayText(newDueDay, language),
      say('addendum.to.note', { days: EXTENSION_DAYS }),
    ),
  ]
}

function wholeRows({ order, facts }: Addendum, say: Say) {
  const { received, paidSoFar, totalIfPaidNow, totalIfExtended, apr, tenorDays } = facts
  const costOf = (total: Paise) => money(paise(total - received))
  const inAll = (total: Paise) => say('addendum.cost.note', { total: money(total) })
  const agreed = { days: order.terms.periodDays, agreed: percent(order.apr) }
  return [
    row(say('addendum.received'), money(received)),
    row(say('addendum.so-far'), money(paidSoFar)),
    row(say('addendum.cost.now'), costOf(totalIfPaidNow), inAll(totalIfPaidNow)),
    row(say('addendum.cost.extended'), costOf(totalIfExtended), inAll(totalIfExtended)),
    row(say('addendum.more'), money(paise(totalIfExtended - totalIfPaidNow))),
    row(say('addendum.apr'), percent(apr), say('addendum.apr.note', agreed)),
    row(
      say('addendum.runs'),
      say('keyfacts.days', { days: tenorDays }),
      say('addendum.runs.note', { most: order.terms.maxTenorDays }),
    ),
  ]
}

function knowRows({ facts }: Addendum, say: Say, lender: Lender | undefined) {
  return [
    row(say('addendum.instead'), money(facts.payoff), say('addendum.instead.note')),
    row(say('addendum.unpaid'), say('addendum.unpaid.value'), say('addendum.unpaid.note')),
    row(
      say('addendum.restructured'),
      say('addendum.restructured.value'),
      say('addendum.restructured.note'),
    ),
    row(say('addendum.rest'), say('addendum.rest.value'), say('addendum.rest.note')),
    row(say('keyfacts.grievance'), say('keyfacts.grievance.value')),
    row(say('keyfacts.officer'), lender ? officerText(lender) : say('keyfacts.lender.demo')),
  ]
}

/** Repayments by day and amount. */
export function repaymentTable(repayments: readonly FallsDue[], say: Say, language: Language) {
  const rows = repayments.map(({ day, amount }) => [dayText(day, language), money(amount)])
  return { head: [say('addendum.due'), say('addendum.amount')], rows }
}
