/** The rows that make a figure of a report. They name orders, and nobody. */
import type { Input, Output } from '#contract/endpoint.ts'
import { FUNNEL_STAGES, type report } from '#contract/staff/report.ts'
import { COMPLAINT_AGE_EDGES, COMPLAINT_AGES } from '#domain/complaint.ts'
import { addDays, type Day, daysBetween, indiaDayOf, isDay, startOfIndiaDay } from '#domain/day.ts'
import { BUCKET_EDGES, BUCKETS } from '#domain/lending/days-past-due.ts'
import { COLLECTION_PARTS, FLOW_NAMES, pairsOf, VINTAGE_LATE_FROM } from '#domain/lending/report.ts'
import { paise } from '#domain/money.ts'
import { addMonths, firstDayOf, isMonth, lastDayOf, monthOf } from '#domain/month.ts'
import type { Database } from '#server/platform/db/open.ts'
import { cursorOf, DAY, INSTANT, NUMBER, POSTING, placeOf, UUID } from '#server/staff/cursor.ts'
import {
  type DeclineRow,
  declinesBehind,
  type PersonRow,
  peopleBehind,
  type Time,
} from '#server/staff/reports/db/report-applications.ts'
import {
  type LoanFilter,
  type LoanRow,
  loansBehind,
  type Span,
} from '#server/staff/reports/db/report-book.ts'
import { type ComplaintRow, complaintsBehind } from '#server/staff/reports/db/report-complaints.ts'
import { type FlowRow, flowRows } from '#server/staff/reports/db/report-flows.ts'

type ReportQuery = Pick<Input<typeof report.rows>, 'report' | 'key' | 'day' | 'after'>
export type Rows = Output<typeof report.rows>
export type ReportRow = Rows['rows'][number]

/** The earliest day of a report: no lender began before. */
const FIRST_DAY = '2015-01-01'

/** True if a report of a day can be made: it is not in the future. */
export function isReportDay(of: Day, today: Day): boolean {
  return of >= FIRST_DAY && of <= today
}

/** The month of a day up to that day, from the end of the month before. */
export function spanOf(day: Day): Span {
  const from = lastDayOf(addMonths(monthOf(day), -1))
  return { from, to: day, after: startOfIndiaDay(addDays(from, 1)) }
}

export function timeOf(day: Day): Time {
  const since = startOfIndiaDay(firstDayOf(monthOf(day)))
  return { since, until: startOfIndiaDay(addDays(day, 1)) }
}

const edges = [...BUCKET_EDGES]
const NONE = 'none'
/** More days than any complaint is open. */
const DAYS_MAX = 100_000

/** A page of the rows behind a figure; undefined if there is no such figure or place. */
export async function rowsBehind(
  db: Database,
  { report: of, key, day, after }: ReportQuery,
  limit: number,
): Promise<Rows | undefined> {
  const source = sourceOf(db, of, key, day)
  const place = after === undefined ? undefined : placeOf(after, source?.place ?? [])
  if (!source || (after !== undefined && !place)) return undefined
  const rows = await source.read({ after: place, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(({ row }) => row), next: last ? cursorOf(last.place) : null }
}

type Page = { readonly after: readonly string[] | undefined; readonly limit: number }
type Placed = { readonly place: readonly (string | number)[]; readonly row: ReportRow }
type Source = {
  /** The forms of a place in this list. */
  readonly place: readonly RegExp[]
  readonly read: (page: Page) => Promise<Placed[]>
}

function sourceOf(
  db: Database,
  of: ReportQuery['report'],
  key: string,
  day: Day,
): Source | undefined {
  if (of === 'flow') return flows(db, key, day)
  if (of === 'declines') return declines(db, key, day)
  if (of === 'funnel') return people(db, key, day)
  if (of === 'complaints') return complaints(db, key, day)
  const filter = filterOf(of, key)
  if (!filter) return undefined
  return {
    place: [UUID, UUID],
    read: async page => {
      const rows = await loansBehind(db, { ...spanOf(day), edges }, filter, page)
      return rows.map(row => ({ place: [row.borrowerId, row.orderId], row: loanRow(of, row) }))
    },
  }
}

function filterOf(of: ReportQuery['report'], key: string): LoanFilter | undefined {
  if (of === 'portfolio') {
    const now = placeIn(BUCKETS, key)
    return key === 'all' ? { least: 0 } : now >= 0 ? { now } : undefined
  }
  if (of === 'roll') {
    const [from = '', to = '', ...rest] = key.split(':')
    const isKnown = [from, to].every(each => each === NONE || placeIn(BUCKETS, each) >= 0)
    return isKnown && rest.length === 0
      ? { before: placeIn(BUCKETS, from), now: placeIn(BUCKETS, to) }
      : undefined
  }
  if (of === 'vintage')
    return isMonth(key) ? { cohort: key, least: BUCKETS.indexOf(VINTAGE_LATE_FROM) } : undefined
  return placeIn(COLLECTION_PARTS, key) >= 0 ? { part: key } : undefined
}

function placeIn(list: readonly string[], word: string): number {
  return list.indexOf(word)
}

function loanRow(of: ReportQuery['report'], row: LoanRow): ReportRow {
  const isCollection = of === 'collection'
  const amount = isCollection ? row.owed : of === 'roll' ? row.opening : row.closing
  return {
    orderNo: row.orderNo,
    day: row.disbursedDay,
    amount: paise(amount),
    collected: isCollection ? paise(row.got) : null,
    daysPastDue: row.late ?? (row.closing > 0 ? 0 : null),
    notes: [row.productName],
    daysOpen: null,
    complaintId: null,
  }
}

const NOTHING_MORE = {
  amount: null,
  collected: null,
  daysPastDue: null,
  daysOpen: null,
  complaintId: null,
}

function flows(db: Database, key: string, day: Day): Source | undefined {
  const name = FLOW_NAMES.find(each => each === key)
  if (!name) return undefined
  const span = { from: firstDayOf(monthOf(day)), to: day }
  const rowOf = ({ orderNo, day, amount, posting }: FlowRow): ReportRow => {
    const [kind = '', product = ''] = posting.split(':')
    // A daily sum belongs to a product, not to an order.
    const notes = orderNo === null ? [kind, product] : [kind]
    return { ...NOTHING_MORE, orderNo, day, amount: paise(amount), notes }
  }
  return {
    place: [DAY, UUID, POSTING, NUMBER],
    read: async page => {
      if (page.after && !isDay(page.after[0] ?? '')) return []
      const rows = await flowRows(db, span, pairsOf(name), page)
      return rows.map(row => ({
        place: [row.day, row.borrowerId, row.posting, row.line],
        row: rowOf(row),
      }))
    },
  }
}

function declines(db: Database, key: string, day: Day): Source {
  const reason = key === 'all' ? undefined : key
  const rowOf = ({ orderNo, deniedAt, principal, reasons }: DeclineRow): ReportRow => ({
    ...NOTHING_MORE,
    orderNo,
    day: indiaDayOf(deniedAt),
    amount: paise(principal),
    notes: reasons.map(each => each.reason),
  })
  return {
    place: [INSTANT, UUID],
    read: async page => {
      const rows = await declinesBehind(db, timeOf(day), reason, page)
      return rows.map(row => ({
        place: [row.deniedAt.toISOString(), row.orderId],
        row: rowOf(row),
      }))
    },
  }
}

/** Open or closed complaints of an age, or of all, as `open:0-10` and `closed:all`. */
function complaints(db: Database, key: string, day: Day): Source | undefined {
  const [state, age = '', ...rest] = key.split(':')
  const at = placeIn(COMPLAINT_AGES, age)
  const isState = state === 'open' || state === 'closed'
  if (!isState || (at < 0 && age !== 'all') || rest.length > 0) return undefined
  const query = {
    ...timeOf(day),
    day,
    isClosed: state === 'closed',
    least: COMPLAINT_AGE_EDGES[at - 1] ?? 0,
    most: age === 'all' ? DAYS_MAX : (COMPLAINT_AGE_EDGES[at] ?? DAYS_MAX + 1) - 1,
  }
  const rowOf = (row: ComplaintRow): ReportRow => ({
    ...NOTHING_MORE,
    orderNo: null,
    day: row.receivedOn,
    daysOpen: daysBetween(row.receivedOn, row.closedOn ?? day),
    complaintId: row.feedbackId,
    notes:
      row.closedOn === null || row.outcome === null ? [row.category] : [row.category, row.outcome],
  })
  return {
    place: [INSTANT, UUID],
    read: async page => {
      const rows = await complaintsBehind(db, query, page)
      return rows.map(row => ({
        place: [row.receivedAt.toISOString(), row.feedbackId],
        row: rowOf(row),
      }))
    },
  }
}

function people(db: Database, key: string, day: Day): Source | undefined {
  const stage = FUNNEL_STAGES.find(each => each === key)
  if (!stage) return undefined
  const rowOf = ({ createdAt, steps, applied, paid }: PersonRow): ReportRow => ({
    ...NOTHING_MORE,
    orderNo: null,
    day: indiaDayOf(createdAt),
    notes: [paid ? 'paid' : applied ? 'applied' : `steps-done-${steps}`],
  })
  return {
    place: [UUID],
    read: async page => {
      const rows = await peopleBehind(db, timeOf(day), stage, page)
      return rows.map(row => ({ place: [row.borrowerId], row: rowOf(row) }))
    },
  }
}
