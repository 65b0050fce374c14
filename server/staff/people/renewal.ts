/** Renewing the account of a person: all their access ends (decision 93). */
import { type Confirmer, canBeMadeByCommand } from '#domain/staff/account.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import {
  ablePeople,
  freeAccount,
  type Makers,
  makeAccount,
} from '#server/staff/people/db/account.ts'
import { forgetProviderOf } from '#server/staff/people/db/provider.ts'
import { lockPeople } from '#server/staff/people/db/rights.ts'
import {
  dropInvitations,
  editedRolesOf,
  endStaffSessions,
  removeStaffPasskeys,
} from '#server/staff/people/db/staff.ts'

/** Ends all access of a person, and renews their account. */
export async function renewAccount(
  tx: Transaction,
  staffId: string,
  makers: Makers,
  at: Date,
): Promise<void> {
  await endWaysIn(tx, staffId)
  await makeAccount(tx, staffId, makers, at)
}

/**
 * Renews or first opens an account by command. It needs no confirmation while no two others could
 * confirm it at the console; true if it needs one.
 */
export async function renewByCommand(tx: Transaction, staffId: string, at: Date): Promise<boolean> {
  await endWaysIn(tx, staffId)
  const isFree = canBeMadeByCommand(staffId, await able(tx, false))
  if (isFree) await freeAccount(tx, staffId)
  else await makeAccount(tx, staffId, { proposalId: null, proposedBy: null, approvedBy: null }, at)
  return !isFree
}

async function endWaysIn(tx: Transaction, staffId: string): Promise<void> {
  // A sign-in that has begun waits for this lock, and then finds its passkey gone.
  await lockPeople(tx, [staffId])
  await removeStaffPasskeys(tx, staffId)
  await forgetProviderOf(tx, staffId)
  await endStaffSessions(tx, staffId)
  await dropInvitations(tx, staffId)
}

/** The people who sign in to the console today, with their permissions. */
export async function able(db: Queryable, withSimulated: boolean): Promise<Confirmer[]> {
  const edited = await editedRolesOf(db)
  const rows = await ablePeople(db, withSimulated)
  return rows.map(({ staffId, roles }) => ({ staffId, permissions: permissionsOf(roles, edited) }))
}
