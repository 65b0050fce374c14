/**
 * Deletes data at the end of its retention period, by kind; the record of a loan when the law no
 * longer requires it.
 */

import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import {
  erasureOf,
  KEPT_DAYS,
  keepingOf,
  nextReviewOn,
  type Relationship,
} from '#domain/privacy/retention.ts'
import { withdrawConsents } from '#server/accounts/db/consent.ts'
import {
  eraseAccount,
  eraseKind,
  erasePictures,
  releaseIdentity,
} from '#server/identity/db/erase.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { askFileRemoval, removeLeftFiles } from '#server/platform/files/file-removal.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import { type Held, heldKindsOf } from '#server/privacy/db/own-data.ts'
import { borrowerRelationship } from '#server/privacy/db/relationship.ts'
import {
  borrowersToReview,
  forgetFeedback,
  forgetKeptRecords,
  forgetLocations,
  noteReviewed,
  reviewStandingOf,
} from '#server/privacy/db/retention.ts'
import { AGREED_WITH } from '#server/privacy/erase.ts'
import type { Services, Work } from '#server/services.ts'

export type RetentionServices = Pick<Services, 'db' | 'clock' | 'log' | 'cipher'> & {
  readonly files: FileStore
}
type RetentionWork = Work<RetentionServices>

const BATCH = 100

/**
 * Each borrower in a separate transaction; running again, or on several servers at once, changes
 * nothing more.
 */
export async function keepToPeriods(services: RetentionServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const today = indiaDayOf(now)
  // The last day of a period counts in full.
  const before = (days: number) => startOfIndiaDay(addDays(today, -days))
  await forgetLocations(db, before(KEPT_DAYS.location))
  await forgetKeptRecords(db, today)
  await db.transaction(async tx =>
    askFileRemoval(tx, await forgetFeedback(tx, before(KEPT_DAYS.feedback)), now),
  )
  await reviewEach(services, today, now)
  await removeLeftFiles(services)
}

async function reviewEach(services: RetentionServices, today: Day, now: Date): Promise<void> {
  const { db, log } = services
  for (;;) {
    const due = await borrowersToReview(db, today, BATCH)
    let failures = 0
    for (const borrowerId of due)
      await db
        .transaction(tx => review({ services, tx, at: now }, borrowerId, today))
        .catch((error: Error) => {
          failures += 1
          log.error(
            { err: error, borrowerId },
            'the retention periods of a borrower could not be applied and will be tried again',
          )
        })
    if (due.length < BATCH || failures > 0) return
  }
}

async function review(work: RetentionWork, borrowerId: string, today: Day): Promise<void> {
  const { tx, at: now } = work
  await lockBorrower(tx, borrowerId)
  const standing = await reviewStandingOf(tx, borrowerId, today)
  if (!standing) return
  const [kinds, relationship] = await Promise.all([
    heldKindsOf(tx, borrowerId),
    borrowerRelationship(tx, borrowerId),
  ])
  if (isOver(kinds, relationship, standing, today)) return closeAccount(work, borrowerId)
  const keepings = kinds.map(({ kind, newest }) => ({
    kind,
    keeping: keepingOf(kind, indiaDayOf(newest), relationship),
  }))
  for (const { kind, keeping } of keepings) {
    if (
      kind === 'number' ||
      kind === 'loans' ||
      keeping.until === undefined ||
      keeping.until >= today
    )
      continue
    await askFileRemoval(tx, await forgetKind(tx, kind, borrowerId, now), now)
  }
  const isProved = kinds.some(({ kind }) => kind === 'identity')
  if (!isProved && erasureOf('number', relationship, today) === 'at-once')
    await releaseIdentity(tx, borrowerId)
  await noteReviewed(
    tx,
    borrowerId,
    nextReviewOn(
      keepings.map(({ keeping }) => keeping),
      today,
    ),
  )
}

async function closeAccount(
  { services, tx, at }: RetentionWork,
  borrowerId: string,
): Promise<void> {
  await askFileRemoval(tx, await eraseAccount(tx, borrowerId, at), at)
  await writeAudit(tx, services.cipher, {
    actor: 'calendar',
    action: 'profile-erased',
    subject: borrowerId,
    at,
  })
}

async function forgetKind(
  tx: Transaction,
  kind: Parameters<typeof eraseKind>[1],
  borrowerId: string,
  now: Date,
): Promise<FileKey[]> {
  if (kind === 'pictures') return erasePictures(tx, borrowerId)
  if (kind === 'identity') await releaseIdentity(tx, borrowerId)
  await withdrawConsents(tx, borrowerId, AGREED_WITH[kind] ?? [], now)
  return eraseKind(tx, kind, borrowerId, now)
}

type Standing = { readonly erasureAskedAt: Date | null; readonly hasSession: boolean }

/**
 * True if an account can be deleted: nothing must be kept, and its borrower asked for erasure and
 * gave no data since, or left it a year ago.
 */
function isOver(
  records: readonly Held[],
  relationship: Relationship,
  { erasureAskedAt, hasSession }: Standing,
  today: Day,
): boolean {
  if (erasureOf('number', relationship, today) !== 'at-once') return false
  const newest = Math.max(
    ...records.filter(({ kind }) => kind !== 'loans').map(each => each.newest.getTime()),
  )
  if (erasureAskedAt && newest <= erasureAskedAt.getTime()) return true
  return !hasSession && newest < startOfIndiaDay(addDays(today, -KEPT_DAYS.applicant)).getTime()
}
