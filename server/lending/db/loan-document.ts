/** The register of issued documents, with their content. */
import { createHash } from 'node:crypto'
import type { DocumentCode } from '#domain/lending/document-code.ts'
import type { LoanDocumentKind } from '#domain/lending/loan-document.ts'
import { type Paise, paise } from '#domain/money.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The permanent part of a document, which names nobody. */
export type RegisteredDocument = {
  readonly borrowerId: string
  readonly id: string
  readonly orderId: string
  readonly kind: LoanDocumentKind
  /** The subject of the document within its order: one document of a kind per subject holds. */
  readonly subject: string
  /** Counts the documents of a subject: each but the last is withdrawn. */
  readonly version: number
  readonly amount: Paise | undefined
  /** The issuer; undefined in a demonstration. */
  readonly lender: string | undefined
  readonly issuedAt: Date
  /** SHA-256 of its content, byte for byte. */
  readonly hash: string
  readonly code: DocumentCode
  readonly withdrawnAt: Date | undefined
  /** True until its content is erased. */
  readonly isHeld: boolean
}
export type NewDocument = Omit<RegisteredDocument, 'withdrawnAt' | 'hash' | 'isHeld'>

type DocumentRow = Row<'loan-document-one'>

/** For statements whose $1 is the borrower. */
const COLUMNS = `p.borrower_id AS "borrowerId", p.document_id AS id, p.order_id AS "orderId", p.kind, p.subject, p.version, p.amount, p.lender,
  p.issued_at AS "issuedAt", p.hash, p.code,
  (SELECT w.withdrawn_at FROM loan_document_withdrawal w WHERE w.borrower_id = $1 AND w.document_id = p.document_id) AS "withdrawnAt",
  EXISTS (SELECT FROM loan_document_content h WHERE h.borrower_id = $1 AND h.document_id = p.document_id) AS "isHeld!"`

const insert = statement(
  'loan-document-insert',
  `INSERT INTO loan_document (borrower_id, document_id, order_id, kind, subject, version, amount, lender, issued_at, hash, code)
   VALUES (:borrowerId, :id, :orderId, :kind, :subject, :version, :amount, :lender, :issuedAt, :hash, :code)`,
)
const insertContent = statement(
  'loan-document-content-insert',
  'INSERT INTO loan_document_content (borrower_id, document_id, content_sealed) VALUES ($1, $2, $3)',
)
const insertCode = statement(
  'loan-document-code-insert',
  'INSERT INTO loan_document_code (code, borrower_id, document_id) VALUES ($3, $1, $2)',
)
const ofOrder = statement(
  'loan-document-of-order',
  `SELECT ${COLUMNS} FROM loan_document p WHERE p.borrower_id = $1 AND p.order_id = $2 ORDER BY p.issued_at, p.document_id`,
)
const ofBorrower = statement(
  'loan-document-of-borrower',
  `SELECT ${COLUMNS} FROM loan_document p WHERE p.borrower_id = $1 ORDER BY p.issued_at, p.document_id`,
)
const one = statement(
  'loan-document-one',
  `SELECT ${COLUMNS} FROM loan_document p WHERE p.borrower_id = $1 AND p.document_id = $2`,
)
const content = statement(
  'loan-document-content',
  'SELECT content_sealed AS sealed FROM loan_document_content WHERE borrower_id = $1 AND document_id = $2',
)
const byCode = statement(
  'loan-document-by-code',
  'SELECT borrower_id AS "borrowerId", document_id AS "documentId" FROM loan_document_code WHERE code = $1',
)
const withOrder = statement(
  'loan-document-with-order',
  `SELECT ${COLUMNS}, o.order_no AS "orderNo" FROM loan_document p
   JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE p.borrower_id = $1 AND p.document_id = $2`,
)
const withdraw = statement(
  'loan-document-withdraw',
  `INSERT INTO loan_document_withdrawal (borrower_id, document_id, reason, withdrawn_at)
   SELECT borrower_id, document_id, $4, $5 FROM loan_document WHERE borrower_id = $1 AND order_id = $2 AND kind = ANY ($3::text[])
   ON CONFLICT DO NOTHING`,
)
const withdrawAddendumRow = statement(
  'loan-document-withdraw-addendum',
  `INSERT INTO loan_document_withdrawal (borrower_id, document_id, reason, withdrawn_at)
   SELECT borrower_id, document_id, 'extension-ended', $4 FROM loan_document
   WHERE borrower_id = $1 AND order_id = $2 AND kind = 'key-facts-addendum' AND subject = $3
   ON CONFLICT DO NOTHING`,
)
const withdrawOne = statement(
  'loan-document-withdraw-one',
  `INSERT INTO loan_document_withdrawal (borrower_id, document_id, reason, withdrawn_at) VALUES ($1, $2, 'corrected', $3) ON CONFLICT DO NOTHING`,
)
const allOf = statement(
  'loan-document-held',
  `SELECT ${COLUMNS}, o.order_no AS "orderNo", t.content_sealed AS sealed FROM loan_document_content t
   JOIN loan_document p ON p.borrower_id = t.borrower_id AND p.document_id = t.document_id
   JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE t.borrower_id = $1 ORDER BY p.issued_at, p.document_id LIMIT 1000`,
)

/** Enters a document into the register, with its content and the code that finds it. */
export async function insertDocument(
  tx: Transaction,
  cipher: Cipher,
  document: NewDocument,
  text: string,
): Promise<RegisteredDocument> {
  const { borrowerId, id } = document
  const hash = hashOf(text)
  await tx.query(insert, { ...document, hash })
  await tx.query(insertContent, [borrowerId, id, cipher.encrypt(text, contextOf(document))])
  await tx.query(insertCode, [borrowerId, id, document.code])
  return { ...document, hash, withdrawnAt: undefined, isHeld: true }
}

/** Every document of an order, oldest first. */
export async function documentsOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<RegisteredDocument[]> {
  return (await db.query(ofOrder, [borrowerId, orderId])).map(documentOfRow)
}

/** Every document of every order of a borrower, oldest first. */
export async function documentsOfBorrower(
  db: Queryable,
  borrowerId: string,
): Promise<RegisteredDocument[]> {
  return (await db.query(ofBorrower, [borrowerId])).map(documentOfRow)
}

/** The borrower's own document; another borrower's counts as missing. */
export async function documentOf(
  db: Queryable,
  borrowerId: string,
  documentId: string,
): Promise<RegisteredDocument | undefined> {
  if (!isUuid(documentId)) return undefined
  const row = await db.maybeOne(one, [borrowerId, documentId])
  return row && documentOfRow(row)
}

/**
 * The content of a document; undefined if it was erased. Throws if it differs from what was issued.
 */
export async function textOfDocument(
  db: Queryable,
  cipher: Cipher,
  document: RegisteredDocument,
): Promise<string | undefined> {
  const row = await db.maybeOne(content, [document.borrowerId, document.id])
  return row && opened(cipher, document, row.sealed)
}

/** The document with this code, and the number of its order. */
export async function documentOfCode(
  db: Queryable,
  code: DocumentCode,
): Promise<(RegisteredDocument & { readonly orderNo: string }) | undefined> {
  const at = await db.maybeOne(byCode, [code])
  const row = at && (await db.maybeOne(withOrder, [at.borrowerId, at.documentId]))
  return row && { ...documentOfRow(row), orderNo: row.orderNo }
}

/** Withdraws an order's documents of some kinds; a repetition changes nothing. */
export async function withdrawDocuments(
  tx: Transaction,
  { borrowerId, id }: { readonly borrowerId: string; readonly id: string },
  kinds: readonly LoanDocumentKind[],
  reason: 'payout-reversed' | 'hardship-ended',
  at: Date,
): Promise<void> {
  await tx.query(withdraw, [borrowerId, id, kinds, reason, at])
}

/** Withdraws a document that says something else than what is known now. */
export async function withdrawCorrected(
  tx: Transaction,
  { borrowerId, id }: Pick<RegisteredDocument, 'borrowerId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx.query(withdrawOne, [borrowerId, id, at])
}

/** Withdraws the addendum of an extension that came to nothing; a repetition changes nothing. */
export async function withdrawAddendum(
  tx: Transaction,
  extension: { readonly borrowerId: string; readonly orderId: string; readonly id: string },
  at: Date,
): Promise<void> {
  const { borrowerId, orderId, id } = extension
  await tx.query(withdrawAddendumRow, [borrowerId, orderId, id, at])
}

/** Everything stored about a borrower's documents, decrypted. */
export async function heldDocuments(
  db: Queryable,
  cipher: Cipher,
  borrowerId: string,
): Promise<(RegisteredDocument & { readonly orderNo: string; readonly text: string })[]> {
  const rows = await db.query(allOf, [borrowerId])
  return rows.map(({ sealed, ...row }) => {
    const document = documentOfRow(row)
    return { ...document, orderNo: row.orderNo, text: opened(cipher, document, sealed) }
  })
}

function opened(cipher: Cipher, document: RegisteredDocument, sealed: Buffer): string {
  const text = cipher.decryptText(sealed, contextOf(document))
  if (hashOf(text) !== document.hash)
    throw new Error(`The content of document ${document.id} differs from what was issued.`)
  return text
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The table had this name when its first values were encrypted for it. */
function contextOf({ borrowerId, id }: Pick<NewDocument, 'borrowerId' | 'id'>): CipherContext {
  return { table: 'paper_content', row: `${borrowerId}/${id}`, column: 'content_sealed' }
}

function documentOfRow(row: DocumentRow): RegisteredDocument {
  const { borrowerId, id, orderId, kind, subject, version, issuedAt, hash, code, isHeld } = row
  return {
    borrowerId,
    id,
    orderId,
    kind,
    subject,
    version,
    issuedAt,
    hash,
    code,
    isHeld,
    amount: row.amount === null ? undefined : paise(row.amount),
    lender: row.lender ?? undefined,
    withdrawnAt: row.withdrawnAt ?? undefined,
  }
}
