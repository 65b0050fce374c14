/** Looks of staff at a borrower: each is written down with its reason, in the transaction that reads. */
import { LOOK_HOURS, type LookPart, type LookWhy } from '#domain/staff/look.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { hasLookAt, insertLook } from '#server/staff/db/look.ts'

export type By = { readonly staff: StaffSession; readonly now: Date }

/** Records a look, for the borrower and in the audit log. */
export async function writeLook(
  { ids, cipher }: Pick<Services, 'ids' | 'cipher'>,
  tx: Transaction,
  at: { readonly borrowerId: string; readonly part: LookPart; readonly why: LookWhy },
  { staff, now }: By,
): Promise<void> {
  const [role] = staff.roles
  if (role === undefined) throw new Error('a member of staff has no role')
  const { staffId } = staff
  await insertLook(tx, { ...at, lookId: ids.uuid(now), staffId, role, at: now })
  const entry = { actor: `staff:${staffId}`, action: 'staff-looked', at: now } as const
  await writeAudit(tx, cipher, { ...entry, subject: at.borrowerId })
}

/** True if this person opened the borrower's page with a reason not long ago. */
export function hasOpened(db: Queryable, borrowerId: string, { staff, now }: By): Promise<boolean> {
  const since = new Date(now.getTime() - LOOK_HOURS * 3_600_000)
  return hasLookAt(db, { borrowerId, staffId: staff.staffId, part: 'borrower', since })
}
