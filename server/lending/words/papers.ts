/** What documents say, in a language, from the figures of the order that they are about. */

import type { Paper } from '#contract/paper.ts'
import type { Day } from '#domain/day.ts'
import type { PaperKind } from '#domain/lending/paper.ts'
import type { AccountStatement, StatementLine } from '#domain/lending/statement-of-account.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Receipt } from '#server/lending/db/payment.ts'
import { lineWord, type SayPaper, sayPaperIn } from '#server/lending/words/paper-words.ts'
import type { Lender } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { money } from '#words/format.ts'
import type { Language } from '#words/language.ts'

/** A document as it was issued: nothing of it is ever written again. */
export type PaperText = Pick<Paper, 'title' | 'letterhead' | 'opening' | 'sections'>
type Section = PaperText['sections'][number]
type Row = Section['rows'][number]

/** Whose document it is, and in which language. Who has been erased has no name. */
export type About = {
  readonly order: Order
  readonly name: string | undefined
  readonly lender: Lender | undefined
  readonly language: Language
}

export function keyFactsPaper(
  about: About,
  kind: PaperKind,
  sections: PaperText['sections'],
): PaperText {
  const say = sayPaperIn(about.language)
  const opening = say(kind === 'key-facts-addendum' ? 'addendum.opening' : 'key-facts.opening', {
    order: about.order.orderNo,
  })
  return { ...headOf(about, say, kind), opening: [opening], sections }
}

export function receiptPaper(about: About, receipt: Receipt): PaperText {
  const say = sayPaperIn(about.language)
  const { amount, day, parts, held, excess, attemptRef } = receipt
  const values = {
    amount: money(amount),
    day: dayIn(about.language, day),
    order: about.order.orderNo,
  }
  const rows = [
    row(say('received'), amount),
    row(say('received.on'), values.day),
    row(say('reference'), attemptRef),
    ...unlessNothing(say('for.penal'), parts.penal),
    ...unlessNothing(say('for.interest'), parts.interest),
    ...unlessNothing(say('for.principal'), parts.principal),
    ...unlessNothing(say('for.extension'), held),
    ...unlessNothing(say('excess'), excess),
  ]
  const sections = [section(say('payment'), rows), section(say('loan'), loanRows(about, say))]
  return { ...headOf(about, say, 'receipt'), opening: [say('receipt.opening', values)], sections }
}

/** `paid`: what came for the loan and its extensions and was kept. */
export function noDuesPaper(
  about: About,
  { settledOn, paid }: { settledOn: Day; paid: Paise },
): PaperText {
  const say = sayPaperIn(about.language)
  const rows = [
    ...loanRows(about, say),
    row(say('settled'), dayIn(about.language, settledOn)),
    row(say('repaid'), paid, say('repaid.note')),
    row(say('owed'), ZERO_PAISE),
  ]
  const opening = [say('no-dues.opening', { order: about.order.orderNo })]
  return {
    ...headOf(about, say, 'no-dues-certificate'),
    opening,
    sections: [section(say('loan'), rows)],
  }
}

export function statementPaper(about: About, account: AccountStatement, on: Day): PaperText {
  const say = sayPaperIn(about.language)
  const day = dayIn(about.language, on)
  const rows = [
    row(say('opening'), ZERO_PAISE),
    row(say('charged'), account.charged, say('charged.note')),
    row(say('credited'), account.credited, say('repaid.note')),
    row(say('balance', { day }), account.balance),
    ...unlessNothing(say('set-aside'), account.setAside),
    ...unlessNothing(say('sent-back'), account.sentBack),
    ...unlessNothing(say('to-be-sent-back'), account.toBeSentBack),
  ]
  const head = [
    say('column.day'),
    say('column.what'),
    say('column.charge'),
    say('column.credit'),
    say('column.balance'),
  ]
  const lines = account.lines.map(line => lineCells(line, say, about.language))
  return {
    ...headOf(about, say, 'statement-of-account'),
    opening: [say('statement.opening', { order: about.order.orderNo, day })],
    sections: [
      section(say('account'), rows),
      section(say('loan'), loanRows(about, say)),
      { title: say('lines'), rows: [], table: { head, rows: lines } },
    ],
  }
}

/** A calendar day as a document writes it: `27 November 2026`. */
export function dayIn(language: Language, day: Day): string {
  return longDay[language].format(new Date(`${day}T00:00:00Z`))
}

const longDayIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
const longDay: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: longDayIn('en-IN'),
  hi: longDayIn('hi-IN-u-nu-latn'),
}

function headOf(
  { lender, language }: About,
  say: SayPaper,
  kind: PaperKind,
): Pick<PaperText, 'title' | 'letterhead'> {
  const lines = lender
    ? [
        say('registration', { registration: lender.rbiRegistration }),
        say('officer', lender.grievanceOfficer),
      ]
    : [say('demo')]
  return { title: say(`title.${kind}`), letterhead: { name: lenderName(lender, language), lines } }
}

function loanRows({ order, name, language }: About, say: SayPaper): Row[] {
  const { orderNo, productName, terms, disbursedDay } = order
  return [
    ...(name === undefined ? [] : [row(say('borrower'), name)]),
    row(say('order'), orderNo),
    row(say('product'), productName),
    row(say('amount'), terms.principal),
    ...(disbursedDay ? [row(say('paid-out'), dayIn(language, disbursedDay))] : []),
  ]
}

function lineCells(line: StatementLine, say: SayPaper, language: Language): string[] {
  const { day, since, side, amount, balance, reference = '' } = line
  const days =
    since === day ? dayIn(language, day) : `${dayIn(language, since)} – ${dayIn(language, day)}`
  if (side === 'sent')
    return [days, say('sent.line', { amount: money(amount), reference }), '', '', money(balance)]
  const [charged, credited] = side === 'charge' ? [money(amount), ''] : ['', money(amount)]
  return [days, say(lineWord(side, line.with)), charged, credited, money(balance)]
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
