/** Looks of staff at a borrower: each is recorded with its reason, in the transaction that reads. */
import { LOOK_HOURS, type LookPart, type LookWhy } from '#domain/staff/look.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { hasLookAt, insertLook } from '#server/staff/looks/db/look.ts'
import { type By, countLook } from '#server/staff/looks/look-limits.ts'

/** A part of a borrower's data, and the id of its order, feedback, face or borrower. */
type LookSubject = {
  readonly borrowerId: string
  readonly part: LookPart
  readonly subjectId: string
}
type LookAt = LookSubject & { readonly why: LookWhy }

export type { By }

/**
 * Records a look, for the borrower and in the audit log, and counts it towards the limit of the
 * day, above which it throws. `counted` is a look that was counted otherwise, as of a search. A
 * page that is read `again` after an act is the same look, if this person opened exactly this page
 * not long ago.
 */
export async function writeLook(
  services: Pick<Services, 'ids' | 'cipher' | 'config'>,
  tx: Transaction,
  look: LookAt & { readonly again?: boolean | undefined },
  by: By,
  use: 'open' | 'reveal' | 'counted' = 'open',
): Promise<void> {
  const { again = false, ...at } = look
  if (again && (await hasOpened(tx, at, by))) return
  if (use !== 'counted') await countLook(services, tx, use, by)
  const { ids, cipher } = services
  const { staff, now } = by
  const [role] = staff.roles
  if (role === undefined) throw new Error('a member of staff has no role')
  const { staffId } = staff
  await insertLook(tx, { ...at, lookId: ids.uuid(now), staffId, role, at: now })
  const entry = { actor: `staff:${staffId}`, action: 'staff-looked', at: now } as const
  await writeAudit(tx, cipher, { ...entry, subject: at.borrowerId })
}

/** True if this person opened exactly this thing of the borrower with a reason not long ago. */
export function hasOpened(
  db: Queryable,
  { borrowerId, part, subjectId }: LookSubject,
  { staff, now }: By,
): Promise<boolean> {
  const since = new Date(now.getTime() - LOOK_HOURS * 3_600_000)
  return hasLookAt(db, { borrowerId, staffId: staff.staffId, part, subjectId, since })
}
