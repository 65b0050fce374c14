/**
 * Erases data at the borrower's request: deletes what may go, archives what the law requires, and
 * keeps what a running loan needs.
 */

import { refused } from '#contract/envelope.ts'
import type { ownData } from '#contract/own-data.ts'
import type { ConsentPurpose, OptionalPurpose } from '#domain/accounts/consent.ts'
import { indiaDayOf } from '#domain/day.ts'
import {
  DATA_KINDS,
  type DataKind,
  erasureOf,
  type Relationship,
} from '#domain/privacy/retention.ts'
import { refuseConsent, withdrawConsents } from '#server/accounts/db/consent.ts'
import {
  type ErasableKind,
  eraseAccount,
  eraseKind,
  releaseIdentity,
} from '#server/identity/db/erase.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { askFileRemoval, removeFiles } from '#server/platform/files/file-removal.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import { archiveRecord } from '#server/privacy/archive-record.ts'
import { borrowerRelationship } from '#server/privacy/db/relationship.ts'
import { recordErasureRequest } from '#server/privacy/db/retention.ts'
import type { Services, Work } from '#server/services.ts'

export type EraseServices = Services & { readonly files: FileStore }
type What = 'everything' | ErasableKind
type Erasing = Answer<typeof ownData.erase>

/** The consent under which a kind was collected; erasing the kind withdraws it. */
export const AGREED_WITH: Readonly<Partial<Record<DataKind, readonly ConsentPurpose[]>>> = {
  basic: ['basic'],
  work: ['work'],
  identity: ['identity', 'face'],
  pictures: ['face'],
  contacts: ['contacts'],
  'bank-account': ['bank-account'],
}
const ASKED_BY_ITSELF: readonly OptionalPurpose[] = ['location', 'tracking', 'marketing']

/**
 * Erases one kind, or everything that may go. Erasing everything deletes the account and its
 * sessions too, unless something must be kept. A repetition changes nothing.
 */
export async function eraseOwnData(
  services: EraseServices,
  call: BorrowerCall,
  what: What,
): Promise<Erasing> {
  const { borrowerId, now } = call
  const files: FileKey[] = []
  const answer = await unlessRefused(services.db, async tx => {
    await lockBorrower(tx, borrowerId)
    const relationship = await borrowerRelationship(tx, borrowerId)
    const erased = await eraseIn({ services, tx, at: now }, { borrowerId, what, relationship })
    if ('refused' in erased) return erased
    await askFileRemoval(tx, erased.files, now)
    const action = what === 'everything' ? 'profile-erased' : 'consent-withdrawn'
    await writeAudit(tx, services.cipher, {
      actor: 'borrower',
      action,
      subject: borrowerId,
      at: now,
    })
    files.push(...erased.files)
    return { isAccountClosed: erased.isAccountClosed }
  })
  await removeFiles(services, files)
  if ('isAccountClosed' in answer && answer.isAccountClosed) call.cookies.clear('session')
  return answer
}

type Wish = {
  readonly borrowerId: string
  readonly what: What
  readonly relationship: Relationship
}

async function eraseIn(work: Work, wish: Wish) {
  const { tx, at } = work
  const { borrowerId, what, relationship } = wish
  const today = indiaDayOf(at)
  const erasure = (kind: DataKind) => erasureOf(kind, relationship, today)
  if (what !== 'everything') {
    if (erasure(what) === 'after-the-loan') return refused('needed-for-loan')
    return { files: await eraseOne(work, wish, what), isAccountClosed: false }
  }
  if (erasure('number') === 'at-once')
    return { files: await eraseAccount(tx, borrowerId, at), isAccountClosed: true }
  const files: FileKey[] = []
  for (const kind of DATA_KINDS) {
    const isFree = erasure(kind) === 'at-once' || erasure(kind) === 'sealed-away'
    if (kind !== 'number' && kind !== 'loans' && isFree)
      files.push(...(await eraseOne(work, wish, kind)))
  }
  await recordErasureRequest(tx, borrowerId, at)
  for (const purpose of ASKED_BY_ITSELF) await refuseConsent(tx, { borrowerId, purpose, at })
  return { files, isAccountClosed: false }
}

async function eraseOne(work: Work, wish: Wish, kind: ErasableKind): Promise<FileKey[]> {
  const { tx, at } = work
  const { borrowerId, relationship } = wish
  const today = indiaDayOf(at)
  const waits = relationship.waitsUntil !== undefined && relationship.waitsUntil >= today
  if (erasureOf(kind, relationship, today) === 'sealed-away') await archiveRecord(work, wish, kind)
  // Numbers stay reserved for borrowers who wait after a denial, or whose record the law requires.
  else if (kind === 'identity' && !waits) await releaseIdentity(tx, borrowerId)
  await withdrawConsents(tx, borrowerId, AGREED_WITH[kind] ?? [], at)
  return eraseKind(tx, kind, borrowerId, at)
}
