/**
 * Archives the records that the law requires: one encrypted record, unreadable to the rest of the
 * product, with the day of its deletion.
 */

import { type DataKind, heldByLaw, type Relationship } from '#domain/privacy/retention.ts'
import { loadBankAccounts } from '#server/identity/bank-account.ts'
import { loadIdentity } from '#server/identity/identity.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import { keepRecord } from '#server/privacy/db/own-data.ts'
import type { Work } from '#server/services.ts'

type Whose = {
  readonly borrowerId: string
  readonly relationship: Relationship
}

/** Archives a record of a kind until its day. The caller erases the original. */
export async function archiveRecord(
  work: Work,
  { borrowerId, relationship }: Whose,
  kind: DataKind,
): Promise<void> {
  const { services, tx, at } = work
  const hold = heldByLaw(kind, relationship)
  const facts =
    kind === 'identity' ? await identityOf(work, borrowerId) : await accountsOf(work, borrowerId)
  if (!hold || !facts) return
  const recordId = services.ids.uuid(at)
  const sealed = encryptJson(services.cipher, facts, recordContext(borrowerId, recordId))
  await keepRecord(tx, { borrowerId, recordId, sealed, at, until: hold.until })
}

async function identityOf({ services, tx }: Work, borrowerId: string) {
  const identity = await loadIdentity({ db: tx, cipher: services.cipher }, borrowerId)
  return identity && { identity }
}

async function accountsOf({ services, tx }: Work, borrowerId: string) {
  const bankAccounts = await loadBankAccounts({ db: tx, cipher: services.cipher }, borrowerId)
  return bankAccounts.length > 0 ? { bankAccounts } : undefined
}

export function recordContext(borrowerId: string, recordId: string): CipherContext {
  return { table: 'kept_record', row: `${borrowerId}/${recordId}`, column: 'record_sealed' }
}
