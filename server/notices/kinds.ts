/**
 * Everything that is sent to borrowers and their contacts, each kind declared once. Its texts stand in
 * the catalogues of words/: `push.<kind>.title` and `push.<kind>.body` of what has a page, `sms.<kind>`
 * of what has a text, and of a message about a loan how lists name it, `owndata.message.<kind>` for its
 * borrower and `record.message.<kind>` for staff.
 */

/** A message goes as a notification, as a text where none was delivered; as both; or as a text alone. */
export type Channel = 'notification' | 'both' | 'text'

type Kind = {
  /** The page that its push notification opens; without one there is none. */
  readonly page?: (orderId: string) => string
  /** It goes as a text message, which is registered with the operators. */
  readonly hasText?: true
  /** It is stored as a message about a loan, and sent once. */
  readonly message?: Channel
  /** It notifies a borrower of a change of the ways in, at once and at night too. */
  readonly isForOwner?: true
  /** It arrives on its day and within the permitted hours, or not at all (decision 030). */
  readonly isOfDay?: true
}

const home = () => '/'
const bank = () => '/bank'
const personal = () => '/personal'
const detail = (orderId: string) => `/orders/${orderId}/detail`

export const KINDS = {
  approved: { page: orderId => `/orders/${orderId}/confirm` },
  denied: { page: detail },
  'may-apply-again': { page: detail },
  'question-asked': { page: orderId => `/orders/${orderId}/question` },
  'reminder-before': { hasText: true },
  'reminder-today': { hasText: true },
  'reminder-overdue': { hasText: true },
  'reminder-overdue-no-charge': { hasText: true },
  'reminder-autopay': { hasText: true },
  'reminder-before-yourself': { hasText: true },
  'reminder-today-yourself': { hasText: true },
  // The law asks for a text about each movement of money; the notice of a debit counts only as a
  // text.
  documents: { message: 'text', hasText: true },
  'payout-arrived': { message: 'notification', page: detail, hasText: true },
  'payout-refused': { message: 'notification', page: detail, hasText: true },
  'payout-reversed': { message: 'notification', page: detail, hasText: true },
  'due-soon': { page: detail, isOfDay: true },
  'due-today': { page: detail, isOfDay: true },
  'payment-received': { message: 'notification', page: detail, hasText: true },
  settled: { message: 'notification', page: detail, hasText: true },
  'hardship-granted': { message: 'notification', page: detail, hasText: true },
  'hardship-refused': { message: 'notification', page: detail, hasText: true },
  'penal-waived': { message: 'notification', page: detail, hasText: true },
  'autopay-notice': { message: 'both', page: detail, hasText: true },
  'autopay-failed': { message: 'both', page: detail, hasText: true },
  // Its text says why: one of the four after the next.
  'autopay-cannot': { message: 'both', page: detail },
  'autopay-off': { message: 'both', page: detail, hasText: true },
  'autopay-above-cap': { hasText: true },
  'autopay-too-late': { hasText: true },
  'autopay-part-paid': { hasText: true },
  'autopay-mandate-over': { hasText: true },
  'reservation-applied': { page: orderId => `/orders/${orderId}/audit` },
  'reservation-refused': { page: orderId => `/schedule/${orderId}` },
  'face-passed': { page: home },
  'face-denied': { page: () => '/auth/face' },
  'identity-passed': { page: home },
  'identity-denied': { page: () => '/auth/kyc' },
  'account-passed': { page: bank },
  'account-denied': { page: bank },
  'sign-in-code': { hasText: true },
  'device-code': { hasText: true },
  'passkey-code': { hasText: true },
  'passkey-added': { isForOwner: true, page: personal, hasText: true },
  'passkey-removed': { isForOwner: true, page: personal, hasText: true },
  'contact-named': { hasText: true },
  'feedback-answered': { page: () => '/feedback?view=history' },
} as const satisfies Record<string, Kind>

type AnyKind = keyof typeof KINDS
type KindWith<Part> = { [K in AnyKind]: (typeof KINDS)[K] extends Part ? K : never }[AnyKind]

/** The kinds of push notifications. */
export type PushKind = KindWith<{ readonly page: unknown }>
/** The text messages. */
export type SmsKind = KindWith<{ readonly hasText: true }>
/** The messages about a loan that something caused. */
export type MessageKind = KindWith<{ readonly message: Channel }>
/** The changes of the ways in, of which their owner is notified. */
export type OwnerKind = KindWith<{ readonly isForOwner: true }>
/** The kinds of stored messages. */
export type StoredKind = MessageKind | 'reminder'

const kindsWith = (part: keyof Kind) =>
  Object.entries<Kind>(KINDS).flatMap(([kind, has]) => (has[part] === undefined ? [] : kind))

export const PUSH_KINDS = kindsWith('page') as PushKind[]
export const SMS_KINDS = kindsWith('hasText') as SmsKind[]
export const MESSAGE_KINDS = kindsWith('message') as MessageKind[]

/** The push notification of a message; undefined where it has none. */
export function pushKindOf(kind: MessageKind): PushKind | undefined {
  return PUSH_KINDS.find(each => each === kind)
}

/** True if a notification is of use on its day alone. */
export function isOfDay(kind: PushKind): boolean {
  const declared: Kind = KINDS[kind]
  return declared.isOfDay === true
}
