/**
 * Issues documents: each once, encrypted and registered, and looked up by its code
 * (docs/decisions/026-documents.md).
 */

import { documentCodeOf } from '#domain/lending/document-code.ts'
import type { LoanDocumentKind } from '#domain/lending/loan-document.ts'
import type { Paise } from '#domain/money.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import {
  documentsOf,
  insertDocument,
  type RegisteredDocument,
} from '#server/lending/db/loan-document.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { About, DocumentText } from '#server/lending/words/documents.ts'
import type { Work } from '#server/services.ts'
import { inEachLanguage, type Language } from '#words/language.ts'
import { isGovernedByEnglish } from '#words/reviews.ts'
import { say } from '#words/say.ts'

export type DocumentToIssue = {
  readonly order: Order
  readonly kind: LoanDocumentKind
  /**
   * The subject of the document within its order, such as a payment's id: one document of a kind
   * per subject.
   */
  readonly subject: string
  /** The amount that it proves, if any, in paise. */
  readonly amount: Paise | undefined
  readonly write: (about: About) => DocumentText
}

/**
 * Issues a document in every language, under the borrower's lock; returns the existing one where
 * one was issued for the same subject and holds: one that was withdrawn is issued again, as its next
 * version. It names the borrower only where `write` does.
 */
export async function issueDocument(
  work: Work,
  { order, kind, subject, amount, write }: DocumentToIssue,
): Promise<RegisteredDocument> {
  const { services, tx, at } = work
  const { ids, cipher, config } = services
  const { borrowerId, id: orderId } = order
  const issued = await documentsOf(tx, borrowerId, orderId)
  const before = issued.filter(each => each.kind === kind && each.subject === subject)
  const valid = before.find(({ withdrawnAt }) => withdrawnAt === undefined)
  if (valid) return valid
  const name = await nameOf(work, borrowerId)
  const { lender } = config
  const written = (language: Language) => write({ order, name, lender, language })
  const texts = inEachLanguage(language =>
    isGovernedByEnglish(language, lender !== undefined)
      ? withEnglish(written(language), written('en'), language)
      : written(language),
  )
  const register = {
    borrowerId,
    orderId,
    kind,
    subject,
    version: before.length + 1,
    amount,
    lender: lender?.name,
    issuedAt: at,
  }
  const code = documentCodeOf(Buffer.from(ids.secret(), 'base64url'))
  return insertDocument(tx, cipher, { ...register, id: ids.uuid(at), code }, JSON.stringify(texts))
}

/** The content of a document in a language if it were issued now. */
export async function textOf(
  work: Work,
  { order, write }: Pick<DocumentToIssue, 'order' | 'write'>,
  language: Language,
): Promise<DocumentText> {
  const name = await nameOf(work, order.borrowerId)
  return write({ order, name, lender: work.services.config.lender, language })
}

/** A text with the English one below it, which governs. A Key Facts Statement holds it already. */
export function withEnglish(
  document: DocumentText,
  english: DocumentText,
  language: Language,
): DocumentText {
  const titles = new Set(document.sections.map(({ title }) => title))
  const governing = [language, 'en' as const].map(
    each => `${say(each, 'document.governs')}. ${say(each, 'document.governs.note')}`,
  )
  return {
    ...document,
    opening: [...document.opening, ...governing, ...english.opening],
    sections: [...document.sections, ...english.sections.filter(({ title }) => !titles.has(title))],
  }
}

type StoredTexts = Partial<Record<Language, DocumentText>> & { readonly en: DocumentText }

/**
 * The text of a document in a language, decrypted; in English, if it was issued before the product
 * had the language.
 */
export function textIn(storedText: string, language: Language): DocumentText {
  const texts = JSON.parse(storedText) as StoredTexts
  return texts[language] ?? texts.en
}

/** The borrower's name as in the Aadhaar register; undefined once the identity has been erased. */
async function nameOf({ services, tx }: Work, borrowerId: string): Promise<string | undefined> {
  const identity = await identityRowOf(tx, borrowerId)
  return identity && aadhaarDetails(services, borrowerId, identity).name
}
