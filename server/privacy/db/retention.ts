/**
 * The statements of the daily deletion (domain/privacy/retention.ts): the borrowers whose periods
 * to review, and the data that is deleted by age alone.
 */
import type { Day } from '#domain/day.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
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
  `SELECT erasure_asked_at AS "erasureAskedAt", EXISTS (SELECT 1 FROM session s WHERE s.borrower_id = $1) AS "hasSession!"
   FROM borrower b WHERE borrower_id = $1 AND erased_at IS NULL AND (review_on IS NULL OR review_on <= $2)`,
)
const reviewed = statement(
  'retention-reviewed',
  'UPDATE borrower SET review_on = $2 WHERE borrower_id = $1',
)
const noteErasure = statement(
  'retention-erasure-asked',
  'UPDATE borrower SET erasure_asked_at = $2, review_on = NULL WHERE borrower_id = $1',
)
const oldLocations = statement(
  'retention-locations',
  'UPDATE device_location SET location_sealed = NULL WHERE location_sealed IS NOT NULL AND taken_at < $1',
)
const oldFeedback = statement(
  'retention-feedback',
  `DELETE FROM feedback f WHERE coalesce(answered_at, created_at) < $1 AND NOT EXISTS (
     SELECT FROM complaint c WHERE c.borrower_id = f.borrower_id AND c.feedback_id = f.feedback_id
       AND (c.closed_at IS NULL OR c.closed_at >= $1))
   RETURNING image_key AS "fileKey"`,
)
const oldRecords = forgetting('retention-kept-records', {
  table: 'kept_record',
  key: 'borrower_id, record_id',
  isPast: 'kept_until < $1',
})

/** Borrowers whose periods must be reviewed by a day. */
export async function borrowersToReview(
  db: Queryable,
  today: Day,
  limit: number,
): Promise<string[]> {
  return (await db.query(due, [today, limit])).map(({ borrowerId }) => borrowerId)
}

/**
 * Returns whether they asked for everything to be erased, and whether they are signed in; undefined
 * if another server has just reviewed them.
 */
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

/** Marks the account for deletion as soon as nothing has to be stored any more. */
export async function recordErasureRequest(
  tx: Queryable,
  borrowerId: string,
  at: Date,
): Promise<void> {
  await tx.query(noteErasure, [borrowerId, at])
}

/** Deletes the location, but not the answer about it. */
export async function forgetLocations(db: Queryable, takenBefore: Date): Promise<void> {
  await db.query(oldLocations, [takenBefore])
}

/** Deletes old feedback, answered or not, but no complaint that is open or was closed later; returns the files to remove. */
export async function forgetFeedback(tx: Queryable, before: Date): Promise<FileKey[]> {
  const rows = await tx.query(oldFeedback, [before])
  return rows.flatMap(({ fileKey }) => fileKey ?? [])
}

export async function forgetKeptRecords(db: Queryable, today: Day): Promise<void> {
  await forgetAll(db, oldRecords, [today])
}
