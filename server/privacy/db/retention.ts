/** The statements of the daily forgetting (domain/privacy/retention.ts): whose periods to look at, and what goes by its age alone. */
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

const due = statement(
  'retention-due',
  `SELECT borrower_id AS "borrowerId" FROM borrower
   WHERE erased_at IS NULL AND (review_on IS NULL OR review_on <= $1) ORDER BY review_on NULLS FIRST LIMIT $2`,
)
const standing = statement(
  'retention-standing',
  `SELECT erasure_asked_at AS "erasureAskedAt", EXISTS (SELECT 1 FROM session s WHERE s.borrower_id = b.borrower_id) AS "hasSession!"
   FROM borrower b WHERE borrower_id = $1 AND erased_at IS NULL AND (review_on IS NULL OR review_on <= $2)`,
)
const reviewed = statement(
  'retention-reviewed',
  'UPDATE borrower SET review_on = $2 WHERE borrower_id = $1',
)
const asked = statement(
  'retention-erasure-asked',
  'UPDATE borrower SET erasure_asked_at = $2, review_on = NULL WHERE borrower_id = $1',
)
const oldLocations = statement(
  'retention-locations',
  'UPDATE device_location SET location_sealed = NULL WHERE location_sealed IS NOT NULL AND taken_at < $1',
)
const oldFeedback = statement(
  'retention-feedback',
  'DELETE FROM feedback WHERE coalesce(answered_at, created_at) < $1 RETURNING image_key AS "fileKey"',
)
const oldRecords = statement(
  'retention-kept-records',
  'DELETE FROM kept_record WHERE kept_until < $1',
)

/** Borrowers whose periods have to be looked at by a day. */
export async function borrowersToReview(
  db: Queryable,
  today: Day,
  limit: number,
): Promise<string[]> {
  return (await db.query(due, [today, limit])).map(({ borrowerId }) => borrowerId)
}

/** Whether they asked for everything to be erased, and are signed in anywhere; nothing where another server has just looked. */
export function reviewStandingOf(
  tx: Queryable,
  borrowerId: string,
  today: Day,
): Promise<{ readonly erasureAskedAt: Date | null; readonly hasSession: boolean } | undefined> {
  return tx.maybeOne(standing, [borrowerId, today])
}

export async function noteReviewed(tx: Queryable, borrowerId: string, next: Day): Promise<void> {
  await tx.query(reviewed, [borrowerId, next])
}

/** From now on the account goes as soon as nothing has to be kept any more. */
export async function noteErasureAsked(tx: Queryable, borrowerId: string, at: Date): Promise<void> {
  await tx.query(asked, [borrowerId, at])
}

/** Forgets where somebody was, and not that they were asked. */
export async function forgetLocations(db: Queryable, takenBefore: Date): Promise<void> {
  await db.query(oldLocations, [takenBefore])
}

/** Forgets what was answered, or left unanswered, long ago; answers which files are to be removed. */
export async function forgetFeedback(tx: Queryable, before: Date): Promise<FileKey[]> {
  const rows = await tx.query(oldFeedback, [before])
  return rows.flatMap(({ fileKey }) => fileKey ?? [])
}

export async function forgetKeptRecords(db: Queryable, today: Day): Promise<void> {
  await db.query(oldRecords, [today])
}
