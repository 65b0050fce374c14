/** The people whose rights a transaction relies on, locked until it ends. */
import type { Role } from '#domain/staff/permissions.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const lock = statement(
  'staff-rights-lock',
  `SELECT s.staff_id AS "staffId", s.roles, s.ended_at AS "endedAt" FROM staff s
   WHERE s.staff_id::text = ANY ($1::text[]) OR $2::text = ANY (s.roles) ORDER BY s.staff_id FOR NO KEY UPDATE`,
)
const unconfirmed = statement(
  'staff-unconfirmed',
  `SELECT staff_id AS "staffId" FROM staff_account WHERE staff_id::text = ANY ($1::text[]) AND confirmed_at IS NULL`,
)

/** Locks these people, and all who have the role. All transactions lock people in one order. */
export const lockPeople = (tx: Transaction, staffIds: readonly string[], role?: Role) =>
  tx.query(lock, [staffIds, role])

/** Those of these people whose account waits for its confirmation: they may do nothing. */
export async function unconfirmedOf(
  tx: Transaction,
  staffIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await tx.query(unconfirmed, [staffIds])).map(({ staffId }) => staffId))
}
