/** All data of a borrower, decrypted for them to download (regulation R11). */
import type { Output } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { collectedSections } from '#server/privacy/data-collected.ts'
import { loanSections } from '#server/privacy/data-loans.ts'
import { type Section, statedSections } from '#server/privacy/data-stated.ts'
import { picturesOf, type TakenPicture } from '#server/privacy/db/data-download.ts'
import { consentsOf } from '#server/privacy/own-data.ts'
import type { Services } from '#server/services.ts'

type Download = Output<typeof ownData.download>

/** The complete download; limited per day, because the thief of a session would want it too. */
export async function downloadOwnData(
  services: Services & { readonly files: FileStore },
  call: BorrowerCall,
): Promise<Download> {
  const { borrowerId, language, now: madeAt } = call
  await countTowardsDay(services.db, 'download', call)
  await services.db.transaction(tx =>
    writeAudit(tx, services.cipher, {
      actor: 'borrower',
      action: 'data-exported',
      subject: borrowerId,
      at: madeAt,
    }),
  )
  const whose = { borrowerId, language }
  const sections: Section[] = [
    ...(await statedSections(services, whose)),
    ...(await loanSections(services, whose)),
    ...(await collectedSections(services, whose)),
  ]
  const [takenPictures, consents] = await Promise.all([
    picturesOf(services.db, borrowerId),
    consentsOf(services.db, borrowerId),
  ])
  const pictures = await Promise.all(takenPictures.map(each => pictureOf(services.files, each)))
  return {
    madeAt,
    sections: sections.filter(({ parts }) => parts.length > 0),
    pictures: pictures.flat(),
    consents,
  }
}

async function pictureOf(
  files: FileStore,
  { kind, fileKey, mediaType, takenAt }: TakenPicture,
): Promise<Download['pictures']> {
  const bytes = await files.get(fileKey)
  return bytes ? [{ kind, mediaType, takenAt, base64: Buffer.from(bytes).toString('base64') }] : []
}
