/** Looks of staff at borrowers. */

import type { LookPart, LookWhy } from '#domain/staff/look.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const insert = statement(
  'staff-look-insert',
  `INSERT INTO staff_look (borrower_id, look_id, staff_id, role, part, subject_id, why, at)
   VALUES (:borrowerId, :lookId, :staffId, :role, :part, :subjectId, :why, :at)`,
)
const ofBorrower = statement(
  'staff-looks-of-borrower',
  `SELECT role, part, why, max(at) AS "at!", count(*)::int AS "count!" FROM staff_look WHERE borrower_id = $1
   GROUP BY (at AT TIME ZONE 'Asia/Kolkata')::date, role, part, why ORDER BY max(at) DESC, max(look_id::text) DESC`,
)

const recent = statement(
  'staff-look-recent',
  `SELECT EXISTS (SELECT FROM staff_look
     WHERE borrower_id = $1 AND staff_id = $2 AND part = $3 AND subject_id = $4 AND at > $5) AS "has!"`,
)

export type Look = Row<'staff-looks-of-borrower'>

export async function insertLook(
  db: Queryable,
  look: {
    readonly borrowerId: string
    readonly lookId: string
    readonly staffId: string
    readonly role: Role
    readonly part: LookPart
    readonly subjectId: string
    readonly why: LookWhy
    readonly at: Date
  },
): Promise<void> {
  await db.query(insert, look)
}

/**
 * All looks at a borrower, newest first. Looks of one India day in the same role, at the same part
 * and for the same reason count as one.
 */
export function looksAt(db: Queryable, borrowerId: string): Promise<Look[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** True if a member of staff has looked at a thing of a borrower since an instant. */
export async function hasLookAt(
  db: Queryable,
  {
    borrowerId,
    staffId,
    part,
    subjectId,
    since,
  }: {
    readonly borrowerId: string
    readonly staffId: string
    readonly part: LookPart
    readonly subjectId: string
    readonly since: Date
  },
): Promise<boolean> {
  return (await db.one(recent, [borrowerId, staffId, part, subjectId, since])).has
}
