import type { Ifsc } from '#domain/identity/bank-account.ts'
import { bankNameByIfsc, directoryOf } from '#server/identity/db/directory.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/** Banks open branches every month: an older directory does not know all of them, whatever was said when it was imported. */
const TRUSTED_DAYS = 92
const MS_PER_DAY = 86_400_000

export type BranchKnowledge = { readonly isUnknown: boolean; readonly bankName: string | undefined }

/**
 * What the directory says of a code that was typed. It speaks against one only where it was imported as complete, and lately; a
 * part of the directory would refuse people their own account. Where it keeps silent, the bank itself is asked anyway.
 */
export async function knowledgeOf(db: Queryable, ifsc: Ifsc, wall: Date): Promise<BranchKnowledge> {
  const [bankName, directory] = await Promise.all([bankNameByIfsc(db, ifsc), directoryOf(db)])
  const isTrusted =
    directory?.isComplete === true &&
    wall.getTime() - directory.importedAt.getTime() < TRUSTED_DAYS * MS_PER_DAY
  return { isUnknown: isTrusted && bankName === undefined, bankName }
}
