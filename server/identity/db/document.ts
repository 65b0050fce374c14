import type { CardDoubt } from '#domain/identity/card.ts'
import type { UploadKind } from '#domain/identity/identity.ts'
import type { PictureHeader } from '#domain/picture.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

/** A borrower's picture and the result of its check. The file store holds the bytes. */
export type Picture = Row<'document-latest-face'>

/** A picture of a card that shows its holder's face. */
export type DocumentPicture = Row<'document-latest-cards'>

/**
 * `lookReasons`: why a person must review it; empty if the check passed. `likenessScore`: its
 * likeness to the face on the document, if both could be compared. From `settledAt` on no review
 * needs the picture.
 */
const COLUMNS = `document_id AS "documentId", file_key AS "fileKey", check_result AS "checkResult",
  look_reasons AS "lookReasons", check_score AS "checkScore", likeness_score AS "likenessScore", created_at AS "createdAt",
  settled_at AS "settledAt"`

const insert = statement(
  'document-insert',
  `INSERT INTO document (borrower_id, document_id, kind, media_type, size_bytes, width_pixels, height_pixels, file_key,
                         check_result, check_score, created_at, look_reasons, likeness_score)
   VALUES (:borrowerId, :documentId, :kind, :mediaType, :sizeBytes, :widthPixels, :heightPixels, :fileKey,
           :checkResult, :checkScore, :createdAt, :lookReasons, :likenessScore)`,
)
const latest = statement(
  'document-latest-face',
  `SELECT ${COLUMNS} FROM document WHERE borrower_id = $1 AND kind = 'face' AND document_id::text = coalesce($2, document_id::text)
   ORDER BY document_id DESC LIMIT 1`,
)
const deleteOthers = statement(
  'document-delete-other-faces',
  `DELETE FROM document WHERE borrower_id = $1 AND kind = 'face' AND document_id <> $2 RETURNING file_key AS "fileKey"`,
)
const latestCards = statement(
  'document-latest-cards',
  `SELECT DISTINCT ON (kind) document_id AS "documentId", kind, file_key AS "fileKey", check_result AS "checkResult", doubts,
     values_sealed AS "valuesSealed" FROM document
   WHERE borrower_id = $1 AND kind IN ('aadhaar-front', 'pan') ORDER BY kind, document_id DESC`,
)
const settle = statement(
  'document-settle-face',
  `UPDATE document SET settled_at = $3 WHERE borrower_id = $1 AND document_id = $2 AND kind = 'face' AND settled_at IS NULL`,
)

const deleteOfKind = statement(
  'document-delete-of-kind',
  'DELETE FROM document WHERE borrower_id = $1 AND kind = $2 RETURNING file_key AS "fileKey"',
)
const settleCards = statement(
  'document-settle-cards',
  `UPDATE document SET check_result = :result, doubts = :doubts, values_sealed = :valuesSealed
   WHERE borrower_id = :borrowerId AND document_id = :documentId`,
)
// The verdict is part of the identity: the pictures may be gone.
const cardToLookAt = statement(
  'document-card-to-look-at',
  `SELECT (EXISTS (SELECT FROM document
       WHERE borrower_id = $1 AND kind IN ('aadhaar-front', 'pan') AND check_result = 'needs-a-look')
     OR EXISTS (SELECT FROM identity WHERE borrower_id = $1 AND cards_check = 'needs-a-look')) AS "isWaiting!"`,
)
const passCards = statement(
  'document-pass-cards',
  `UPDATE document SET check_result = 'passed' WHERE borrower_id = $1 AND kind IN ('aadhaar-front', 'pan')`,
)

const STORED_KIND = { aadhaarFront: 'aadhaar-front', pan: 'pan', face: 'face' } as const

/** The columns of a picture's row besides its owner and kind. */
export type PictureRow = Omit<Picture, 'settledAt' | 'lookReasons' | 'likenessScore'> &
  Partial<Pick<Picture, 'lookReasons' | 'likenessScore'>> &
  PictureHeader & { readonly sizeBytes: number }

export async function insertPicture(
  db: Queryable,
  borrowerId: string,
  kind: UploadKind,
  picture: PictureRow,
): Promise<void> {
  await db.query(insert, {
    lookReasons: [],
    likenessScore: undefined,
    ...picture,
    borrowerId,
    kind: STORED_KIND[kind],
  })
}

/** Deletes the pictures of a kind, and returns the files to remove. */
export async function deletePictures(
  db: Queryable,
  borrowerId: string,
  kind: UploadKind,
): Promise<FileKey[]> {
  const rows = await db.query(deleteOfKind, [borrowerId, STORED_KIND[kind]])
  return rows.map(({ fileKey }) => fileKey)
}

/**
 * Stores whether a person must review a card once it is confirmed, the values read and confirmed,
 * and the names of those that differ.
 */
export async function settleCardPicture(
  db: Queryable,
  card: {
    readonly borrowerId: string
    readonly documentId: string
    readonly result: Picture['checkResult']
    readonly doubts: readonly CardDoubt[]
    readonly valuesSealed: Uint8Array
  },
): Promise<void> {
  await db.query(settleCards, card)
}

/** Notes on the pictures of the cards that a person passed them. */
export async function passCardPictures(db: Queryable, borrowerId: string): Promise<void> {
  await db.query(passCards, [borrowerId])
}

/** True if a person must review the borrower's cards. */
export async function hasCardToLookAt(db: Queryable, borrowerId: string): Promise<boolean> {
  return (await db.one(cardToLookAt, [borrowerId])).isWaiting
}

/** The borrower's picture with that id, or the latest if no id is given. */
export function facePictureOf(
  db: Queryable,
  borrowerId: string,
  documentId?: string,
): Promise<Picture | undefined> {
  return db.maybeOne(latest, [borrowerId, documentId ?? null])
}

/** Deletes every picture of the face but one, and returns the files to remove. */
export async function deleteOtherFacePictures(
  db: Queryable,
  borrowerId: string,
  exceptId: string,
): Promise<FileKey[]> {
  const rows = await db.query(deleteOthers, [borrowerId, exceptId])
  return rows.map(({ fileKey }) => fileKey)
}

/** The latest picture of each card that the identity rests on; empty if it rests on numbers. */
export function documentPicturesOf(db: Queryable, borrowerId: string): Promise<DocumentPicture[]> {
  return db.query(latestCards, [borrowerId])
}

/**
 * Marks the picture of the face as no longer needed by a review, so that it is deleted (regulation
 * C14).
 */
export async function settleFacePicture(
  tx: Queryable,
  borrowerId: string,
  documentId: string,
  at: Date,
): Promise<void> {
  await tx.query(settle, [borrowerId, documentId, at])
}
