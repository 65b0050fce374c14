/**
 * Archives the records that the law requires: one encrypted record, unreadable to the rest of the
 * product, with the day of its deletion.
 */

import { type DataKind, heldByLaw, type Relationship } from '#domain/privacy/retention.ts'
import { openedBankAccounts } from '#server/identity/bank-account.ts'
import { openedIdentity } from '#server/identity/identity.ts'
import type { Place } from '#server/platform/db/encrypt.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { keepRecord } from '#server/privacy/db/own-data.ts'
import type { Services } from '#server/services.ts'

type Whose = {
  readonly borrowerId: string
  readonly now: Date
  readonly relationship: Relationship
}

/** Archives a record of a kind until its day. The caller erases the original. */
export async function archiveRecord(
  services: Services,
  tx: Transaction,
  whose: Whose,
  kind: DataKind,
): Promise<void> {
  const { borrowerId, now, relationship } = whose
  const held = heldByLaw(kind, relationship)
  const facts =
    kind === 'identity'
      ? await identityOf(services, tx, borrowerId)
      : await accountsOf(services, tx, borrowerId)
  if (!held || !facts) return
  const recordId = services.ids.uuid(now)
  const sealed = encryptJson(services.cipher, facts, recordPlace(borrowerId, recordId))
  await keepRecord(tx, { borrowerId, recordId, sealed, at: now, until: held.until })
}

async function identityOf({ cipher }: Services, tx: Transaction, borrowerId: string) {
  const identity = await openedIdentity({ db: tx, cipher }, borrowerId)
  return identity && { identity }
}

async function accountsOf({ cipher }: Services, tx: Transaction, borrowerId: string) {
  const bankAccounts = await openedBankAccounts({ db: tx, cipher }, borrowerId)
  return bankAccounts.length > 0 ? { bankAccounts } : undefined
}

export function recordPlace(borrowerId: string, recordId: string): Place {
  return { table: 'kept_record', row: `${borrowerId}/${recordId}`, column: 'record_sealed' }
}
