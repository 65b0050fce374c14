/** The Key Facts Statement as it is read: Annex A in its two parts, Annex B and Annex C of RBI/2024-25/18. */
import { createHash } from 'node:crypto'
import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { type KeyFacts, keyFactsOf } from '#domain/lending/key-facts.ts'
import type { LoanTerms } from '#domain/lending/terms.ts'
import { GST_BPS } from '#domain/limits.ts'
import { paise } from '#domain/money.ts'
import type { Lender } from '#server/platform/config.ts'
import { money, percent, percentPerDay } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { isGovernedByEnglish } from '#words/reviews.ts'
import { type Say, sayIn } from '#words/say.ts'

export type KeyFactsSections = Output<typeof order.keyFacts>['sections']
type Section = KeyFactsSections[number]
type Row = Section['rows'][number]

/** `hash` names the exact text of the statement: SHA-256 of `text`, which is its sections in JSON. */
export type KeyFactsStatement = {
  readonly language: Language
  readonly hash: string
  readonly text: string
}

/** A loan as its statement discloses it: its terms, and for how many working days its offer stays open. */
export type Disclosed = { readonly terms: LoanTerms; readonly offerWorkingDays: number }

/** Thousands of loans are on the same terms. */
const CACHED_MAX = 500
const statements = new Map<string, KeyFactsStatement>()

/**
 * Composes the statement of a loan. The same terms, days, lender and language always give the same
 * statement.
 */
export function keyFactsStatement(
  { terms, offerWorkingDays }: Disclosed,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  const name = JSON.stringify([terms, offerWorkingDays, lender, language])
  const statement =
    statements.get(name) ?? newStatement({ terms, offerWorkingDays }, lender, language)
  if (statements.size >= CACHED_MAX) statements.clear()
  statements.set(name, statement)
  return statement
}

function newStatement(
  { terms, offerWorkingDays }: Disclosed,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  const facts = keyFactsOf(terms, offerWorkingDays)
  return statementOf(each => statementSections(facts, lender, sayIn(each)), lender, language)
}

function statementSections(
  facts: KeyFacts,
  lender: Lender | undefined,
  say: Say,
): KeyFactsSections {
  const partOne: Section = {
    title: say('keyfacts.part1'),
    rows: [...loanRows(say, facts, lender), ...chargeRows(say, facts)],
    table: null,
  }
  const partTwo: Section = {
    title: say('keyfacts.part2'),
    rows: rightsRows(say, facts, lender),
    table: null,
  }
  return [partOne, partTwo, computation(say, facts), schedule(say, facts)]
}

/**
 * The sections of a statement in a language, and what names them. Where English governs, it follows,
 * and the first row of both says so.
 */
export function statementOf(
  sectionsIn: (language: Language) => KeyFactsSections,
  lender: Lender | undefined,
  language: Language,
): KeyFactsStatement {
  const sections = isGovernedByEnglish(language, lender !== undefined)
    ? [language, 'en' as const].flatMap(each => governed(sectionsIn(each), sayIn(each)))
    : sectionsIn(language)
  const text = JSON.stringify(sections)
  return { language, hash: createHash('sha256').update(text).digest('hex'), text }
}

function governed([first, ...others]: KeyFactsSections, say: Say): KeyFactsSections {
  const governing = row(
    say('document.governs.label'),
    say('document.governs'),
    say('document.governs.note'),
  )
  return first ? [{ ...first, rows: [governing, ...first.rows] }, ...others] : []
}

export function row(label: string, value: string, note: string | null = null): Row {
  return { label, value, note }
}

function loanRows(say: Say, facts: KeyFacts, lender: Lender | undefined): Row[] {
  const longer =
    facts.maxTenorDays > facts.tenorDays
      ? say('keyfacts.term.note', { most: facts.maxTenorDays })
      : null
  return [
    row(say('keyfacts.lender'), lenderText(say, lender)),
    row(say('keyfacts.type'), say('keyfacts.type.value')),
    row(say('keyfacts.amount'), money(facts.amount)),
    row(say('keyfacts.disbursal'), say('keyfacts.disbursal.value')),
    row(say('keyfacts.term'), say('keyfacts.days', { days: facts.tenorDays }), longer),
    ...instalmentRows(say, facts),
    row(
      say('keyfacts.rate'),
      say('keyfacts.rate.value', { daily: percentPerDay(facts.rate) }),
      say('keyfacts.rate.note', { annual: percent(facts.annualRate) }),
    ),
  ]
}

function instalmentRows(say: Say, { instalments }: KeyFacts): Row[] {
  const { count, everyDays: days } = instalments
  const amount = money(instalments.amount)
  const last = money(instalments.lastAmount)
  const isOne = count === 1
  return [
    row(
      say('keyfacts.instalments'),
      isOne
        ? say('keyfacts.instalments.one', { amount })
        : say('keyfacts.instalments.many', { count, amount, last }),
    ),
    row(
      say('keyfacts.first'),
      say(isOne ? 'keyfacts.first.value' : 'keyfacts.first.many', { days }),
    ),
  ]
}

function chargeRows(say: Say, facts: KeyFacts): Row[] {
  const { penal, extension } = facts
  return [
    row(say('keyfacts.fee'), money(facts.fees.service), say('keyfacts.once')),
    row(
      say('keyfacts.gst', { rate: percent(GST_BPS) }),
      money(facts.fees.gst),
      say('keyfacts.once'),
    ),
    row(say('keyfacts.third'), say('keyfacts.none')),
    row(say('keyfacts.recurring'), say('keyfacts.none')),
    row(say('keyfacts.apr'), percent(facts.apr)),
    row(
      say('keyfacts.penal'),
      say('keyfacts.penal.value', { rate: percentPerDay(penal.rate) }),
      say('keyfacts.penal.note', { cap: money(penal.cap) }),
    ),
    row(
      say('keyfacts.extension'),
      say('keyfacts.extension.value', { fee: percent(extension.fee) }),
      say('keyfacts.extension.note', { days: extension.days }),
    ),
    row(
      say('keyfacts.early'),
      say('keyfacts.none'),
      say('keyfacts.early.note', { least: facts.interestLeastDays }),
    ),
    row(say('keyfacts.other'), say('keyfacts.none'), say('keyfacts.other.note')),
    row(say('keyfacts.offer'), say('keyfacts.offer.value', { days: facts.offerWorkingDays })),
  ]
}

function rightsRows(say: Say, facts: KeyFacts, lender: Lender | undefined): Row[] {
  const fee = money(facts.fees.service)
  const gst = money(facts.fees.gst)
  return [
    row(say('keyfacts.agents'), say('keyfacts.agents.value')),
    row(say('keyfacts.grievance'), say('keyfacts.grievance.value')),
    row(say('keyfacts.officer'), lender ? officerText(lender) : say('keyfacts.lender.demo')),
    row(say('keyfacts.transfer'), say('keyfacts.no')),
    row(say('keyfacts.colending'), say('keyfacts.no')),
    row(
      say('keyfacts.cooling'),
      say('keyfacts.cooling.value', { days: facts.coolingOffDays }),
      say('keyfacts.cooling.note', { least: facts.interestLeastDays, fee, gst }),
    ),
    row(say('keyfacts.service'), say('keyfacts.none')),
  ]
}

function computation(say: Say, facts: KeyFacts): Section {
  const { amount, interest, fees, arrive, repayment, apr, rate, tenorDays: days } = facts
  const rows = [
    row(say('keyfacts.amount'), money(amount)),
    row(say('keyfacts.term'), say('keyfacts.days', { days })),
    ...instalmentRows(say, facts),
    row(say('keyfacts.equal'), money(facts.instalments.equal)),
    row(say('keyfacts.rate'), say('keyfacts.rate.value', { daily: percentPerDay(rate) })),
    row(say('keyfacts.interest'), money(interest)),
    row(say('keyfacts.fees'), money(paise(fees.service + fees.gst))),
    row(say('keyfacts.third'), say('keyfacts.none')),
    row(say('keyfacts.net'), money(arrive)),
    row(say('keyfacts.total'), money(repayment)),
    row(say('keyfacts.apr'), percent(apr), say('keyfacts.apr.note')),
  ]
  return { title: say('keyfacts.computation'), rows, table: null }
}

function schedule(say: Say, { schedule: instalments }: KeyFacts): Section {
  const head = [
    say('keyfacts.number'),
    say('keyfacts.after'),
    say('keyfacts.opening'),
    say('keyfacts.principal'),
    say('keyfacts.interest.column'),
    say('keyfacts.instalment'),
  ]
  const rows = instalments.map(({ number, dueAfterDays, opening, principal, interest, amount }) => [
    String(number),
    say('keyfacts.days', { days: dueAfterDays }),
    ...[opening, principal, interest, amount].map(money),
  ])
  return { title: say('keyfacts.schedule'), rows: [], table: { head, rows } }
}

export function lenderText(say: Say, lender: Lender | undefined): string {
  return lender
    ? say('keyfacts.lender.value', { name: lender.name, registration: lender.rbiRegistration })
    : say('keyfacts.lender.demo')
}

export function officerText({ grievanceOfficer: { name, phone, email } }: Lender): string {
  return `${name}, ${phone}, ${email}`
}
