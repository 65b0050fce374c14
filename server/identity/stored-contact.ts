/** How an emergency contact is stored: encrypted, for its borrower and its place in the list. */
import type { EmergencyContact } from '#domain/identity/contacts.ts'
import { openJson, type Place } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'

export function openContact(
  { sealer }: Pick<Store, 'sealer'>,
  borrowerId: string,
  slot: number,
  sealed: Uint8Array,
) {
  return openJson<EmergencyContact>(sealer, sealed, contactPlace(borrowerId, slot))
}

export function contactPlace(borrowerId: string, slot: number): Place {
  return { table: 'emergency_contact', row: `${borrowerId}/${slot}`, column: 'contact_sealed' }
}
