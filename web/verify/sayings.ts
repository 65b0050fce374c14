import { CONTACTS_INCOMPLETE } from '#domain/identity/contacts.ts'
import type { FieldError } from '#domain/identity/form.ts'
import { IDENTITY_MESSAGE } from '#domain/identity/identity.ts'
import { type Saying, spoken } from '#web/locales/spoken.ts'

/** What the forms, the contacts and the identity page answer, and its place in the catalogue. */
export const verificationSayings: readonly Saying[] = [
  [IDENTITY_MESSAGE.aadhaarMissing, 'verify.said.aadhaar-missing'],
  [IDENTITY_MESSAGE.panMissing, 'verify.said.pan-missing'],
  [IDENTITY_MESSAGE.aadhaarWrong, 'verify.said.aadhaar-wrong'],
  [IDENTITY_MESSAGE.panWrong, 'verify.said.pan-wrong'],
  ['Please verify your Aadhaar number first.', 'verify.said.verify-first'],
  [IDENTITY_MESSAGE.uploadMissing.aadhaarFront, 'verify.said.upload-aadhaar'],
  [IDENTITY_MESSAGE.uploadMissing.pan, 'verify.said.upload-pan'],
  [IDENTITY_MESSAGE.uploadMissing.face, 'verify.said.upload-face'],
  [IDENTITY_MESSAGE.nameMissing, 'verify.said.name-missing'],
  [IDENTITY_MESSAGE.dobMissing, 'verify.said.dob-missing'],
  [IDENTITY_MESSAGE.dobNotOnCard, 'verify.said.dob-not-on-card'],
  [IDENTITY_MESSAGE.faceMissing, 'verify.said.face-missing'],
  [IDENTITY_MESSAGE.imageTooLarge, 'verify.said.image-too-large'],
  ['This picture has too many pixels. Please take a smaller one.', 'verify.said.too-many-pixels'],
  [
    'You must be at least 21 years old to use this product. We kept nothing that you entered.',
    'verify.said.not-adult',
  ],
  [CONTACTS_INCOMPLETE, 'verify.said.contacts-incomplete'],
  [/^Please input (?<nth>\d)th contact name$/, 'verify.said.contact-name'],
  [/^Please input (?<nth>\d)th contact phone number$/, 'verify.said.contact-phone'],
  [/^Please indicate (?<nth>\d)th contact relationship$/, 'verify.said.contact-relation'],
  [
    /^(?<nth>\d)th contact name: letters, spaces, .*at most (?<max>\d+)\.$/,
    'verify.said.contact-name-chars',
  ],
  [
    /^(?<nth>\d)th contact name: please write the name in letters\.$/,
    'verify.said.contact-name-letters',
  ],
  [/^(?<nth>\d)th contact phone number: please enter a valid /, 'verify.said.contact-phone-wrong'],
  [
    /^(?<nth>\d)th contact relationship: please choose from the list\.$/,
    'verify.said.contact-relation-list',
  ],
  [/^(?<nth>\d)th contact phone number is your own\./, 'verify.said.contact-own'],
  [
    /^(?<nth>\d)th contact phone number is the same as the (?<other>\d)th\./,
    'verify.said.contact-same',
  ],
  [/^(?<nth>\d)th contact asked not to be named\./, 'verify.said.contact-declined'],
  [/^(?<field>.+) is missing\.$/, 'verify.said.missing'],
  [/^(?<field>.+): please choose from the list\.$/, 'verify.said.from-list'],
  [/^(?<field>.+): please choose the state first\.$/, 'verify.said.state-first'],
  [/^(?<field>.+) takes digits only\.$/, 'verify.said.digits-only'],
  [/^(?<field>.+) cannot begin with 0\.$/, 'verify.said.not-zero-first'],
  [/^(?<field>.+) has (?<count>\d+) digits\.$/, 'verify.said.exact-digits'],
  [/^(?<field>.+) has (?<count>\d+) characters\.$/, 'verify.said.exact-chars'],
  [/^(?<field>.+) has at least (?<count>\d+) digits\.$/, 'verify.said.least-digits'],
  [/^(?<field>.+) has at least (?<count>\d+) characters\.$/, 'verify.said.least-chars'],
  [/^(?<field>.+) has at most (?<count>\d+) digits\.$/, 'verify.said.most-digits'],
  [/^(?<field>.+) has at most (?<count>\d+) characters\.$/, 'verify.said.most-chars'],
  [/^(?<field>.+) does not belong to (?<state>.+)\.$/, 'verify.said.other-state'],
  [/^Please check (?<field>.+)\.$/, 'verify.said.check'],
]

export function spokenErrors(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map(({ column, msg }) => ({ column, msg: spoken(msg, verificationSayings) }))
}
