/**
 * The values read from a card and those that the borrower confirmed, beside its picture (decision
 * 78).
 */
import type { CardValue } from '#domain/identity/card.ts'
import { type DocumentPicture, documentPicturesOf } from '#server/identity/db/document.ts'
import { type Cipher, type CipherContext, decryptJson } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'

/** The context of a card's values. */
export function cardValuesContext(key: {
  readonly borrowerId: string
  readonly documentId: string
}): CipherContext {
  return {
    table: 'document',
    row: `${key.borrowerId}/${key.documentId}`,
    column: 'values_sealed',
  }
}

/** The values of a card; none for one that was confirmed before they were stored. */
export function cardValuesOf(
  cipher: Cipher,
  borrowerId: string,
  { documentId, valuesSealed }: Pick<DocumentPicture, 'documentId' | 'valuesSealed'>,
): readonly CardValue[] {
  if (!valuesSealed) return []
  const context = cardValuesContext({ borrowerId, documentId })
  return decryptJson<readonly CardValue[]>(cipher, valuesSealed, context)
}

/** The values of all stored cards of a borrower, decrypted. */
export async function loadCards({ db, cipher }: Store, borrowerId: string) {
  const cards = await documentPicturesOf(db, borrowerId)
  return cards.map(card => ({ kind: card.kind, values: cardValuesOf(cipher, borrowerId, card) }))
}
