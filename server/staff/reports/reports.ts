/** The lender's reports, each of a day and its month so far, from the ledger and the orders (decision 65). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { FUNNEL_STAGES, type report } from '#contract/staff/report.ts'
import { COMPLAINT_AGES, complaintAgeOf } from '#domain/complaint.ts'
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { BUCKET_EDGES, BUCKETS } from '#domain/lending/days-past-due.ts'
import { decisionReason } from '#domain/lending/decision.ts'
import {
  COLLECTION_PARTS,
  type FLOWS,
  sumFlows,
  VINTAGE_LATE_FROM,
} from '#domain/lending/report.ts'
import { paise } from '#domain/money.ts'
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthsBetween,
} from '#domain/month.ts'
import type { Services } from '#server/services.ts'
import {
  declinedCount,
  declineReasons,
  funnelOf,
} from '#server/staff/reports/db/report-applications.ts'
import {
  type BookRow,
  bookOf,
  type CohortRow,
  cohortsOn,
  lentByMonth,
  monthEnds,
  principalBooked,
  storeMonthEnd,
} from '#server/staff/reports/db/report-book.ts'
import { type ComplaintDays, complaintDays } from '#server/staff/reports/db/report-complaints.ts'
import { flowsBetween } from '#server/staff/reports/db/report-flows.ts'
import {
  isReportDay,
  type Rows,
  rowsBehind,
  spanOf,
  timeOf,
} from '#server/staff/reports/report-rows.ts'

type Parts = Pick<Services, 'db'>
type At = { readonly now: Date }
type Invalid = Refusal<'input-invalid'>
type ReportQuery = Input<typeof report.book>

const INVALID: Invalid = refused('input-invalid')
const edges = [...BUCKET_EDGES]
const PAGE = 50
/** The curves show the loans of this many months. */
const VINTAGE_MONTHS = 12
/** By then every transaction that began before midnight has ended. */
const SETTLED_AFTER_MS = 10 * 60_000

const sumOf = <T>(rows: readonly T[], value: (row: T) => number) =>
  paise(rows.reduce((sum, row) => sum + value(row), 0))

/** The portfolio at the end of a day, its movement, and the collections of the month so far. */
export async function bookReport(
  { db }: Parts,
  query: ReportQuery,
  { now }: At,
): Promise<Output<typeof report.book> | Invalid> {
  const today = indiaDayOf(now)
  const { day = today } = query
  if (!isReportDay(day, today)) return INVALID
  const span = spanOf(day)
  const [rows, booked] = await Promise.all([
    bookOf(db, { ...span, edges }),
    principalBooked(db, day),
  ])
  const open = rows.filter(row => row.now >= 0)
  return {
    day,
    today,
    before: span.from,
    portfolio: BUCKETS.map((bucket, at) => {
      const ofBucket = open.filter(row => row.now === at)
      const principal = sumOf(ofBucket, row => row.closing)
      return { bucket, loans: sumOf(ofBucket, row => row.loans), principal }
    }),
    ledgerPrincipal: paise(booked),
    roll: rows
      .filter(row => row.before >= 0 || row.now >= 0)
      .map(row => ({
        from: BUCKETS[row.before] ?? 'none',
        to: BUCKETS[row.now] ?? 'none',
        loans: row.loans,
        opening: paise(row.opening),
      })),
    collection: COLLECTION_PARTS.map(part => ({ part, ...collected(rows, part) })),
  }
}

function collected(rows: readonly BookRow[], part: (typeof COLLECTION_PARTS)[number]) {
  const owed = { arrears: 'arrearsOwed', due: 'dueOwed', ahead: undefined } as const
  const got = { arrears: 'arrearsGot', due: 'dueGot', ahead: 'aheadGot' } as const
  const owedOf = owed[part]
  return {
    owed: sumOf(rows, row => (owedOf ? row[owedOf] : 0)),
    collected: sumOf(rows, row => row[got[part]]),
  }
}

/** The movements of money in the month so far. */
export async function monthReport(
  { db }: Parts,
  query: ReportQuery,
  { now }: At,
): Promise<Output<typeof report.month> | Invalid> {
  const today = indiaDayOf(now)
  const { day = today } = query
  if (!isReportDay(day, today)) return INVALID
  const rows = await flowsBetween(db, firstDayOf(monthOf(day)), day)
  const entries = rows.map(row => ({ ...row, amount: paise(row.amount) }))
  const days = Map.groupBy(entries, each => each.day)
  const amountOf = (of: typeof entries, flow: keyof typeof FLOWS) =>
    sumFlows(of).find(each => each.flow === flow)?.amount ?? paise(0)
  return {
    day,
    today,
    flows: sumFlows(entries),
    days: [...days].map(([each, of]) => ({
      day: each,
      disbursed: paise(
        amountOf(of, 'disbursed-net') +
          amountOf(of, 'disbursed-fee') +
          amountOf(of, 'disbursed-gst'),
      ),
      received: amountOf(of, 'received'),
    })),
  }
}

/** The late share of each month's loans, month after month. */
export async function vintageReport(
  { db }: Parts,
  query: ReportQuery,
  { now }: At,
): Promise<Output<typeof report.vintage> | Invalid> {
  const today = indiaDayOf(now)
  const { day = today } = query
  if (!isReportDay(day, today)) return INVALID
  const last = monthOf(day)
  const months = Array.from({ length: VINTAGE_MONTHS }, (_, at) =>
    addMonths(last, at - VINTAGE_MONTHS + 1),
  )
  const [first = last] = months
  const lent = await lentByMonth(db, firstDayOf(first), day)
  const lentIn = new Map(lent.map(row => [row.month, row.amount]))
  const shown = months.filter(each => lentIn.has(each))
  const { portfolioOn, missing } = await portfolios({ db }, monthsFrom(shown[0], last), day, now)
  return {
    day,
    today,
    missing,
    cohorts: shown.map(cohort => ({
      month: cohort,
      lent: paise(lentIn.get(cohort) ?? 0),
      points: [...portfolioOn]
        .filter(([each]) => each >= firstDayOf(cohort))
        .map(([each, rows]) => ({
          age: monthsBetween(cohort, monthOf(each)),
          day: each,
          late: lateOf(rows, cohort),
        })),
    })),
  }
}

/** The months from one to another; none where there is no first. */
function monthsFrom(first: Month | undefined, last: Month): Month[] {
  if (first === undefined) return []
  return Array.from({ length: monthsBetween(first, last) + 1 }, (_, at) => addMonths(first, at))
}

function lateOf(rows: readonly CohortRow[], cohort: Month) {
  const least = BUCKETS.indexOf(VINTAGE_LATE_FROM)
  const late = rows.filter(row => row.cohort === cohort && row.bucket >= least)
  return sumOf(late, row => row.principal)
}

/**
 * The portfolios at the ends of these months, the last of them on the day itself. One call computes
 * one of them, which takes as long as a report may; the other missing ones wait for later calls.
 */
async function portfolios({ db }: Parts, months: readonly Month[], day: Day, now: Date) {
  const ends = months.map(each => (each === monthOf(day) ? day : lastDayOf(each)))
  const stored = await monthEnds(db, ends[0] ?? day, day)
  const byDay = Map.groupBy(stored, row => row.day)
  const portfolioOn = new Map<Day, readonly CohortRow[]>()
  const next = ends.find(end => !byDay.has(end))
  for (const end of ends) {
    const rows = end === next ? await portfolioOf({ db }, end, now) : byDay.get(end)
    if (rows) portfolioOn.set(end, rows)
  }
  return { portfolioOn, missing: ends.length - portfolioOn.size }
}

/** Computes a portfolio, and stores that of a past month. */
async function portfolioOf({ db }: Parts, end: Day, now: Date): Promise<CohortRow[]> {
  const after = startOfIndiaDay(addDays(end, 1))
  const rows = await cohortsOn(db, { from: end, to: end, after, edges })
  const isOver = now.getTime() - after.getTime() > SETTLED_AFTER_MS
  if (end === lastDayOf(monthOf(end)) && isOver) {
    const nothing = { cohort: monthOf(end), bucket: 0, loans: 0, principal: 0 }
    await storeMonthEnd(db, end, rows.length > 0 ? rows : [nothing])
  }
  return rows
}

/** Declined applications of the month so far by reason, and the steps of its new borrowers. */
export async function applicationsReport(
  { db }: Parts,
  query: ReportQuery,
  { now }: At,
): Promise<Output<typeof report.applications> | Invalid> {
  const today = indiaDayOf(now)
  const { day = today } = query
  if (!isReportDay(day, today)) return INVALID
  const time = timeOf(day)
  const [declined, reasons, funnel] = await Promise.all([
    declinedCount(db, time),
    declineReasons(db, time),
    funnelOf(db, time),
  ])
  return {
    day,
    today,
    declined,
    reasons: reasons.flatMap(({ reason, orders }) => {
      const label = decisionReason(reason)
      return label ? [{ reason: label, orders }] : []
    }),
    funnel: FUNNEL_STAGES.map(stage => ({ stage, people: funnel[stage] })),
  }
}

/** Complaints by age: open at the end of the day, and closed in the month so far by their duration. */
export async function complaintsReport(
  { db }: Parts,
  query: ReportQuery,
  { now }: At,
): Promise<Output<typeof report.complaints> | Invalid> {
  const today = indiaDayOf(now)
  const { day = today } = query
  if (!isReportDay(day, today)) return INVALID
  const rows = await complaintDays(db, timeOf(day))
  const byAge = (of: readonly ComplaintDays[]) =>
    COMPLAINT_AGES.map(age => {
      const complaints = of.filter(
        each => complaintAgeOf(each.receivedOn, each.closedOn ?? day) === age,
      )
      return { age, complaints: complaints.reduce((sum, { count }) => sum + count, 0) }
    })
  return {
    day,
    today,
    open: byAge(rows.filter(({ closedOn }) => closedOn === null)),
    closed: byAge(rows.filter(({ closedOn }) => closedOn !== null)),
  }
}

/** A page of the rows behind a figure. */
export async function rowsReport(
  { db }: Parts,
  query: Input<typeof report.rows>,
  { now }: At,
): Promise<Rows | Invalid> {
  if (!isReportDay(query.day, indiaDayOf(now))) return INVALID
  return (await rowsBehind(db, query, PAGE)) ?? INVALID
}
