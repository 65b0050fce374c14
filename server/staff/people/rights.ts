/** The permissions of people, as they stand in a transaction. */
import { type Permission, permissionsOf, type Role } from '#domain/staff/permissions.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { lockPeople, unconfirmedOf } from '#server/staff/people/db/rights.ts'
import { editedRolesOf } from '#server/staff/people/db/staff.ts'

/** The permissions of each person by id; none without access, or for an unconfirmed account. */
export type Rights = ReadonlyMap<string, ReadonlySet<Permission>>

export const NO_RIGHTS: ReadonlySet<Permission> = new Set()

/**
 * The rights of these people, and of all who have the role. Until the transaction ends, nobody
 * dismisses one of them or changes their permissions.
 */
export async function lockRights(
  tx: Transaction,
  staffIds: readonly string[],
  role?: Role,
): Promise<Rights> {
  const people = await lockPeople(tx, staffIds, role)
  const ids = people.map(({ staffId }) => staffId)
  const edited = await editedRolesOf(tx)
  const unconfirmed = await unconfirmedOf(tx, ids)
  return new Map(
    people.map(({ staffId, roles, endedAt }) => [
      staffId,
      endedAt || unconfirmed.has(staffId) ? NO_RIGHTS : permissionsOf(roles, edited),
    ]),
  )
}
