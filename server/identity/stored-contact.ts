/**
 * Encrypts an emergency contact for storage, bound to its borrower and its position in the list.
 */
import type { EmergencyContact } from '#domain/identity/contacts.ts'
import { type CipherContext, decryptJson } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'

export function openContact(
  { cipher }: Pick<Store, 'cipher'>,
  borrowerId: string,
  slot: number,
  sealed: Uint8Array,
) {
  return decryptJson<EmergencyContact>(cipher, sealed, contactContext(borrowerId, slot))
}

export function contactContext(borrowerId: string, slot: number): CipherContext {
  return { table: 'emergency_contact', row: `${borrowerId}/${slot}`, column: 'contact_sealed' }
}
