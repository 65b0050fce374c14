import { loadKeyFacts } from '#server/lending/db/key-facts.ts'
import { storedAddendum } from '#server/lending/db/key-facts-addendum.ts'
import { documentsOf, textOfDocument } from '#server/lending/db/loan-document.ts'
import { textIn } from '#server/lending/documents/issue-document.ts'
import type { KeyFactsSections } from '#server/lending/words/key-facts.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { type Say, sayIn } from '#words/say.ts'
import { addendumOf, planAddendumOf } from './oracle/addendum.ts'
import { disclosedOf } from './oracle/disclosed.ts'
import type { Addendum, PlanAddendum, Terms } from './oracle/facts.ts'
import { type JudgedOrder, ordersIn } from './order-facts.ts'
import type { Run } from './run.ts'

/** A row of a statement: its label, and its figures in any order, as `figuresIn` returns them. */
type Row = readonly [label: string, ...figures: string[]]

/**
 * Names every stored Key Facts Statement and addendum, in either language, that has other figures
 * than the oracle's, or names a charge that the oracle does not know.
 */
export async function statementFaults(
  db: Database,
  cipher: Cipher,
  provider: Run['provider'],
): Promise<string[]> {
  const faults: string[] = []
  for (const order of (await ordersIn(db, provider)).filter(({ refusal }) => !refusal))
    for (const language of LANGUAGES) {
      const { id: orderId, borrowerId } = order.rows
      const say = sayIn(language)
      const statement = await loadKeyFacts(db, cipher, { borrowerId, orderId }, language)
      const stored = [
        {
          name: 'Key Facts Statement',
          text: statement?.text,
          rows: keyFactsRows(order.terms, say),
        },
      ]
      for (const { id, number } of order.rows.extensions) {
        const addendum = await storedAddendum(db, cipher, { borrowerId, id }, language)
        const rows = addendumRows(order.terms, addendumOfNumber(order, number), say)
        stored.push({ name: `addendum of extension ${number}`, text: addendum?.text, rows })
      }
      const planned = planRows(order, say)
      if (planned) {
        const text = await planText(db, cipher, order.rows, language)
        stored.push({ name: 'addendum of the hardship plan', text, rows: planned })
      }
      for (const { name, text, rows } of stored)
        faults.push(
          ...rowFaults(text, rows).map(
            fault => `order ${orderId}: ${name} (${language}): ${fault}`,
          ),
        )
    }
  return faults
}

function addendumOfNumber({ rows, facts }: JudgedOrder, number: number): Addendum {
  const { happenings } = facts ?? { happenings: [] }
  const index = happenings.findIndex(
    one => one.kind === 'extension-requested' && one.number === number,
  )
  const request = happenings[index]
  if (!facts || !request) throw new Error(`order ${rows.id} has no request of extension ${number}`)
  return addendumOf({ ...facts, happenings: happenings.slice(0, index) }, request)
}

/** The content of the document that was issued with the request of a plan. */
async function planText(
  db: Database,
  cipher: Cipher,
  { borrowerId, id }: JudgedOrder['rows'],
  language: Language,
): Promise<string | undefined> {
  const documents = await documentsOf(db, borrowerId, id)
  const document = documents.find(({ kind }) => kind === 'hardship-addendum')
  const text = document && (await textOfDocument(db, cipher, document))
  return text && JSON.stringify(textIn(text, language).sections)
}

/** The rows of a plan's addendum that have figures (decision 45); undefined if none was requested. */
function planRows({ facts, terms }: JudgedOrder, say: Say): Row[] | undefined {
  const index = facts?.happenings.findIndex(({ kind }) => kind === 'plan-requested') ?? -1
  const request = facts?.happenings[index]
  if (!facts || request?.kind !== 'plan-requested') return undefined
  const before = { ...facts, happenings: facts.happenings.slice(0, index) }
  return planAddendumRows(terms, planAddendumOf(before, request), say)
}

function planAddendumRows(terms: Terms, addendum: PlanAddendum, say: Say): Row[] {
  const { moveDays, before, after, received, inAllBefore, inAllAfter } = addendum
  const dated = (one: PlanAddendum['after'][number] | undefined) =>
    one ? [rupees(one.amount), ...dayAndYear(one.day)] : []
  return [
    [say('addendum.plan.days'), `${moveDays}`],
    [say('addendum.plan.interest'), rupees(inAllAfter - inAllBefore)],
    [say('addendum.plan.next'), ...dated(before[0])],
    [say('addendum.plan.new-next'), ...dated(after[0])],
    [say('addendum.plan.last'), ...dayAndYear(after.at(-1)?.day ?? '')],
    [say('addendum.received'), rupees(received)],
    [say('addendum.so-far'), rupees(addendum.paidSoFar)],
    [say('addendum.plan.cost.before'), rupees(inAllBefore - received), rupees(inAllBefore)],
    [say('addendum.plan.cost.after'), rupees(inAllAfter - received), rupees(inAllAfter)],
    [
      say('addendum.plan.apr'),
      percent(addendum.aprBps),
      `${terms.periodDays}`,
      percent(disclosedOf(terms).aprBps),
    ],
    [say('addendum.plan.runs'), `${addendum.tenorDays}`, `${terms.maxTenorDays}`],
    [
      say('addendum.plan.kept'),
      perDay(terms.penalRatePpmYear),
      rupees(disclosedOf(terms).penalCap),
    ],
    ...[...after, ...before].map((one): Row => ['', ...dayAndYear(one.day), rupees(one.amount)]),
  ]
}

/** Compares the figures of a stored statement with those that it must have, from top to bottom. */
export function rowFaults(text: string | undefined, expected: readonly Row[]): string[] {
  if (text === undefined) return ['it is not stored']
  const labels = new Set(expected.map(([label]) => label))
  const actual = rowsOf(JSON.parse(text)).filter(
    ([label, ...figures]) => labels.has(label) || figures.some(figure => /[₹%]/.test(figure)),
  )
  const length = Math.max(actual.length, expected.length)
  return Array.from({ length }, (_, index) => [
    lineOf(actual[index]),
    lineOf(expected[index]),
  ]).flatMap(([is, must]) =>
    is === must ? [] : [`it says "${is}", but the oracle says "${must}"`],
  )
}

function rowsOf(sections: KeyFactsSections): Row[] {
  return sections.flatMap(({ rows, table }) => [
    ...rows.map(({ label, value, note }): Row => [label, ...figuresIn(`${value} ${note ?? ''}`)]),
    ...(table?.rows ?? []).map((cells): Row => ['', ...figuresIn(cells.join(' '))]),
  ])
}

/** Returns the amounts, shares and whole numbers in a text, without the commas between digits. */
function figuresIn(text: string): string[] {
  return (text.match(/₹[\d,]+\.\d\d|[\d,]+(\.\d+)?%|\d+/g) ?? []).map(figure =>
    figure.replaceAll(',', ''),
  )
}

function lineOf(row: Row | undefined): string {
  if (!row) return 'nothing more'
  const [label, ...figures] = row
  return `${label}: ${figures.toSorted().join(', ')}`
}

/** The rows of a Key Facts Statement that have figures (product §11). */
function keyFactsRows(terms: Terms, say: Say): Row[] {
  const { fee, gst, net, equal, schedule, interest, repayment, aprBps, penalCap } =
    disclosedOf(terms)
  const { principal, periodDays, instalments, maxTenorDays } = terms
  const tenorDays = periodDays * instalments
  const isOne = instalments === 1
  const first = rupees(schedule[0]?.amount ?? 0)
  const last = rupees(schedule.at(-1)?.amount ?? 0)
  const repayments: Row[] = [
    [say('keyfacts.instalments'), ...(isOne ? [first] : [`${instalments}`, first, last])],
    [say('keyfacts.first'), ...Array<string>(isOne ? 1 : 2).fill(`${periodDays}`)],
  ]
  const rate = perDay(terms.ratePpmYear)
  return [
    [say('keyfacts.amount'), rupees(principal)],
    [
      say('keyfacts.term'),
      `${tenorDays}`,
      ...(maxTenorDays > tenorDays ? [`${maxTenorDays}`] : []),
    ],
    ...repayments,
    [say('keyfacts.rate'), rate, percent(terms.ratePpmYear / 100)],
    [say('keyfacts.fee'), rupees(fee)],
    [say('keyfacts.gst', { rate: '18%' }), rupees(gst)],
    [say('keyfacts.apr'), percent(aprBps)],
    [say('keyfacts.penal'), perDay(terms.penalRatePpmYear), rupees(penalCap)],
    [say('keyfacts.extension'), percent(terms.extensionFeeBps), '7'],
    // At least one day of interest; three working days (product §11, Rules of the statement).
    [say('keyfacts.early'), '1'],
    [say('keyfacts.offer'), '3'],
    [say('keyfacts.cooling'), `${terms.coolingOffDays}`, '1', rupees(fee), rupees(gst)],
    [say('keyfacts.amount'), rupees(principal)],
    [say('keyfacts.term'), `${tenorDays}`],
    ...repayments,
    [say('keyfacts.equal'), rupees(equal)],
    [say('keyfacts.rate'), rate],
    [say('keyfacts.interest'), rupees(interest)],
    [say('keyfacts.fees'), rupees(fee + gst)],
    [say('keyfacts.net'), rupees(net)],
    [say('keyfacts.total'), rupees(repayment)],
    [say('keyfacts.apr'), percent(aprBps)],
    ...schedule.map(
      ({ number, dueAfterDays, opening, principal, interest, amount }): Row => [
        '',
        `${number}`,
        `${dueAfterDays}`,
        ...[opening, principal, interest, amount].map(rupees),
      ],
    ),
  ]
}

/** The rows of an addendum that have figures (decision 25). */
function addendumRows(terms: Terms, addendum: Addendum, say: Say): Row[] {
  const { offer, received, inAllIfPaidNow, inAllIfExtended } = addendum
  return [
    [
      say('addendum.service'),
      rupees(offer.service),
      percent(terms.extensionFeeBps),
      rupees(offer.gst),
    ],
    [say('addendum.penal'), rupees(offer.penal)],
    [say('addendum.interest'), rupees(offer.interest)],
    [say('addendum.fee'), rupees(offer.service + offer.penal + offer.interest), '24'],
    [say('addendum.from'), ...dayAndYear(addendum.dueDay)],
    [say('addendum.to'), ...dayAndYear(offer.newDueDay), '7'],
    [say('addendum.received'), rupees(received)],
    [say('addendum.so-far'), rupees(addendum.paidSoFar)],
    [say('addendum.cost.now'), rupees(inAllIfPaidNow - received), rupees(inAllIfPaidNow)],
    [say('addendum.cost.extended'), rupees(inAllIfExtended - received), rupees(inAllIfExtended)],
    [say('addendum.more'), rupees(inAllIfExtended - inAllIfPaidNow)],
    [
      say('addendum.apr'),
      percent(addendum.aprBps),
      `${terms.periodDays}`,
      percent(disclosedOf(terms).aprBps),
    ],
    [say('addendum.runs'), `${addendum.tenorDays}`, `${terms.maxTenorDays}`],
    [say('addendum.instead'), rupees(addendum.payoff)],
    ...addendum.toCome.map(({ day, amount }): Row => ['', ...dayAndYear(day), rupees(amount)]),
  ]
}

/** The figures of a day: its number in the month, and the year. */
function dayAndYear(day: string): [day: string, year: string] {
  return [`${Number(day.slice(8))}`, day.slice(0, 4)]
}

const rupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`
const percent = (bps: number) => `${bps / 100}%`
/** A rate in parts per million of a year, as a percentage of a day. */
const perDay = (ppmYear: number) => `${Number((ppmYear / 3_650_000).toFixed(4))}%`
