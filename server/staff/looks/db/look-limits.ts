/** Looks and searches of members of staff in a day, and the days that wait for a review. */
import type { Day } from '#domain/day.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const add = statement(
  'staff-look-day-add',
  `INSERT INTO staff_look_day AS d (staff_id, day, points, opened, revealed, searched, searched_vainly, exported, point_limit, above_at)
   VALUES (:staffId, :day, :points::int, :opened::int, :revealed::int, :searched::int, :searchedVainly::int, :exported::int,
     :limit::int, CASE WHEN :points::int > :limit::int THEN :at::timestamptz END)
   ON CONFLICT (staff_id, day) DO UPDATE
   SET points = d.points + excluded.points, opened = d.opened + excluded.opened, revealed = d.revealed + excluded.revealed,
     searched = d.searched + excluded.searched, searched_vainly = d.searched_vainly + excluded.searched_vainly,
     exported = d.exported + excluded.exported, point_limit = excluded.point_limit,
     above_at = coalesce(d.above_at, CASE WHEN d.points + excluded.points > excluded.point_limit THEN :at::timestamptz END)
   RETURNING points`,
)
const stop = statement(
  'staff-look-day-stop',
  `UPDATE staff_look_day SET stopped_at = $3 WHERE staff_id = $1 AND day = $2 AND stopped_at IS NULL RETURNING points`,
)
const toReview = statement(
  'staff-look-days-to-review',
  `SELECT staff_id AS "staffId", day, above_at AS "aboveAt!", stopped_at AS "stoppedAt" FROM staff_look_day
   WHERE above_at IS NOT NULL AND reviewed_at IS NULL AND staff_id <> $1 ORDER BY above_at LIMIT $2`,
)
const one = statement(
  'staff-look-day',
  `SELECT d.staff_id AS "staffId", d.day, d.points, d.point_limit AS "limit", d.opened, d.revealed, d.searched,
     d.searched_vainly AS "searchedVainly", d.exported, d.above_at AS "aboveAt", d.stopped_at AS "stoppedAt",
     d.reviewed_at AS "reviewedAt", s.mail_sealed AS "mailSealed", s.roles
   FROM staff_look_day d JOIN staff s ON s.staff_id = d.staff_id WHERE d.staff_id = $1 AND d.day = $2`,
)
const review = statement(
  'staff-look-day-review',
  `UPDATE staff_look_day SET reviewed_by = :reviewer, reviewed_at = :at, review_sealed = :sealed
   WHERE staff_id = :staffId AND day = :day AND above_at IS NOT NULL AND reviewed_at IS NULL AND staff_id <> :reviewer
   RETURNING points`,
)
const insertSearch = statement(
  'staff-search-insert',
  `INSERT INTO staff_search (search_id, staff_id, why, ways, value_hash, ending, found, at)
   VALUES (:searchId, :staffId, :why, :ways, :valueHash, :ending, :found, :at)`,
)
const searches = statement(
  'staff-searches',
  `SELECT search_id AS "searchId", why, ways, ending, found, at FROM staff_search
   WHERE staff_id = $1 AND at >= $2 AND at < $3 ORDER BY at DESC, search_id LIMIT 200`,
)
const forgetSearches = forgetting('staff-search-forget', {
  table: 'staff_search',
  key: 'search_id',
  isPast: 'at < $1',
})

export type LookDay = Row<'staff-look-day'>
export type PersonsDay = { readonly staffId: string; readonly day: Day }
export type AddedLook = PersonsDay & {
  readonly points: number
  readonly opened: number
  readonly revealed: number
  readonly searched: number
  readonly searchedVainly: number
  readonly exported: number
  readonly limit: number
  readonly at: Date
}

/** Counts a look, and returns the points of its day. Looks of one person wait for each other. */
export async function addLook(tx: Queryable, added: AddedLook): Promise<number> {
  return (await tx.one(add, added)).points
}

/** Notes that the limit blocked a person; false if that is noted already. */
export async function stopLooks(
  db: Queryable,
  { staffId, day }: PersonsDay,
  at: Date,
): Promise<boolean> {
  return (await db.query(stop, [staffId, day, at])).length === 1
}

/** The days above a limit that nobody reviewed, except the reader's own, the oldest first. */
export const lookDaysToReview = (db: Queryable, reader: string, limit: number) =>
  db.query(toReview, [reader, limit])

export const lookDayOf = (
  db: Queryable,
  { staffId, day }: PersonsDay,
): Promise<LookDay | undefined> => db.maybeOne(one, [staffId, day])

/** Ends the item of a day; false if it has ended, was within the limit, or is the reviewer's own. */
export async function reviewLookDay(
  tx: Queryable,
  values: PersonsDay & { readonly reviewer: string; readonly at: Date; readonly sealed: Buffer },
): Promise<boolean> {
  return (await tx.query(review, values)).length === 1
}

export async function writeSearch(
  tx: Queryable,
  search: {
    readonly searchId: string
    readonly staffId: string
    readonly why: string
    readonly ways: readonly string[]
    readonly valueHash: Buffer
    readonly ending: string
    readonly found: number
    readonly at: Date
  },
): Promise<void> {
  await tx.query(insertSearch, search)
}

/** The searches of a person in a period, the newest first. */
export const searchesOf = (db: Queryable, staffId: string, from: Date, until: Date) =>
  db.query(searches, [staffId, from, until])

/** Removes searches before an instant. */
export async function forgetOldSearches(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await forgetAll(db, forgetSearches, [before])
}
