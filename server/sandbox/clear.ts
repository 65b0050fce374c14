/**
 * Clears a demonstration from a database before a lender uses it: everything, or its people alone
 * where others work there already.
 */
import { rm } from 'node:fs/promises'
import { anchorFileOf } from '#server/platform/audit/anchors.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { CommandConfig } from '#server/platform/config.ts'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { emptyDatabase } from '#server/platform/db/empty.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import { forgetDemonstration, type Installation } from '#server/platform/db/installation.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { removeFiles } from '#server/platform/files/file-removal.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Log } from '#server/platform/log.ts'
import { forgetProviderOf } from '#server/staff/people/db/provider.ts'
import {
  countBorrowed,
  countOtherPeople,
  countPasskeysOf,
  hasRealMoney,
  openProposalsOf,
  resetEditedRole,
  rolesEditedBy,
  sandboxPeople,
} from '#server/staff/people/db/sandbox-people.ts'
import { endStaff, removeStaffPasskeys } from '#server/staff/people/db/staff.ts'
import { endProposal } from '#server/staff/proposals/db/proposal.ts'

/** The traces of a demonstration. */
export type Left = {
  /** `people`: others work here, or real money moved, so that only its people can go. */
  readonly goes: 'everything' | 'people'
  readonly people: number
  readonly passkeys: number
  readonly proposals: number
  readonly roles: readonly string[]
  readonly borrowers: number
  readonly orders: number
}

export async function leftBehind(db: Queryable, { realSince }: Installation): Promise<Left> {
  const ids = (await sandboxPeople(db)).map(({ staffId }) => staffId)
  const isShared =
    realSince !== null || (await countOtherPeople(db)) > 0 || (await hasRealMoney(db))
  return {
    goes: isShared ? 'people' : 'everything',
    people: ids.length,
    passkeys: await countPasskeysOf(db, ids),
    proposals: (await openProposalsOf(db, ids)).length,
    roles: await rolesEditedBy(db, ids),
    ...(await countBorrowed(db)),
  }
}

/** No row that the demonstration wrote stays, nor its products and the marks of its keys. */
const ALSO = [
  'DELETE FROM product_version',
  'DELETE FROM product',
  'DELETE FROM key_fingerprint',
  'DELETE FROM installation',
]

type ClearParts = {
  readonly db: Database
  readonly target: DatabaseTarget
  readonly files: FileStore
  readonly config: Pick<CommandConfig, 'dataDir' | 'auditAnchors'>
  readonly log: Log
  readonly at: Date
}

/** Brings the database to the state in which no server has used it, and removes its pictures. */
export async function clearEverything(parts: ClearParts): Promise<void> {
  const { db, target, files, config, log, at } = parts
  const keys: FileKey[] = []
  for await (const key of files.keys()) keys.push(key)
  await emptyDatabase(target, keys, at, ALSO)
  // The chain of the audit log begins again, so that its old anchors would contradict it.
  await rm(anchorFileOf(config), { force: true })
  await removeFiles({ db, files, log }, keys)
}

/**
 * Ends the access of everybody whom the sandbox made or these invited, with their waiting proposals
 * and the roles that they edited. The audit log names each.
 */
export async function clearPeople(
  { db, cipher }: { readonly db: Database; readonly cipher: Cipher },
  actor: string,
  at: Date,
): Promise<void> {
  await db.transaction(async tx => {
    const people = await sandboxPeople(tx)
    const ids = people.map(({ staffId }) => staffId)
    for (const { proposalId, proposedBy } of await openProposalsOf(tx, ids)) {
      const decision = { outcome: 'withdrawn', decidedBy: proposedBy, isAlone: false, at } as const
      await endProposal(tx, { proposalId, proposedBy }, decision)
      await writeAudit(tx, cipher, { actor, action: 'proposal-ended', subject: proposalId, at })
    }
    for (const role of await rolesEditedBy(tx, ids)) {
      await resetEditedRole(tx, role)
      await writeAudit(tx, cipher, { actor, action: 'staff-role-changed', subject: role, at })
    }
    for (const { staffId, endedAt } of people) {
      await removeStaffPasskeys(tx, staffId)
      await forgetProviderOf(tx, staffId)
      await endStaff(tx, staffId, at)
      if (endedAt === null)
        await writeAudit(tx, cipher, { actor, action: 'staff-changed', subject: staffId, at })
    }
    await forgetDemonstration(tx)
  })
}
