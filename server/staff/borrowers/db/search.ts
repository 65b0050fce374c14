/** Finds borrowers by an exact value. Each statement uses an index and reads no encrypted value. */
import type { DocumentCode } from '#domain/lending/document-code.ts'
import type { SearchKey } from '#domain/staff/search.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** One more than an answer shows, which tells whether there are more. */
export const FOUND_MAX = 10
const LIMIT = `LIMIT ${FOUND_MAX + 1}`
const COLUMNS = 'o.borrower_id AS "borrowerId", o.order_no AS "orderNo"'

const byOrderNo = statement(
  'search-order-no',
  `SELECT ${COLUMNS} FROM loan_order o WHERE o.order_no = $1 ${LIMIT}`,
)
const byUtr = statement(
  'search-utr',
  `SELECT ${COLUMNS} FROM payout p JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE p.utr = $1 ${LIMIT}`,
)
const byHandReference = statement(
  'search-hand-reference',
  `SELECT ${COLUMNS} FROM refund f JOIN loan_order o ON o.borrower_id = f.borrower_id AND o.order_id = f.order_id
   WHERE f.hand_reference = $1 ${LIMIT}`,
)
const byAttempt = statement(
  'search-attempt',
  `SELECT DISTINCT borrower_id AS "borrowerId" FROM provider_attempt WHERE attempt_ref = $1 ${LIMIT}`,
)
const byAccount = statement(
  'search-account-last-four',
  `SELECT DISTINCT borrower_id AS "borrowerId" FROM bank_card WHERE account_last_four = $1 ${LIMIT}`,
)
const byAadhaar = statement(
  'search-aadhaar-last-four',
  `SELECT borrower_id AS "borrowerId" FROM identity WHERE aadhaar_last_four = $1 ${LIMIT}`,
)
const byNameHash = statement(
  'search-name',
  `SELECT borrower_id AS "borrowerId" FROM identity WHERE name_hash = $1 ${LIMIT}`,
)
const byCode = statement(
  'search-document-code',
  'SELECT borrower_id AS "borrowerId" FROM loan_document_code WHERE code = $1',
)
const since = statement(
  'search-borrower',
  `SELECT created_at AS "createdAt", identity_verified_at IS NOT NULL AS "isVerified!" FROM borrower
   WHERE borrower_id = $1 AND erased_at IS NULL`,
)

export type BorrowerMatch = { readonly borrowerId: string; readonly orderNo?: string }

/** The borrower's registration, and whether the identity is verified; undefined without a borrower. */
export const borrowerSince = (db: Queryable, borrowerId: string) => db.maybeOne(since, [borrowerId])

/** The borrowers with the last four digits of an account or of the Aadhaar number. */
export async function byLastFour(db: Queryable, digits: string): Promise<BorrowerMatch[]> {
  const matches = await Promise.all([db.query(byAccount, [digits]), db.query(byAadhaar, [digits])])
  return matches.flat()
}

/** The borrowers of a whole name, by the keyed hash of its searchable form. */
export const byName = (db: Queryable, hash: Uint8Array): Promise<BorrowerMatch[]> =>
  db.query(byNameHash, [hash])

/** The borrowers of a bank's or a payment vendor's reference. */
export async function byReference(db: Queryable, reference: string): Promise<BorrowerMatch[]> {
  const matches = await Promise.all([
    db.query(byUtr, [reference]),
    db.query(byHandReference, [reference.toUpperCase()]),
    db.query(byAttempt, [reference]),
  ])
  return matches.flat()
}

export const byNumberOfOrder = (
  db: Queryable,
  { orderNo }: Extract<SearchKey, { by: 'order-no' }>,
): Promise<BorrowerMatch[]> => db.query(byOrderNo, [orderNo])

export const byDocumentCode = (db: Queryable, code: DocumentCode): Promise<BorrowerMatch[]> =>
  db.query(byCode, [code])
