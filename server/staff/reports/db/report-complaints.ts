/** Complaints by age: open at the end of a day, and closed in its month so far. */
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Time } from '#server/staff/reports/db/report-applications.ts'

/** Each complaint with the India days of its receipt and of its closing by the end of the period. */
const COMPLAINTS = `
  SELECT borrower_id, feedback_id, category, outcome, received_at, (received_at AT TIME ZONE 'Asia/Kolkata')::date AS received_on,
    CASE WHEN closed_at < :until THEN (closed_at AT TIME ZONE 'Asia/Kolkata')::date END AS closed_on
  FROM complaint WHERE received_at < :until AND (closed_at IS NULL OR closed_at >= :since)`
const selectDays = statement(
  'report-complaints',
  `SELECT received_on AS "receivedOn!", closed_on AS "closedOn", count(*)::int AS "count!" FROM (${COMPLAINTS}) AS c
   GROUP BY received_on, closed_on`,
)
const selectRows = statement(
  'report-complaint-rows',
  `SELECT feedback_id AS "feedbackId!", category AS "category!", outcome, received_at AS "receivedAt!", received_on AS "receivedOn!",
     closed_on AS "closedOn" FROM (${COMPLAINTS}) AS c
   WHERE (closed_on IS NOT NULL) = :isClosed::boolean
     AND coalesce(closed_on, :day::date) - received_on BETWEEN :least::int AND :most::int
     AND (:afterAt::timestamptz IS NULL OR (received_at, feedback_id) > (:afterAt::timestamptz, :afterId::uuid))
   ORDER BY received_at, feedback_id LIMIT :limit`,
)

export type ComplaintDays = Row<'report-complaints'>
export type ComplaintRow = Row<'report-complaint-rows'>

/** The number of complaints by their days of receipt and closing. */
export const complaintDays = (db: Queryable, { since, until }: Time) =>
  db.query(selectDays, { since, until })

/** The complaints whose days lie within bounds, after one of them. */
export function complaintsBehind(
  db: Queryable,
  query: Time & {
    readonly day: Day
    readonly isClosed: boolean
    readonly least: number
    readonly most: number
  },
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<ComplaintRow[]> {
  const [at, afterId] = after ?? []
  const afterAt = at === undefined ? undefined : new Date(at)
  return db.query(selectRows, { ...query, afterAt, afterId, limit })
}
