import {
  documentsOf,
  type RegisteredDocument,
  textOfDocument,
  withdrawCorrected,
} from '#server/lending/db/loan-document.ts'
import type { Order } from '#server/lending/db/order.ts'
import {
  type DocumentToIssue,
  issueDocument,
  textIn,
  textOf,
} from '#server/lending/documents/issue-document.ts'
import { noDuesOf, receiptOf, statementOf } from '#server/lending/documents/order-documents.ts'
import { receiptsOf } from '#server/lending/repaying/receipts.ts'
import type { Work } from '#server/services.ts'

/**
 * Corrects the documents of an order that disagree with what is known now: withdraws each, and
 * issues its next version, as nothing rewrites a document (decision 26). `since` is when the money
 * was paid that became known now: what was issued before that is right as it is.
 */
export async function correctDocuments(work: Work, order: Order, since: Date): Promise<void> {
  const { tx, at } = work
  const issued = await documentsOf(tx, order.borrowerId, order.id)
  for (const document of issued) {
    if (document.withdrawnAt || document.issuedAt < since) continue
    const correct = await asOfNow(work, order, document)
    if (!correct || !(await saysOther(work, document, correct))) continue
    await withdrawCorrected(tx, document, at)
    if (document.isHeld) await issueDocument(work, correct)
  }
}

/** The correct content of a document; undefined for one that depends on no payment. */
async function asOfNow(
  work: Work,
  order: Order,
  { kind, subject }: RegisteredDocument,
): Promise<DocumentToIssue | undefined> {
  if (kind === 'statement-of-account') return statementOf(work, order, subject)
  if (kind === 'no-dues-certificate') return noDuesOf(work, order)
  if (kind !== 'receipt') return undefined
  const receipt = (await receiptsOf(work.tx, order)).find(({ id }) => id === subject)
  return receipt && receiptOf(order, receipt)
}

/** Compares the English texts of documents. An erased text cannot be compared. */
async function saysOther(
  work: Work,
  document: RegisteredDocument,
  correct: DocumentToIssue,
): Promise<boolean> {
  const { services, tx } = work
  const stored = await textOfDocument(tx, services.cipher, document)
  if (stored === undefined) return true
  const now = await textOf(work, correct, 'en')
  return JSON.stringify(textIn(stored, 'en').sections) !== JSON.stringify(now.sections)
}
