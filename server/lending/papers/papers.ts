/**
 * Issues documents: each once, encrypted and registered, and looked up by its code
 * (docs/decisions/026-documents.md).
 */

import type { PaperKind } from '#domain/lending/paper.ts'
import { paperCodeOf } from '#domain/lending/paper-code.ts'
import type { Paise } from '#domain/money.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import type { Order } from '#server/lending/db/order.ts'
import { insertPaper, papersOf, type RegisteredPaper } from '#server/lending/db/paper.ts'
import type { About, PaperText } from '#server/lending/words/papers.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

export type PaperServices = Pick<Services, 'ids' | 'cipher'> & {
  readonly config: Pick<Services['config'], 'lender'>
}

export type PaperToIssue = {
  readonly order: Order
  readonly kind: PaperKind
  /**
   * What in the order the document is about, such as a payment's id: one document of a kind per
   * subject.
   */
  readonly subject: string
  /** The amount that it proves, if any, in paise. */
  readonly amount: Paise | undefined
  readonly at: Date
  readonly write: (about: About) => PaperText
}

/**
 * Issues a document in every language, under the borrower's lock; returns the existing one where
 * one was issued for the same subject. It names the borrower only where `write` does.
 */
export async function issuePaper(
  services: PaperServices,
  tx: Transaction,
  { order, kind, subject, amount, at, write }: PaperToIssue,
): Promise<RegisteredPaper> {
  const { ids, cipher, config } = services
  const { borrowerId, id: orderId } = order
  const issued = await papersOf(tx, borrowerId, orderId)
  const before = issued.find(each => each.kind === kind && each.subject === subject)
  if (before) return before
  const name = await nameOf(services, tx, borrowerId)
  const texts = LANGUAGES.map(language => [
    language,
    write({ order, name, lender: config.lender, language }),
  ])
  const register = {
    borrowerId,
    orderId,
    kind,
    subject,
    amount,
    lender: config.lender?.name,
    issuedAt: at,
  }
  const code = paperCodeOf(Buffer.from(ids.secret(), 'base64url'))
  return insertPaper(
    tx,
    cipher,
    { ...register, id: ids.uuid(at), code },
    JSON.stringify(Object.fromEntries(texts)),
  )
}

/** The text of a document in a language, decrypted. */
export function textIn(storedText: string, language: Language): PaperText {
  return (JSON.parse(storedText) as Record<Language, PaperText>)[language]
}

/** The borrower's name as in the Aadhaar register; undefined once the identity has been erased. */
async function nameOf(
  { cipher }: PaperServices,
  tx: Transaction,
  borrowerId: string,
): Promise<string | undefined> {
  const identity = await identityRowOf(tx, borrowerId)
  return identity && aadhaarDetails({ cipher }, borrowerId, identity).name
}
