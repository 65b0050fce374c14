import type { Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import type { PictureHeader } from '#server/files/picture.ts'
import type { FileKey } from '#server/files/store.ts'

/** A picture that the borrower gave, and what its check said. The bytes lie in the file store. */
export type FacePicture = {
  readonly documentId: string
  readonly fileKey: FileKey
  readonly checkResult: 'passed' | 'needs-a-look'
  readonly createdAt: Date
}

const insert = statement(
  'document-insert-face',
  `INSERT INTO document (borrower_id, document_id, kind, media_type, size_bytes, width_pixels, height_pixels, file_key,
                         check_result, check_score, created_at)
   VALUES ($1, $2, 'face', $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const latest = statement(
  'document-latest-face',
  `SELECT document_id AS "documentId", file_key AS "fileKey", check_result AS "checkResult", created_at AS "createdAt"
   FROM document WHERE borrower_id = $1 AND kind = 'face' AND document_id::text = coalesce($2, document_id::text)
   ORDER BY document_id DESC LIMIT 1`,
)
const deleteOthers = statement(
  'document-delete-other-faces',
  `DELETE FROM document WHERE borrower_id = $1 AND kind = 'face' AND document_id <> $2 RETURNING file_key AS "fileKey"`,
)

export async function insertFacePicture(
  db: Queryable,
  borrowerId: string,
  picture: FacePicture & PictureHeader & { readonly sizeBytes: number; readonly checkScore: number },
): Promise<void> {
  const { documentId, mediaType, sizeBytes, widthPixels, heightPixels, fileKey, checkResult, checkScore, createdAt } = picture
  const values = [documentId, mediaType, sizeBytes, widthPixels, heightPixels, fileKey, checkResult, checkScore, createdAt]
  await db.query(insert, [borrowerId, ...values])
}

/** The borrower's picture of that id, or the latest where none is named. */
export function facePictureOf(db: Queryable, borrowerId: string, documentId?: string): Promise<FacePicture | undefined> {
  return db.maybeOne<FacePicture>(latest, [borrowerId, documentId ?? null])
}

/** Forgets every picture of the face but one, and answers which files are to be removed. */
export async function deleteOtherFacePictures(db: Queryable, borrowerId: string, kept: string): Promise<FileKey[]> {
  const rows = await db.query<{ fileKey: FileKey }>(deleteOthers, [borrowerId, kept])
  return rows.map(({ fileKey }) => fileKey)
}
