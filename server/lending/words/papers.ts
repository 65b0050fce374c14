/** What documents say, in a language, from the figures of the order that they are about. */

import type { Paper } from '#contract/paper.ts'
import type { Day } from '#domain/day.ts'
import type { PaperKind } from '#domain/lending/paper.ts'
import type { AccountStatement, StatementLine } from '#domain/lending/statement-of-account.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Receipt } from '#server/lending/db/payment.ts'
import type { Lender } from '#server/platform/config.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import { money } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { isMessage, type Say, sayIn } from '#words/say.ts'

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
  const say = sayIn(about.language)
  const opening = say(
    kind === 'key-facts-addendum' ? 'paper.addendum.opening' : 'paper.key-facts.opening',
    {
      order: about.order.orderNo,
    },
  )
  return { ...headOf(about, say, kind), opening: [opening], sections }
}

export function receiptPaper(about: About, receipt: Receipt): PaperText {
  const say = sayIn(about.language)
  const { amount, day, parts, held, excess, attemptRef } = receipt
  const values = {
    amount: money(amount),
    day: dayIn(about.language, day),
    order: about.order.orderNo,
  }
  const rows = [
    row(say('paper.received'), amount),
    row(say('paper.received.on'), values.day),
    row(say('paper.reference'), attemptRef),
    ...unlessNothing(say('paper.for.penal'), parts.penal),
    ...unlessNothing(say('paper.for.interest'), parts.interest),
    ...unlessNothing(say('paper.for.principal'), parts.principal),
    ...unlessNothing(say('paper.for.extension'), held),
    ...unlessNothing(say('paper.excess'), excess),
  ]
  const sections = [
    section(say('paper.payment'), rows),
    section(say('paper.loan'), loanRows(about, say)),
  ]
  return {
    ...headOf(about, say, 'receipt'),
    opening: [say('paper.receipt.opening', values)],
    sections,
  }
}

/** `paid`: what came for the loan and its extensions and was kept. */
export function noDuesPaper(
  about: About,
  { settledOn, paid }: { settledOn: Day; paid: Paise },
): PaperText {
  const say = sayIn(about.language)
  const rows = [
    ...loanRows(about, say),
    row(say('paper.settled'), dayIn(about.language, settledOn)),
    row(say('paper.repaid'), paid, say('paper.repaid.note')),
    row(say('paper.owed'), ZERO_PAISE),
  ]
  const opening = [say('paper.no-dues.opening', { order: about.order.orderNo })]
  return {
    ...headOf(about, say, 'no-dues-certificate'),
    opening,
    sections: [section(say('paper.loan'), rows)],
  }
}

export function statementPaper(about: About, account: AccountStatement, on: Day): PaperText {
  const say = sayIn(about.language)
  const day = dayIn(about.language, on)
  const rows = [
    row(say('paper.opening'), ZERO_PAISE),
    row(say('paper.charged'), account.charged, say('paper.charged.note')),
    row(say('paper.credited'), account.credited, say('paper.repaid.note')),
    row(say('paper.balance', { day }), account.balance),
    ...unlessNothing(say('paper.set-aside'), account.setAside),
    ...unlessNothing(say('paper.sent-back'), account.sentBack),
    ...unlessNothing(say('paper.to-be-sent-back'), account.toBeSentBack),
  ]
  const head = [
    say('paper.column.day'),
    say('paper.column.what'),
    say('paper.column.charge'),
    say('paper.column.credit'),
    say('paper.column.balance'),
  ]
  const lines = account.lines.map(line => lineCells(line, say, about.language))
  return {
    ...headOf(about, say, 'statement-of-account'),
    opening: [say('paper.statement.opening', { order: about.order.orderNo, day })],
    sections: [
      section(say('paper.account'), rows),
      section(say('paper.loan'), loanRows(about, say)),
      { title: say('paper.lines'), rows: [], table: { head, rows: lines } },
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
  say: Say,
  kind: PaperKind,
): Pick<PaperText, 'title' | 'letterhead'> {
  const lines = lender
    ? [
        say('paper.registration', { registration: lender.rbiRegistration }),
        say('paper.officer', lender.grievanceOfficer),
      ]
    : [say('paper.demo')]
  return {
    title: say(`paper.title.${kind}`),
    letterhead: { name: lenderName(lender, language), lines },
  }
}

function loanRows({ order, name, language }: About, say: Say): Row[] {
  const { orderNo, productName, terms, disbursedDay } = order
  return [
    ...(name === undefined ? [] : [row(say('paper.borrower'), name)]),
    row(say('paper.order'), orderNo),
    row(say('paper.product'), productName),
    row(say('paper.amount'), terms.principal),
    ...(disbursedDay ? [row(say('paper.paid-out'), dayIn(language, disbursedDay))] : []),
  ]
}

function lineCells(line: StatementLine, say: Say, language: Language): string[] {
  const { day, since, side, amount, balance, reference = '' } = line
  const days =
    since === day ? dayIn(language, day) : `${dayIn(language, since)} – ${dayIn(language, day)}`
  if (side === 'sent')
    return [
      days,
      say('paper.sent.line', { amount: money(amount), reference }),
      '',
      '',
      money(balance),
    ]
  const [charged, credited] = side === 'charge' ? [money(amount), ''] : ['', money(amount)]
  return [days, say(lineWord(side, line.with)), charged, credited, money(balance)]
}

/** What a line of a statement of account is called. */
function lineWord(side: 'charge' | 'credit', account: string) {
  const word = `paper.${side}.${account}`
  return isMessage(word) ? word : (`paper.${side}.other` as const)
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
