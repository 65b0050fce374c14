/** The people whose rights a transaction relies on, locked until it ends. */
import type { Role } from '#domain/staff/permissions.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const lock = statement(
  'staff-rights-lock',
  `SELECT staff_id AS "staffId", roles, ended_at AS "endedAt" FROM staff
   WHERE staff_id::text = ANY ($1::text[]) OR $2::text = ANY (roles) ORDER BY staff_id FOR NO KEY UPDATE`,
)

/** These people, and all who have the role. All transactions lock people in one order. */
export const lockPeople = (tx: Transaction, staffIds: readonly string[], role?: Role) =>
  tx.query(lock, [staffIds, role])
