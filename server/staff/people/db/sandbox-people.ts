/** People and roles that a demonstration left in a database that a lender goes on to use. */
import type { Role } from '#domain/staff/permissions.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const people = statement(
  'sandbox-people',
  `SELECT staff_id AS "staffId", ended_at AS "endedAt" FROM staff WHERE made_by_sandbox ORDER BY created_at, staff_id`,
)
const others = statement(
  'sandbox-people-others',
  'SELECT count(*)::int AS "count!" FROM staff WHERE NOT made_by_sandbox',
)
const passkeys = statement(
  'sandbox-people-passkeys',
  'SELECT count(*)::int AS "count!" FROM staff_passkey WHERE staff_id = ANY ($1)',
)
const proposals = statement(
  'sandbox-people-proposals',
  `SELECT o.proposal_id AS "proposalId", p.proposed_by AS "proposedBy" FROM open_proposal o
   JOIN proposal p ON p.proposal_id = o.proposal_id WHERE p.proposed_by = ANY ($1)`,
)
const roleChanges = statement(
  'sandbox-people-roles',
  `SELECT DISTINCT ON (p.subject) p.subject AS role, d.proposed_by AS "proposedBy", d.decided_by AS "decidedBy"
   FROM proposal_decision d JOIN proposal p ON p.proposal_id = d.proposal_id JOIN staff_role r ON r.role = p.subject
   WHERE p.act = 'change-role' AND d.outcome = 'approved' ORDER BY p.subject, d.decided_at DESC`,
)
const resetRole = statement('sandbox-people-role-reset', 'DELETE FROM staff_role WHERE role = $1')
const realMoney = statement(
  'sandbox-people-real-money',
  `SELECT (EXISTS (SELECT FROM payout WHERE vendor <> 'sandbox') OR EXISTS (SELECT FROM payment WHERE vendor <> 'sandbox')) AS "isThere!"`,
)
const borrowed = statement(
  'sandbox-borrowers',
  `SELECT (SELECT count(*)::int FROM borrower) AS "borrowers!", (SELECT count(*)::int FROM loan_order) AS "orders!"`,
)

/** Everybody whom the sandbox made, and everybody whom these invited. */
export const sandboxPeople = (db: Queryable) => db.query(people)
export const countOtherPeople = async (db: Queryable) => (await db.one(others)).count
export const countPasskeysOf = async (db: Queryable, ids: readonly string[]) =>
  (await db.one(passkeys, [ids])).count
export const openProposalsOf = (db: Queryable, ids: readonly string[]) => db.query(proposals, [ids])
/** True if a real vendor has moved money here. */
export const hasRealMoney = async (db: Queryable) => (await db.one(realMoney)).isThere
export const countBorrowed = (db: Queryable) => db.one(borrowed)

/** The edited roles whose newest edit was proposed or approved by one of these people. */
export async function rolesEditedBy(db: Queryable, ids: readonly string[]): Promise<Role[]> {
  const changes = await db.query(roleChanges)
  return changes
    .filter(({ proposedBy, decidedBy }) => ids.includes(proposedBy) || ids.includes(decidedBy))
    .map(({ role }) => role as Role)
}

export async function resetEditedRole(db: Queryable, role: Role): Promise<void> {
  await db.query(resetRole, [role])
}
