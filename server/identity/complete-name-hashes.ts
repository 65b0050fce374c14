import { nameHash } from '#server/identity/aadhaar.ts'
import { storeNameHash, withoutNameHash } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import type { Services } from '#server/services.ts'

const BATCH = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Completes identities that the previous version of the server stored without the hash. */
export async function completeNameHashes({
  db,
  cipher,
  log,
}: Pick<Services, 'db' | 'cipher' | 'log'>): Promise<void> {
  let after = NOBODY
  for (let size = BATCH; size === BATCH; ) {
    const rows = await withoutNameHash(db, after, BATCH)
    size = rows.length
    for (const { borrowerId, detailsSealed } of rows) {
      after = borrowerId
      try {
        const { name } = aadhaarDetails({ cipher }, borrowerId, { detailsSealed })
        await storeNameHash(db, borrowerId, detailsSealed, nameHash({ cipher }, name))
      } catch (error) {
        log.error(
          { err: error, borrowerId },
          'the name of an identity could not be hashed for the search',
        )
      }
    }
  }
}
