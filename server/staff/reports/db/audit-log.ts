/** The log of acts as staff read it, and verifications of it. */
import type { Day } from '#domain/day.ts'
import type { AuditAction } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const selectEntries = statement(
  'audit-search',
  `SELECT slot, number, actor, action, subject, at FROM audit_entry
   WHERE at >= :since AND at < :until AND (:actor::text IS NULL OR actor = :actor::text)
     AND (:act::text IS NULL OR action = :act::text) AND (:subject::text IS NULL OR subject = :subject::text)
     AND (:afterAt::timestamptz IS NULL OR (at, slot, number) < (:afterAt::timestamptz, :afterSlot::smallint, :afterNumber::bigint))
   ORDER BY at DESC, slot DESC, number DESC LIMIT :limit`,
)
/** The distinct acts, each found by one index lookup. */
const selectActs = statement(
  'audit-acts',
  `WITH RECURSIVE act (name) AS (
     (SELECT action FROM audit_entry ORDER BY action LIMIT 1)
     UNION ALL SELECT (SELECT action FROM audit_entry WHERE action > act.name ORDER BY action LIMIT 1) FROM act WHERE act.name IS NOT NULL)
   SELECT name FROM act WHERE name IS NOT NULL`,
)
const selectFirst = statement(
  'audit-first-since',
  'SELECT number FROM audit_entry WHERE slot = $1 AND at >= $2 AND at < $3 ORDER BY at, number LIMIT 1',
)
const selectLast = statement(
  'audit-last-until',
  'SELECT number FROM audit_entry WHERE slot = $1 AND at >= $2 AND at < $3 ORDER BY at DESC, number DESC LIMIT 1',
)
const COLUMNS = `v.verification_id AS "verificationId", v.staff_id AS "staffId", v.from_day AS "fromDay", v.to_day AS "toDay",
  v.started_at AS "startedAt", v.slot, v.number, v.entries, v.faults, v.ended_at AS "endedAt"`
const insert = statement(
  'audit-verification-insert',
  `INSERT INTO log_verification (verification_id, staff_id, from_day, to_day, started_at, slot, number, entries, faults)
   VALUES ($1, $2, $3, $4, $5, 0, 0, 0, '{}')`,
)
const selectOne = statement(
  'audit-verification',
  `SELECT ${COLUMNS} FROM log_verification v WHERE v.verification_id = $1`,
)
const selectNewest = statement(
  'audit-verification-newest',
  `SELECT ${COLUMNS} FROM log_verification v ORDER BY v.started_at DESC LIMIT 1`,
)
const advance = statement(
  'audit-verification-advance',
  `UPDATE log_verification SET slot = :slot, number = :number, entries = entries + :more, faults = faults || :faults::text[],
     ended_at = :endedAt
   WHERE verification_id = :verificationId AND slot = :fromSlot AND number = :fromNumber RETURNING verification_id`,
)

export type EntryRow = Row<'audit-search'>
export type VerificationRow = Row<'audit-verification'>

export type EntryFilter = {
  readonly since: Date
  readonly until: Date
  readonly actor?: string | undefined
  readonly act?: string | undefined
  readonly subject?: string | undefined
}

/** Entries of a period, newest first, after one of them. */
export function searchAudit(
  db: Queryable,
  { since, until, actor, act, subject }: EntryFilter,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<EntryRow[]> {
  const [at, slot, number] = after ?? []
  return db.query(selectEntries, {
    since,
    until,
    actor,
    act: act as AuditAction | undefined,
    subject,
    afterAt: at === undefined ? undefined : new Date(at),
    afterSlot: slot === undefined ? undefined : Number(slot),
    afterNumber: number === undefined ? undefined : Number(number),
    limit,
  })
}

export async function auditActs(db: Queryable): Promise<string[]> {
  return (await db.query(selectActs)).flatMap(({ name }) => name ?? [])
}

/** The first and last entry numbers of a slot in a period; undefined if there are none. */
export async function boundsOf(
  db: Queryable,
  slot: number,
  { since, until }: Pick<EntryFilter, 'since' | 'until'>,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const [first, last] = await Promise.all([
    db.maybeOne(selectFirst, [slot, since, until]),
    db.maybeOne(selectLast, [slot, since, until]),
  ])
  return first && last && { first: first.number, last: last.number }
}

export async function insertVerification(
  db: Queryable,
  row: Pick<VerificationRow, 'verificationId' | 'staffId' | 'fromDay' | 'toDay' | 'startedAt'>,
): Promise<void> {
  const { verificationId, staffId, fromDay, toDay, startedAt } = row
  await db.query(insert, [verificationId, staffId, fromDay, toDay, startedAt])
}

export const verificationOf = (db: Queryable, id: string) => db.maybeOne(selectOne, [id])
export const newestVerification = (db: Queryable) => db.maybeOne(selectNewest)

export type Advance = {
  readonly slot: number
  readonly number: number
  readonly more: number
  readonly faults: readonly string[]
  readonly endedAt: Date | undefined
}

/** Stores a batch of a verification; false if another request stored it. */
export async function advanceVerification(
  db: Queryable,
  { verificationId, slot, number }: Pick<VerificationRow, 'verificationId' | 'slot' | 'number'>,
  to: Advance,
): Promise<boolean> {
  const from = { verificationId, fromSlot: slot, fromNumber: number }
  return (await db.query(advance, { ...from, ...to })).length === 1
}

/** The instants of a period, as the log's entries count days. */
export type Period = { readonly fromDay: Day; readonly toDay: Day }
