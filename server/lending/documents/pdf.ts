/** A document as a PDF: its letterhead, its text, and how anybody can check it. */
import type { LoanDocument } from '#contract/loan-document.ts'
import { indiaDayOf } from '#domain/day.ts'
import {
  type Cell,
  LINE_WIDTH,
  newSheet,
  type Sheet,
  type Style,
} from '#server/lending/documents/sheet.ts'
import { qrCode } from '#server/platform/qr-code.ts'
import type { Signing } from '#server/platform/signing/signature.ts'
import { dayLongText } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { type Say, sayIn } from '#words/say.ts'

type Section = LoanDocument['sections'][number]

const TEXT: Style = { size: 10 }
const SMALL: Style = { size: 8.5, tone: 'quiet' }
const STRONG: Style = { size: 10, face: 'strong' }
const LABEL_WIDTH = 190
const VALUE_AT = LABEL_WIDTH + 16
/** Keeps a heading on the same sheet as what follows it. */
const HEADING_ROOM = 72

/** The same document in the same language gives the same bytes, except for a signature. */
export async function documentPdf(
  document: LoanDocument,
  language: Language,
  signing?: Signing,
): Promise<Buffer> {
  const say = sayIn(language)
  const { title, letterhead, issuedAt } = document
  const about = {
    title: `${title} ${document.code}`,
    author: letterhead.name,
    language,
    at: issuedAt,
  }
  const sheet = await newSheet(about)
  head(sheet, document, say, language)
  for (const section of document.sections) setSection(sheet, section)
  await proof(sheet, document, say)
  const footOf = (number: number, count: number) =>
    `${document.code}  ·  ${say('document.page', { number, count })}`
  if (!signing) return sheet.end(footOf)
  const lender = signing.name
  return sheet.end(footOf, {
    ...signing,
    reason: say('document.signature.reason', { lender }),
    label: say('document.signature', { lender }),
  })
}

function head(sheet: Sheet, document: LoanDocument, say: Say, language: Language): void {
  const { title, letterhead, opening, issuedAt, withdrawnAt } = document
  const day = (at: Date) => dayLongText(indiaDayOf(at), language)
  sheet.set([line('P', letterhead.name, { size: 12, face: 'strong' })])
  for (const text of letterhead.lines) sheet.set([line('P', text, SMALL)])
  sheet.gap(8)
  sheet.rule()
  sheet.gap(16)
  sheet.set([line('H1', title, { size: 19, face: 'strong' })])
  sheet.set([line('P', say('document.issued', { day: day(issuedAt) }), SMALL)])
  sheet.gap(10)
  if (withdrawnAt) {
    sheet.set([line('P', say('document.withdrawn', { day: day(withdrawnAt) }), STRONG)])
    sheet.gap(8)
  }
  for (const text of opening) sheet.set([line('P', text, { size: 11 })])
}

function setSection(sheet: Sheet, { title, rows, table }: Section): void {
  sheet.gap(16)
  sheet.keep(HEADING_ROOM)
  sheet.set([line('H2', title, { size: 12.5, face: 'strong' })])
  sheet.gap(4)
  if (rows.length > 0) setRows(sheet, rows)
  if (table) setTable(sheet, table)
}

function setRows(sheet: Sheet, rows: Section['rows']): void {
  const whole = sheet.part('Table')
  for (const { label, value, note } of rows) {
    const part = sheet.part('TR', whole)
    const width = LINE_WIDTH - VALUE_AT
    sheet.rule()
    sheet.gap(3)
    sheet.set(
      [
        { text: label, tag: 'TH', style: { ...TEXT, tone: 'quiet' }, at: 0, width: LABEL_WIDTH },
        { text: value, tag: 'TD', style: STRONG, at: VALUE_AT, width },
      ],
      part,
    )
    if (note !== null)
      sheet.set([{ text: note, tag: 'TD', style: SMALL, at: VALUE_AT, width }], part)
    sheet.gap(3)
  }
}

function setTable(sheet: Sheet, { head: names, rows }: NonNullable<Section['table']>): void {
  const columns = columnsOf(names, rows)
  const whole = sheet.part('Table')
  const cells = (texts: readonly string[], tag: Cell['tag'], style: Style) =>
    columns.map(({ at, width, isNumber }, index): Cell => {
      const align = isNumber ? ('right' as const) : ('left' as const)
      return { text: texts[index] ?? '', tag, style: { ...style, align }, at, width }
    })
  sheet.set(cells(names, 'TH', SMALL), sheet.part('TR', whole))
  for (const row of rows) {
    sheet.gap(2)
    sheet.rule()
    sheet.gap(2)
    sheet.set(cells(row, 'TD', { size: 9 }), sheet.part('TR', whole))
  }
}

const COLUMN_GAP = 8
/** A column of words is wider than one of amounts. */
const SHARE = { words: 1.8, amounts: 1 } as const

function columnsOf(head: readonly string[], rows: readonly (readonly string[])[]) {
  const isNumber = head.map((_, column) => rows.every(row => /^[₹\d.,-]*$/.test(row[column] ?? '')))
  const shares = isNumber.map(each => SHARE[each ? 'amounts' : 'words'])
  const unit =
    (LINE_WIDTH - COLUMN_GAP * (head.length - 1)) /
    shares.reduce<number>((sum, share) => sum + share, 0)
  let at = 0
  return shares.map((share, column) => {
    const here = { at, width: share * unit, isNumber: isNumber[column] === true }
    at += here.width + COLUMN_GAP
    return here
  })
}

const CODE_SIZE = 88

/**
 * The note by which anybody can check the document: by its code, or by scanning. The code follows a
 * `#`, so it reaches the server only through the page.
 */
async function proof(
  sheet: Sheet,
  { code, verifyAt, hash }: LoanDocument,
  say: Say,
): Promise<void> {
  const { symbol } = await qrCode(`${verifyAt}#${code}`)
  const beside = LINE_WIDTH - CODE_SIZE - 24
  const narrow = (tag: Cell['tag'], text: string, style: Style): Cell => ({
    text,
    tag,
    style,
    at: 0,
    width: beside,
  })
  sheet.gap(20)
  sheet.keep(CODE_SIZE + 40)
  sheet.rule()
  sheet.gap(12)
  sheet.code(symbol, CODE_SIZE, say('document.verify.code', { code }))
  sheet.set([narrow('H2', say('document.verify'), { size: 12.5, face: 'strong' })])
  sheet.set([narrow('P', say('document.verify.how', { address: verifyAt }), TEXT)])
  sheet.gap(4)
  sheet.set([narrow('P', code, { size: 15, face: 'strong' })])
  sheet.gap(4)
  sheet.set([narrow('P', `SHA-256 ${hash}`, { size: 7, tone: 'quiet' })])
}

function line(tag: Cell['tag'], text: string, style: Style): Cell {
  return { text, tag, style, at: 0, width: LINE_WIDTH }
}
