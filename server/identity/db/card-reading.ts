import type { CardKind, UnclearCard } from '#domain/identity/card.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

/**
 * The reading of a card, as stored. `fieldsSealed` exists once it is read, the Aadhaar reference
 * for that card only.
 */
export type ReadingRow = Row<'card-reading-of-borrower'>

/** Identifies a reading by its borrower and kind; another picture's reading has another id. */
export type ReadingKey = {
  readonly borrowerId: string
  readonly kind: CardKind
  readonly readingId: string
}

/** The result of a reading. */
export type ReadingEnd =
  | { readonly state: 'unclear'; readonly why: UnclearCard }
  | {
      readonly state: 'read'
      readonly fieldsSealed: Uint8Array
      readonly aadhaarHash?: Uint8Array
      readonly aadhaarLastFour?: string
    }

const STORED_KIND = { aadhaarFront: 'aadhaar-front', pan: 'pan' } as const

const begin = statement(
  'card-reading-begin',
  `INSERT INTO card_reading (borrower_id, kind, reading_id, state, progress, heard_of_at) VALUES ($1, $2, $3, 'reading', 0, $4)
   ON CONFLICT (borrower_id, kind) DO UPDATE SET reading_id = excluded.reading_id, state = 'reading', why = NULL, progress = 0,
     fields_sealed = NULL, aadhaar_hash = NULL, aadhaar_last_four = NULL, heard_of_at = excluded.heard_of_at`,
)
const hear = statement(
  'card-reading-progress',
  `UPDATE card_reading SET progress = $4, heard_of_at = $5
   WHERE borrower_id = $1 AND kind = $2 AND reading_id = $3 AND state = 'reading'`,
)
const end = statement(
  'card-reading-end',
  `UPDATE card_reading SET state = :state, why = :why, progress = 100, fields_sealed = :fieldsSealed, aadhaar_hash = :aadhaarHash,
          aadhaar_last_four = :aadhaarLastFour, heard_of_at = :at
   WHERE borrower_id = :borrowerId AND kind = :kind AND reading_id = :readingId AND state = 'reading' RETURNING reading_id AS "readingId"`,
)
const ofBorrower = statement(
  'card-reading-of-borrower',
  `SELECT reading_id AS "readingId", CASE kind WHEN 'pan' THEN 'pan' ELSE 'aadhaarFront' END AS "kind!", state, why, progress,
          fields_sealed AS "fieldsSealed", aadhaar_hash AS "aadhaarHash", aadhaar_last_four AS "aadhaarLastFour",
          heard_of_at AS "heardOfAt"
   FROM card_reading WHERE borrower_id = $1 ORDER BY kind`,
)
const forget = statement('card-reading-forget', 'DELETE FROM card_reading WHERE borrower_id = $1')
// A confirmed reading has no row any more: the deleted ones were never confirmed.
const forgetOld = statement(
  'card-reading-forget-old',
  `WITH old AS (DELETE FROM card_reading WHERE heard_of_at < $1 RETURNING borrower_id, reading_id)
   DELETE FROM document d USING old WHERE d.borrower_id = old.borrower_id AND d.document_id = old.reading_id
   RETURNING d.file_key AS "fileKey"`,
)
const pageOf = statement(
  'identity-page-of',
  'SELECT kyc_page_type AS "kycPageType" FROM identity_page WHERE borrower_id = $1',
)
const choosePage = statement(
  'identity-page-choose',
  `INSERT INTO identity_page (borrower_id, kyc_page_type, chosen_at) VALUES ($1, $2, $3)
   ON CONFLICT (borrower_id) DO UPDATE SET kyc_page_type = excluded.kyc_page_type, chosen_at = excluded.chosen_at`,
)

/** Records that a card is being read, in place of everything about an earlier picture of it. */
export async function beginReading(
  db: Queryable,
  { borrowerId, kind, readingId }: ReadingKey,
  at: Date,
): Promise<void> {
  await db.query(begin, [borrowerId, STORED_KIND[kind], readingId, at])
}

export async function noteProgress(
  db: Queryable,
  key: ReadingKey,
  percent: number,
  at: Date,
): Promise<void> {
  await db.query(hear, [key.borrowerId, STORED_KIND[key.kind], key.readingId, percent, at])
}

/** Stores the result of a reading; false if another picture has replaced it meanwhile. */
export async function endReading(
  db: Queryable,
  key: ReadingKey,
  result: ReadingEnd,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(end, {
    why: undefined,
    fieldsSealed: undefined,
    aadhaarHash: undefined,
    aadhaarLastFour: undefined,
    ...result,
    ...key,
    kind: STORED_KIND[key.kind],
    at,
  })
  return rows.length > 0
}

export function readingsOf(db: Queryable, borrowerId: string): Promise<ReadingRow[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** Deletes a reading that is confirmed or abandoned. */
export async function forgetReadings(db: Queryable, borrowerId: string): Promise<void> {
  await db.query(forget, [borrowerId])
}

/** Deletes readings that were never confirmed, and returns the files to remove. */
export async function forgetReadingsBefore(db: Queryable, before: Date): Promise<FileKey[]> {
  const rows = await db.query(forgetOld, [before])
  return rows.map(({ fileKey }) => fileKey)
}

/** The variant of the identity page that the borrower chose, if any. */
export async function chosenPageOf(db: Queryable, borrowerId: string): Promise<1 | 2 | undefined> {
  return (await db.maybeOne(pageOf, [borrowerId]))?.kycPageType
}

export async function chooseIdentityPage(
  db: Queryable,
  borrowerId: string,
  page: 1 | 2,
  at: Date,
): Promise<void> {
  await db.query(choosePage, [borrowerId, page, at])
}
