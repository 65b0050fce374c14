/** The three emergency contacts of a borrower: entering, showing and notifying them. */

import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { verify } from '#contract/verify.ts'
import {
  CONTACT_SLOTS,
  type ContactAnswers,
  type ContactSlot,
  declinedContact,
  type EmergencyContact,
  readContacts,
} from '#domain/identity/contacts.ts'
import { nationalPart } from '#domain/phone.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { mobileHashOf, noteNaming } from '#server/identity/contact-notice.ts'
import { contactsOf, saveContacts } from '#server/identity/db/contact.ts'
import { noticesOf } from '#server/identity/db/contact-notice.ts'
import { markStepDone } from '#server/identity/db/verification.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Services } from '#server/services.ts'
import { contactContext, openContact } from './stored-contact.ts'

type ContactsAnswer = NonNullable<Output<typeof verify.contacts>>
type Incomplete = Refusal<'answers-incomplete'>

/**
 * The contacts as entered, for returning to the page; of one who declined, only the position
 * remains.
 */
export async function givenContacts(
  store: Store,
  borrowerId: string,
): Promise<ContactsAnswer | null> {
  const [contacts, notices] = await Promise.all([
    contactsOf(store.db, borrowerId),
    noticesOf(store.db, borrowerId),
  ])
  const isKept = (slot: number) => contacts.some(each => each.slot === slot)
  const declined = ([1, 2, 3] as const).filter(
    slot =>
      !isKept(slot) && notices.some(notice => notice.slot === slot && notice.state === 'declined'),
  )
  if (contacts.length === 0 && declined.length === 0) return null
  const entries = contacts.map(
    ({ slot, sealed }) => [slot, openContact(store, borrowerId, slot, sealed)] as const,
  )
  const bySlot = new Map(entries)
  const answers = CONTACT_SLOTS.flatMap((slot, index) => answersOf(slot, bySlot.get(index + 1)))
  return { ...(Object.fromEntries(answers) as Omit<ContactsAnswer, 'declined'>), declined }
}

/**
 * Stores the three contacts, enqueues notices to the new ones, and marks the step as done; or
 * returns all errors and stores nothing.
 */
export async function saveGivenContacts(
  services: Services,
  call: BorrowerCall,
  answers: ContactAnswers,
): Promise<null | Incomplete> {
  const { borrowerId, now: at } = call
  const { db, ids, cipher } = services
  const reading = readContacts(answers, await phoneOf(services, borrowerId))
  if ('errors' in reading) return refused('answers-incomplete', { errorColumn: reading.errors })
  const contacts = reading.contacts.map((contact, index) => {
    const slot = index + 1
    const sealed = encryptJson(cipher, contact, contactContext(borrowerId, slot))
    return { slot, sealed, mobileHash: mobileHashOf(services, contact.mobile) }
  })
  return unlessRefused(db, async tx => {
    await lockBorrower(tx, borrowerId)
    const declined = await noteNaming({ services, tx, at }, call, contacts)
    const errors = declined.flatMap(slot => CONTACT_SLOTS[slot - 1] ?? []).map(declinedContact)
    if (errors.length > 0) return refused('answers-incomplete', { errorColumn: errors })
    await Promise.all([
      saveContacts(tx, borrowerId, contacts, at),
      markStepDone(tx, borrowerId, 'contacts', at),
      recordConsent(tx, {
        borrowerId,
        consentId: ids.uuid(at),
        purpose: 'contacts',
        language: call.language,
        at,
      }),
    ])
    return null
  })
}

function answersOf(slot: ContactSlot, contact: EmergencyContact | undefined): [string, string][] {
  return [
    [slot.name, contact?.name ?? ''],
    [slot.mobile, contact ? nationalPart(contact.mobile) : ''],
    [slot.relation, contact?.relation ?? ''],
  ]
}
