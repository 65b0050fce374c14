/** Declined applications by reason, and the steps of new borrowers. */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const selectReasons = statement(
  'report-decline-reasons',
  `SELECT denial.value ->> 'reason' AS "reason!", count(*)::int AS "orders!"
   FROM loan_order o CROSS JOIN LATERAL jsonb_array_elements(o.reasons) AS denial
   WHERE o.denied_at >= $1 AND o.denied_at < $2 GROUP BY 1 ORDER BY 2 DESC, 1`,
)
const selectDenied = statement(
  'report-declined',
  'SELECT count(*)::int AS "orders!" FROM loan_order WHERE denied_at >= $1 AND denied_at < $2',
)
const selectDeclines = statement(
  'report-declines',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId", order_no AS "orderNo", denied_at AS "deniedAt!", principal, reasons
   FROM loan_order WHERE denied_at >= :since AND denied_at < :until
     AND (:reason::text IS NULL OR reasons @> jsonb_build_array(jsonb_build_object('reason', :reason::text)))
     AND (:afterAt::timestamptz IS NULL OR (denied_at, order_id) > (:afterAt::timestamptz, :afterOrder::uuid))
   ORDER BY denied_at, order_id LIMIT :limit`,
)
/** Each borrower who registered in a period, with the steps done by its end. */
const PEOPLE = `
  SELECT b.borrower_id, b.created_at, count(DISTINCT s.step)::int AS steps,
    coalesce(bool_or(s.step = 'basic'), false) AS basic, coalesce(bool_or(s.step = 'work'), false) AS work,
    coalesce(bool_or(s.step = 'identity'), false) AS identity, coalesce(bool_or(s.step = 'face'), false) AS face,
    coalesce(bool_or(s.step = 'contacts'), false) AS contacts,
    coalesce(bool_or(o.applied_at < :until), false) AS applied, coalesce(bool_or(o.disbursed_at < :until), false) AS paid
  FROM borrower b
  LEFT JOIN verification_step s ON s.borrower_id = b.borrower_id AND s.done_at < :until
  LEFT JOIN loan_order o ON o.borrower_id = b.borrower_id
  WHERE b.created_at >= :since AND b.created_at < :until`
const selectFunnel = statement(
  'report-funnel',
  `SELECT count(*)::int AS "joined!", count(*) FILTER (WHERE basic)::int AS "basic!", count(*) FILTER (WHERE work)::int AS "work!",
     count(*) FILTER (WHERE identity)::int AS "identity!", count(*) FILTER (WHERE face)::int AS "face!",
     count(*) FILTER (WHERE contacts)::int AS "contacts!", count(*) FILTER (WHERE applied)::int AS "applied!",
     count(*) FILTER (WHERE paid)::int AS "paid!"
   FROM (${PEOPLE} GROUP BY b.borrower_id, b.created_at) AS p`,
)
const selectPeople = statement(
  'report-funnel-rows',
  `SELECT borrower_id AS "borrowerId!", created_at AS "createdAt!", steps AS "steps!", applied AS "applied!", paid AS "paid!" FROM
     (${PEOPLE} AND (:after::uuid IS NULL OR b.borrower_id > :after::uuid) GROUP BY b.borrower_id, b.created_at) AS p
   WHERE CASE :stage::text WHEN 'basic' THEN basic WHEN 'work' THEN work WHEN 'identity' THEN identity WHEN 'face' THEN face
     WHEN 'contacts' THEN contacts WHEN 'applied' THEN applied WHEN 'paid' THEN paid ELSE true END
   ORDER BY borrower_id LIMIT :limit`,
)

/** From an instant to before another. */
export type Time = { readonly since: Date; readonly until: Date }
type Page = { readonly after: readonly string[] | undefined; readonly limit: number }

export type DeclineRow = Row<'report-declines'>
export type PersonRow = Row<'report-funnel-rows'>

/** Each reason of declined applications; one application may have several. */
export const declineReasons = (db: Queryable, { since, until }: Time) =>
  db.query(selectReasons, [since, until])

export async function declinedCount(db: Queryable, { since, until }: Time): Promise<number> {
  return (await db.one(selectDenied, [since, until])).orders
}

export function declinesBehind(
  db: Queryable,
  time: Time,
  reason: string | undefined,
  { after, limit }: Page,
): Promise<DeclineRow[]> {
  const [at, afterOrder] = after ?? []
  const afterAt = at === undefined ? undefined : new Date(at)
  return db.query(selectDeclines, { ...time, reason, afterAt, afterOrder, limit })
}

/** The borrowers who registered, and the number who finished each step by the end. */
export const funnelOf = (db: Queryable, time: Time) => db.one(selectFunnel, time)

export function peopleBehind(
  db: Queryable,
  time: Time,
  stage: string,
  { after, limit }: Page,
): Promise<PersonRow[]> {
  return db.query(selectPeople, { ...time, stage, after: after?.[0], limit })
}
