/** The texts of documents, in a language, from the figures of their order. */

import type { LoanDocument } from '#contract/loan-document.ts'
import type { Day } from '#domain/day.ts'
import type { LoanDocumentKind } from '#domain/lending/loan-document.ts'
import type { AccountStatement, StatementLine } from '#domain/lending/statement-of-account.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Receipt } from '#server/lending/db/receipt.ts'
import type { Lender } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { dayLongText, money } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { isMessage, type Say, sayIn } from '#words/say.ts'

/** A document as it was issued: nothing of it is ever written again. */
export type DocumentText = Pick<LoanDocument, 'title' | 'letterhead' | 'opening' | 'sections'>
type Section = DocumentText['sections'][number]
type Row = Section['rows'][number]

/** The owner of a document and its language. An erased owner has no name. */
export type About = {
  readonly order: Order
  readonly name: string | undefined
  readonly lender: Lender | undefined
  readonly language: Language
}

const OPENINGS = {
  'key-facts-statement': 'document.key-facts.opening',
  'key-facts-addendum': 'document.addendum.opening',
  'hardship-addendum': 'document.hardship.opening',
} as const satisfies Partial<Record<LoanDocumentKind, string>>

export function keyFactsDocument(
  about: About,
  kind: keyof typeof OPENINGS,
  sections: DocumentText['sections'],
): DocumentText {
  const say = sayIn(about.language)
  const opening = say(OPENINGS[kind], { order: about.order.orderNo })
  return { ...headOf(about, say, kind), opening: [opening], sections }
}

export function receiptDocument(about: About, receipt: Receipt): DocumentText {
  const say = sayIn(about.language)
  const { amount, day, parts, held, excess, attemptRef } = receipt
  const values = {
    amount: money(amount),
    day: dayLongText(day, about.language),
    order: about.order.orderNo,
  }
  const rows = [
    row(say('document.received'), amount),
    row(say('document.received.on'), values.day),
    row(say('document.reference'), attemptRef),
    ...unlessNothing(say('document.for.penal'), parts.penal),
    ...unlessNothing(say('document.for.interest'), parts.interest),
    ...unlessNothing(say('document.for.principal'), parts.principal),
    ...unlessNothing(say('document.for.extension'), held),
    ...unlessNothing(say('document.excess'), excess),
  ]
  const sections = [
    section(say('document.payment'), rows),
    section(say('document.loan'), loanRows(about, say)),
  ]
  return {
    ...headOf(about, say, 'receipt'),
    opening: [say('document.receipt.opening', values)],
    sections,
  }
}

/** `paid`: the money received for the loan and its extensions, less refunds. */
export function noDuesDocument(
  about: About,
  { settledOn, paid }: { settledOn: Day; paid: Paise },
): DocumentText {
  const say = sayIn(about.language)
  const rows = [
    ...loanRows(about, say),
    row(say('document.settled'), dayLongText(settledOn, about.language)),
    row(say('document.repaid'), paid, say('document.repaid.note')),
    row(say('document.owed'), ZERO_PAISE),
  ]
  const opening = [say('document.no-dues.opening', { order: about.order.orderNo })]
  return {
    ...headOf(about, say, 'no-dues-certificate'),
    opening,
    sections: [section(say('document.loan'), rows)],
  }
}

export function statementDocument(about: About, account: AccountStatement, on: Day): DocumentText {
  const say = sayIn(about.language)
  const day = dayLongText(on, about.language)
  const rows = [
    row(say('document.opening'), ZERO_PAISE),
    row(say('document.charged'), account.charged, say('document.charged.note')),
    row(say('document.credited'), account.credited, say('document.repaid.note')),
    row(say('document.balance', { day }), account.balance),
    ...unlessNothing(say('document.set-aside'), account.setAside),
    ...unlessNothing(say('document.sent-back'), account.sentBack),
    ...unlessNothing(say('document.to-be-sent-back'), account.toBeSentBack),
  ]
  const head = [
    say('document.column.day'),
    say('document.column.what'),
    say('document.column.charge'),
    say('document.column.credit'),
    say('document.column.balance'),
  ]
  const lines = account.lines.map(line => lineCells(line, say, about.language))
  return {
    ...headOf(about, say, 'statement-of-account'),
    opening: [say('document.statement.opening', { order: about.order.orderNo, day })],
    sections: [
      section(say('document.account'), rows),
      section(say('document.loan'), loanRows(about, say)),
      { title: say('document.lines'), rows: [], table: { head, rows: lines } },
    ],
  }
}

function headOf(
  { lender, language }: About,
  say: Say,
  kind: LoanDocumentKind,
): Pick<DocumentText, 'title' | 'letterhead'> {
  const lines = lender
    ? [
        say('document.registration', { registration: lender.rbiRegistration }),
        say('document.officer', lender.grievanceOfficer),
      ]
    : [say('document.demo')]
  return {
    title: say(`document.title.${kind}`),
    letterhead: { name: lenderName(lender, language), lines },
  }
}

function loanRows({ order, name, language }: About, say: Say): Row[] {
  const { orderNo, productName, terms, disbursedDay } = order
  return [
    ...(name === undefined ? [] : [row(say('document.borrower'), name)]),
    row(say('document.order'), orderNo),
    row(say('document.product'), productName),
    row(say('document.amount'), terms.principal),
    ...(disbursedDay ? [row(say('document.paid-out'), dayLongText(disbursedDay, language))] : []),
  ]
}

function lineCells(line: StatementLine, say: Say, language: Language): string[] {
  const { day, since, side, amount, balance, reference = '' } = line
  const days =
    since === day
      ? dayLongText(day, language)
      : `${dayLongText(since, language)} – ${dayLongText(day, language)}`
  if (side === 'sent')
    return [
      days,
      say('document.sent.line', { amount: money(amount), reference }),
      '',
      '',
      money(balance),
    ]
  const [charged, credited] = side === 'charge' ? [money(amount), ''] : ['', money(amount)]
  return [days, say(lineWord(side, line.with)), charged, credited, money(balance)]
}

/** The name of a line in a statement of account. */
function lineWord(side: 'charge' | 'credit' | 'waived', account: string) {
  if (side === 'waived') return 'document.waived'
  const word = `document.${side}.${account}`
  return isMessage(word) ? word : (`document.${side}.other` as const)
}

function section(title: string, rows: Row[]): Section {
  return { title, rows, table: null }
}

function row(label: string, value: string | Paise, note: string | null = null): Row {
  return { label, value: typeof value === 'string' ? value : money(value), note }
}

function unlessNothing(label: string, amount: Paise): Row[] {
  return amount === 0 ? [] : [row(label, amount)]
}
