import type { FeedbackReason } from '#domain/feedback.ts'
import type { BankAccountReason } from '#domain/identity/bank-account.ts'
import type { ContactReason } from '#domain/identity/contacts.ts'
import type { FormReason } from '#domain/identity/form.ts'
import type { IdentityReason } from '#domain/identity/identity.ts'
import type { DecisionReason } from '#domain/lending/decision.ts'
import type { Paise } from '#domain/money.ts'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'
import type { Values } from '#words/messages.ts'

/**
 * The reason for a refusal or a decision: a stable code, and the figures that its sentence names.
 */
export type StatedReason = { readonly reason: string; readonly details?: Details | undefined }
/** Amounts in paise. `text` is a person's own words, shown in place of the sentence. */
export type Details = Readonly<Record<string, string | number>>

/** The format of a detail in a sentence. */
export type DetailKind = 'money' | 'plain' | 'ordinal'
type Reasons<R extends string> = Readonly<Record<R, Readonly<Record<string, DetailKind>>>>

const NONE = {} as const
const HEADER = { header: 'plain' } as const
const WAIT_SECONDS = { waitSeconds: 'plain' } as const
const RETRY_SECONDS = { retrySeconds: 'plain' } as const
const WAIT_MINUTES = { waitMinutes: 'plain' } as const

/** Every business refusal, with the details that its sentence names. */
export const refusals = {
  // any call
  'not-logged-in': NONE,
  'input-invalid': NONE,
  'header-invalid': HEADER,
  'rate-limited': NONE,
  'server-busy': NONE,
  'not-found': NONE,
  'too-large': NONE,
  'failed-unexpectedly': NONE,
  'idempotency-key-required': HEADER,
  'idempotency-key-reused': NONE,
  // sign-in
  'phone-invalid': NONE,
  'code-resend-too-soon': WAIT_SECONDS,
  'code-limit-reached': WAIT_MINUTES,
  'code-not-sent': RETRY_SECONDS,
  'code-wrong': NONE,
  'code-expired': NONE,
  'code-tries-exhausted': NONE,
  'code-length': { digits: 'plain' },
  'code-longer': NONE,
  'proof-of-work-required': NONE,
  'confirm-code-required': NONE,
  'confirm-code-again': NONE,
  'confirm-code-wrong': NONE,
  'confirm-code-not-sent': RETRY_SECONDS,
  'session-of-another': { present: 'plain', other: 'plain' },
  'passkey-browser-only': NONE,
  'passkey-none': NONE,
  'passkey-unknown': NONE,
  'passkey-refused': NONE,
  'passkey-counter-behind': NONE,
  'passkey-exists': NONE,
  'passkey-limit': { most: 'plain' },
  'device-required': NONE,
  'device-key-required': NONE,
  'device-proof-refused': NONE,
  'exchange-code-expired': NONE,
  'partner-refused': NONE,
  // staff
  'not-permitted': NONE,
  'proof-required': NONE,
  'staff-passkey-refused': NONE,
  'staff-passkey-last': NONE,
  'staff-provider-refused': NONE,
  'staff-code-refused': NONE,
  'second-person-needed': NONE,
  'proposer-without-right': NONE,
  'account-too-new': NONE,
  'confirmation-wrong': NONE,
  'later-version-conflicts': { day: 'plain' },
  outdated: NONE,
  'view-limit': { most: 'plain' },
  'product-unsound': NONE,
  'borrower-not-found': NONE,
  'look-needed': NONE,
  'look-limit-reached': NONE,
  // verification
  'answers-incomplete': NONE,
  'aadhaar-otp-unavailable': NONE,
  'aadhaar-otp-too-soon': WAIT_SECONDS,
  'aadhaar-otp-wrong': NONE,
  'aadhaar-otp-expired': NONE,
  'aadhaar-code-unreadable': NONE,
  'aadhaar-code-too-large': NONE,
  'aadhaar-code-not-signed': NONE,
  'aadhaar-code-not-in-force': NONE,
  'aadhaar-not-verified': NONE,
  'identity-already-verified': NONE,
  'identity-taken': NONE,
  'identity-contested': NONE,
  'check-not-available': NONE,
  'pan-refused': NONE,
  'face-unclear': NONE,
  'image-unreadable': NONE,
  'image-too-large': NONE,
  'cards-differ': NONE,
  'reading-busy': WAIT_SECONDS,
  'face-check-busy': WAIT_SECONDS,
  'contact-link-expired': NONE,
  'upload-not-found': NONE,
  // products and orders
  'product-not-found': NONE,
  'product-locked': { loansNeeded: 'plain' },
  'product-full': NONE,
  'product-external': NONE,
  'amount-not-offered': NONE,
  'own-pause': NONE,
  'own-ceiling': { ceiling: 'money' },
  'pause-day': NONE,
  'period-not-offered': NONE,
  'verification-incomplete': NONE,
  'bank-card-required': NONE,
  'bank-card-not-found': NONE,
  'bank-card-not-checked': NONE,
  'bank-card-limit': NONE,
  'bank-card-exists': NONE,
  'ifsc-unknown': NONE,
  'terms-changed': NONE,
  'order-in-progress': NONE,
  'reapply-too-soon': { wait: 'plain' },
  'order-not-found': NONE,
  'order-state': NONE,
  'key-facts-required': NONE,
  'key-facts-changed': NONE,
  'document-not-found': NONE,
  'offer-lapsed': NONE,
  'nothing-to-pay': NONE,
  'payoff-day': NONE,
  'part-not-payable': { least: 'money', most: 'money' },
  'extension-cooling-off': NONE,
  'extension-hardship-plan': NONE,
  'extension-not-available': NONE,
  'extension-longest-tenor': { days: 'plain' },
  'extension-expired': NONE,
  'hardship-requested': NONE,
  'hardship-cooling-off': NONE,
  'hardship-overdue': NONE,
  'hardship-longest-tenor': { days: 'plain' },
  'hardship-not-offered': NONE,
  'reservation-exists': NONE,
  'reservation-not-found': NONE,
  'reservation-ended': NONE,
  'payment-not-found': NONE,
  'payment-not-available': NONE,
  'upi-not-available': NONE,
  'autopay-not-offered': NONE,
  'autopay-state': NONE,
  'autopay-paused-in-app': NONE,
  'autopay-no-debit': NONE,
  // comparison
  'nothing-received': NONE,
  'repays-less': NONE,
  // device
  'consent-required': NONE,
  'needed-for-loan': NONE,
  'push-endpoint-refused': NONE,
} as const satisfies Reasons<string>

/** The faults of an answer or a picture. */
export const answers = {
  'aadhaar-missing': NONE,
  'pan-missing': NONE,
  'aadhaar-wrong': NONE,
  'pan-wrong': NONE,
  'aadhaar-first': NONE,
  'upload-aadhaar-front': NONE,
  'upload-pan': NONE,
  'upload-face': NONE,
  'name-missing': NONE,
  'dob-missing': NONE,
  'dob-not-on-card': NONE,
  'face-missing': NONE,
  'image-too-large': NONE,
  'too-many-pixels': NONE,
  'not-adult': { years: 'plain' },
  'contacts-incomplete': NONE,
  'contact-name': { nth: 'ordinal' },
  'contact-phone': { nth: 'ordinal' },
  'contact-relation': { nth: 'ordinal' },
  'contact-name-chars': { nth: 'ordinal', max: 'plain' },
  'contact-name-letters': { nth: 'ordinal' },
  'contact-phone-wrong': { nth: 'ordinal' },
  'contact-relation-list': { nth: 'ordinal' },
  'contact-own': { nth: 'ordinal' },
  'contact-same': { nth: 'ordinal', other: 'ordinal' },
  'contact-declined': { nth: 'ordinal' },
  'field-missing': { field: 'plain' },
  'field-from-list': { field: 'plain' },
  'field-state-first': { field: 'plain' },
  'field-digits-only': { field: 'plain' },
  'field-not-zero-first': { field: 'plain' },
  'field-exact-digits': { field: 'plain', count: 'plain' },
  'field-exact-chars': { field: 'plain', count: 'plain' },
  'field-least-digits': { field: 'plain', count: 'plain' },
  'field-least-chars': { field: 'plain', count: 'plain' },
  'field-most-digits': { field: 'plain', count: 'plain' },
  'field-most-chars': { field: 'plain', count: 'plain' },
  'field-other-state': { field: 'plain', state: 'plain' },
  'field-wrong': { field: 'plain' },
  'ifsc-missing': NONE,
  'account-missing': NONE,
  'account-masked': NONE,
  'confirm-missing': NONE,
  'confirm-differs': NONE,
  'ifsc-malformed': NONE,
  'ifsc-fifth': NONE,
  'bank-unknown': NONE,
  'bank-merged': { bank: 'plain', successor: 'plain', code: 'plain' },
  'account-too-short': { count: 'plain' },
  'account-too-long': { count: 'plain' },
  'account-all-zeros': NONE,
  'account-unknown': NONE,
  'account-blocked': NONE,
  'account-not-own': NONE,
  'field-not-asked': NONE,
  'identity-already-verified': NONE,
  'feedback-empty': NONE,
  'feedback-too-long': { count: 'plain' },
  'feedback-not-allowed': NONE,
  'feedback-type-missing': NONE,
  malformed: NONE,
} as const satisfies Reasons<AnswerReason>

/** The details of a refusal that a page or an app reads, beside those that its sentence names. */
export const forPages: Readonly<Partial<Record<keyof typeof refusals, readonly string[]>>> = {
  // The fault of the picture: the page gives advice on it.
  'face-unclear': ['why'],
  // The header that an app lacks, or sends wrongly: its maker reads it.
  'device-required': ['header'],
  'device-proof-refused': ['header'],
}

/**
 * The reasons why an application was denied or referred to a person, or why an approved one failed.
 */
export const orderReasons = {
  'under-age': { years: 'plain' },
  'identity-unverified': NONE,
  'names-differ': NONE,
  'names-need-a-look': NONE,
  'cards-need-a-look': NONE,
  'face-needs-a-look': NONE,
  'no-income': NONE,
  'instalment-too-high': { instalment: 'money' },
  'instalment-needs-a-look': { instalment: 'money' },
  'order-in-progress': NONE,
  'was-long-overdue': { days: 'plain' },
  'was-overdue': NONE,
  'lateness-taken-back': NONE,
  'had-hardship-plan': NONE,
  'reviewed-by-a-person': NONE,
  'payout-refused': NONE,
  'payout-reversed': NONE,
  'offer-lapsed': NONE,
} as const satisfies Reasons<
  DecisionReason | 'lateness-taken-back' | 'payout-refused' | 'payout-reversed' | 'offer-lapsed'
>

type AnswerReason =
  | FormReason
  | ContactReason
  | IdentityReason
  | BankAccountReason
  | FeedbackReason
  | 'face-missing'
  | 'image-too-large'
  | 'too-many-pixels'
  | 'identity-already-verified'
  | 'malformed'

export type RefusalReason = keyof typeof refusals
export type OrderReason = keyof typeof orderReasons

/**
 * The three uses of a reason: the refusal of a call, a fault in an answer, the decision on an
 * order.
 */
export const REASONS = {
  refusal: { reasons: refusals as Reasons<string>, begin: 'refusal.' },
  answer: { reasons: answers as Reasons<string>, begin: 'answer.' },
  order: { reasons: orderReasons as Reasons<string>, begin: 'loan.reason.' },
} as const
export type ReasonKind = keyof typeof REASONS

/**
 * The sentence for a reason, by the `say` of a language; undefined if the reason or its sentence is
 * unknown. A person's own words, and an old sentence that could not be parsed into a reason, are
 * shown unchanged.
 */
export function sentenceOf(
  what: ReasonKind,
  { reason, details = {} }: StatedReason,
  say: (id: MessageId, values: Values) => string | undefined,
): string | undefined {
  if (typeof details.text === 'string') return details.text
  const { reasons, begin } = REASONS[what]
  if (!Object.hasOwn(reasons, reason)) return undefined
  const kinds = Object.entries(reasons[reason] ?? {})
  const values = kinds.map(([name, kind]) => [name, formatted(kind, details[name])])
  return say(`${begin}${reason}` as MessageId, Object.fromEntries(values))
}

function formatted(kind: DetailKind, detail: string | number | undefined): string | number {
  if (kind === 'money' && typeof detail === 'number') return money(detail as Paise)
  return detail ?? ''
}
