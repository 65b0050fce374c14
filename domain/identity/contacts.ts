import type { FieldError } from '#domain/identity/form.ts'
import { LETTER } from '#domain/letters.ts'
import { CONTACT_MISSING_LISTED_MAX, CONTACT_NAME_MAX_CHARS } from '#domain/limits.ts'
import { type MobileNumber, mobileNumber } from '#domain/phone.ts'

/**
 * The three emergency contacts, in order: their field names (specification §3), their places
 * among the three, and the relations that each one offers, by code.
 */
export const CONTACT_SLOTS = [
  {
    name: 'oneName',
    mobile: 'oneMobile',
    relation: 'oneRelation',
    nth: 1,
    relations: { 1: 'Father', 2: 'Mother', 3: 'Spouse' },
  },
  {
    name: 'twoName',
    mobile: 'twoMobile',
    relation: 'twoRelation',
    nth: 2,
    relations: { 1: 'brother', 2: 'sisters', 3: 'Children' },
  },
  {
    name: 'thirdName',
    mobile: 'thirdMobile',
    relation: 'thirdRelation',
    nth: 3,
    relations: { 1: 'Classmates', 2: 'Colleagues', 3: 'Friends' },
  },
] as const

export type ContactSlot = (typeof CONTACT_SLOTS)[number]
export type ContactField = ContactSlot['name' | 'mobile' | 'relation']
export type RelationCode = '1' | '2' | '3'

/** The entered values by field name, as they stand in the fields. */
export type ContactAnswers = Readonly<Partial<Record<ContactField, string>>>

export type EmergencyContact = {
  readonly name: string
  readonly mobile: MobileNumber
  readonly relation: RelationCode
}

export type ContactsReading =
  | { readonly contacts: readonly EmergencyContact[] }
  | { readonly errors: readonly ContactError[] }

/** The faults of a contact; all but the first name its place among the three. */
export type ContactReason =
  | 'contacts-incomplete'
  | 'contact-name'
  | 'contact-phone'
  | 'contact-relation'
  | 'contact-name-chars'
  | 'contact-name-letters'
  | 'contact-phone-wrong'
  | 'contact-relation-list'
  | 'contact-own'
  | 'contact-same'
  | 'contact-declined'
type ContactError = FieldError<ContactReason>

/** The field error for a contact who was named before and declined (product §8). */
export function declinedContact(slot: ContactSlot): ContactError {
  return wrong(slot, 'mobile', 'contact-declined')
}

function wrong(
  slot: ContactSlot,
  part: 'name' | 'mobile' | 'relation',
  reason: ContactReason,
  more: FieldError['details'] = {},
): ContactError {
  return { column: slot[part], reason, details: { nth: slot.nth, ...more } }
}

/** Letters of any script, space, apostrophe and period only (specification §5). */
const NAME = new RegExp(`^(?:${LETTER}|[ '.])*$`, 'u')

/** The text of a name field for what was typed: with a plain apostrophe. */
export function typedContactName(typed: string): string {
  return typed.replace(/[‘’]/g, "'")
}

/** The fault in a contact's name being typed that no further typing can repair. */
export function contactNameError(slot: ContactSlot, name: string): ContactError | undefined {
  return NAME.test(name) && name.length <= CONTACT_NAME_MAX_CHARS
    ? undefined
    : wrong(slot, 'name', 'contact-name-chars', { max: CONTACT_NAME_MAX_CHARS })
}

/**
 * Validates the three contacts and returns them or every fault. Missing items come first, one by
 * one, or as one sentence if more than two are missing (specification §5). Then come malformed
 * values, repeated numbers, and the borrower's own number.
 */
export function readContacts(
  answers: ContactAnswers,
  borrowerNumber: MobileNumber,
): ContactsReading {
  const missing = CONTACT_SLOTS.flatMap(slot => missingOf(slot, answers))
  const first = missing[0]
  if (first && missing.length > CONTACT_MISSING_LISTED_MAX)
    return { errors: [{ column: first.column, reason: 'contacts-incomplete' }] }
  if (first) return { errors: missing }
  const errors = [
    ...CONTACT_SLOTS.flatMap(slot => malformedOf(slot, answers)),
    ...repeatedOf(answers, borrowerNumber),
  ]
  if (errors.length > 0) return { errors }
  return { contacts: CONTACT_SLOTS.flatMap(slot => contactOf(slot, answers)) }
}

function entered(field: ContactField, answers: ContactAnswers): string {
  return (answers[field] ?? '').replace(/\s+/g, ' ').trim()
}

/** The number of the nine values that are missing. */
export function missingContactValues(answers: ContactAnswers): number {
  return CONTACT_SLOTS.flatMap(slot => missingOf(slot, answers)).length
}

function missingOf(slot: ContactSlot, answers: ContactAnswers): ContactError[] {
  return [
    ...(entered(slot.name, answers) === '' ? [wrong(slot, 'name', 'contact-name')] : []),
    ...(entered(slot.mobile, answers) === '' ? [wrong(slot, 'mobile', 'contact-phone')] : []),
    ...(entered(slot.relation, answers) === ''
      ? [wrong(slot, 'relation', 'contact-relation')]
      : []),
  ]
}

function malformedOf(slot: ContactSlot, answers: ContactAnswers): ContactError[] {
  const name = typedContactName(entered(slot.name, answers))
  const errors: ContactError[] = []
  const nameError = contactNameError(slot, name)
  if (nameError) errors.push(nameError)
  else if (!/\p{L}/u.test(name)) errors.push(wrong(slot, 'name', 'contact-name-letters'))
  if (!mobileOf(slot, answers)) errors.push(wrong(slot, 'mobile', 'contact-phone-wrong'))
  if (!relationOf(slot, answers)) errors.push(wrong(slot, 'relation', 'contact-relation-list'))
  return errors
}

/** Compares contacts by number: two people may share a name. */
function repeatedOf(answers: ContactAnswers, borrowerNumber: MobileNumber): ContactError[] {
  const errors: ContactError[] = []
  const slotByNumber = new Map<MobileNumber, ContactSlot>()
  for (const slot of CONTACT_SLOTS) {
    const mobile = mobileOf(slot, answers)
    if (!mobile) continue
    const earlier = slotByNumber.get(mobile)
    if (mobile === borrowerNumber) errors.push(wrong(slot, 'mobile', 'contact-own'))
    else if (earlier) errors.push(wrong(slot, 'mobile', 'contact-same', { other: earlier.nth }))
    else slotByNumber.set(mobile, slot)
  }
  return errors
}

function mobileOf(slot: ContactSlot, answers: ContactAnswers): MobileNumber | undefined {
  return mobileNumber(entered(slot.mobile, answers))
}

function relationOf(slot: ContactSlot, answers: ContactAnswers): RelationCode | undefined {
  const code = entered(slot.relation, answers)
  return code === '1' || code === '2' || code === '3' ? code : undefined
}

function contactOf(slot: ContactSlot, answers: ContactAnswers): EmergencyContact[] {
  const mobile = mobileOf(slot, answers)
  const relation = relationOf(slot, answers)
  return mobile && relation
    ? [{ name: typedContactName(entered(slot.name, answers)), mobile, relation }]
    : []
}
