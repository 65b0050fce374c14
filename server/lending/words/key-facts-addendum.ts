/** The addendum to a Key Facts Statement, as it is read before a due date is moved (regulation C7). */
import { feeOf } from '#domain/lending/extension-window.ts'
import type { AddendumFacts } from '#domain/lending/key-facts-addendum.ts'
import { EXTENSION_DAYS, EXTENSION_PAYMENT_HOURS } from '#domain/limits.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Order } from '#server/lending/db/order.ts'
import {
  type KeyFactsStatement,
  lenderText,
  officerText,
  percent,
  row,
  statementOf,
} from '#server/lending/words/key-facts.ts'
import { type SayAddendum, sayAddendumIn } from '#server/lending/words/key-facts-addendum-words.ts'
import { sayIn } from '#server/lending/words/key-facts-words.ts'
import type { Lender } from '#server/platform/config.ts'
import { dayText, money } from '#words/format.ts'
import type { Language } from '#words/language.ts'

/** What is said of an extension: of which loan, under which number, to which day. */
export type Addendum = {
  readonly order: Pick<Order, 'orderNo' | 'terms' | 'apr'>
  readonly proposalNo: string
  readonly newDueDay: AddendumFacts['dueDay']
  readonly facts: AddendumFacts
}

/** What an extension would be disclosed as. The same extension on the same day, lender and language always give the same statement. */
export function keyFactsAddendum(
  addendum: Addendum,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  const say = sayAddendumIn(language)
  const sections = [
    { title: say('costs'), rows: costRows(addendum, say, lender, language), table: null },
    { title: say('whole'), rows: wholeRows(addendum, say, language), table: null },
    { title: say('know'), rows: knowRows(addendum, say, lender, language), table: null },
    { title: say('schedule'), rows: [], table: toCome(addendum, say, language) },
  ]
  return statementOf(sections, language)
}

function costRows(
  { order, proposalNo, newDueDay, facts }: Addendum,
  say: SayAddendum,
  lender: Lender | undefined,
  language: Language,
) {
  const { serviceFee, gst, penal, interest } = facts.fee
  const about = { rate: percent(order.terms.extensionFee), gst: money(gst) }
  return [
    row(sayIn(language)('lender'), lenderText(sayIn(language), lender)),
    row(say('proposal'), proposalNo, say('proposal.note', { order: order.orderNo })),
    row(say('service'), money(serviceFee), say('service.note', about)),
    row(say('penal'), money(penal)),
    row(say('interest'), money(interest)),
    row(say('fee'), money(feeOf(facts.fee)), say('fee.note', { hours: EXTENSION_PAYMENT_HOURS })),
    row(say('from'), dayText(facts.dueDay, language)),
    row(say('to'), dayText(newDueDay, language), say('to.note', { days: EXTENSION_DAYS })),
  ]
}

function wholeRows({ order, facts }: Addendum, say: SayAddendum, language: Language) {
  const { received, paidSoFar, totalIfPaidNow, totalIfExtended, apr, tenorDays } = facts
  const costOf = (total: Paise) => money(paise(total - received))
  const inAll = (total: Paise) => say('cost.note', { total: money(total) })
  const agreed = { days: order.terms.periodDays, agreed: percent(order.apr) }
  return [
    row(say('received'), money(received)),
    row(say('so-far'), money(paidSoFar)),
    row(say('cost.now'), costOf(totalIfPaidNow), inAll(totalIfPaidNow)),
    row(say('cost.extended'), costOf(totalIfExtended), inAll(totalIfExtended)),
    row(say('more'), money(paise(totalIfExtended - totalIfPaidNow))),
    row(say('apr'), percent(apr), say('apr.note', agreed)),
    row(
      say('runs'),
      sayIn(language)('days', { days: tenorDays }),
      say('runs.note', { most: order.terms.maxTenorDays }),
    ),
  ]
}

function knowRows(
  { facts }: Addendum,
  say: SayAddendum,
  lender: Lender | undefined,
  language: Language,
) {
  const general = sayIn(language)
  return [
    row(say('instead'), money(facts.payoff), say('instead.note')),
    row(say('unpaid'), say('unpaid.value'), say('unpaid.note')),
    row(say('restructured'), say('restructured.value'), say('restructured.note')),
    row(say('rest'), say('rest.value'), say('rest.note')),
    row(general('grievance'), general('grievance.value')),
    row(general('officer'), lender ? officerText(lender) : general('lender.demo')),
  ]
}

function toCome({ facts }: Addendum, say: SayAddendum, language: Language) {
  const rows = facts.toCome.map(({ day, amount }) => [dayText(day, language), money(amount)])
  return { head: [say('due'), say('amount')], rows }
}
