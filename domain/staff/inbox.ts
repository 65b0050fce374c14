import type { ComplaintStage } from '#domain/complaint.ts'
import type { CardDoubt } from '#domain/identity/card.ts'
import type { LookReason } from '#domain/identity/face.ts'
import type { DecisionReason } from '#domain/lending/decision.ts'
import type { HardshipReason } from '#domain/lending/hardship.ts'
import type { MandateState } from '#domain/lending/mandate.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { ActName } from '#domain/staff/proposal.ts'

/**
 * The kinds of work that wait for a person, most urgent first: a key without which a vendor does nothing
 * for anybody, then what is owed, then what is asked.
 */
export const INBOX_KINDS = [
  'vendor-key',
  'refund',
  'payout',
  'hardship',
  'complaint',
  'application',
  'face',
  'cards',
  'names',
  'looks',
  'proposal',
  'sign-in-codes',
  'mandate',
  'skipped-order',
  'unknown-payment',
  'feedback',
  'failed-job',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The kinds whose items have no page of a borrower: a page says what was tried, and with whom to ask. */
export const TROUBLE_KINDS = [
  'refund',
  'payout',
  'sign-in-codes',
  'mandate',
  'skipped-order',
  'unknown-payment',
  'failed-job',
] as const satisfies readonly InboxKind[]
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** The services of vendors; all checks of identities are one. */
export const VENDOR_SERVICES = [
  'sms',
  'payment',
  'mandate',
  'payout',
  'verification',
  'push',
  'files',
  'staffSignIn',
] as const
type VendorService = (typeof VENDOR_SERVICES)[number]

/** The states and causes of an item, by its kind. The console has a text for each. */
export type InboxNotes = {
  readonly 'vendor-key': VendorService
  readonly refund: 'under-way' | 'given-up'
  readonly payout: 'under-way' | 'stopped'
  readonly hardship: HardshipReason
  readonly complaint: ComplaintStage | 'escalated'
  /** The reason of its referral, after the outcome of the last question to the borrower. */
  readonly application: DecisionReason | 'answered' | 'no-answer'
  readonly face: LookReason
  /** The values of the PAN card that the borrower corrected. */
  readonly cards: CardDoubt
  readonly names: 'identity' | 'bank-account'
  readonly looks: 'above-limit' | 'limit-reached'
  readonly proposal: ActName
  readonly 'sign-in-codes': 'guessed' | 'pumped' | 'longer'
  readonly mandate: MandateState
  /** The step of the close of business that skipped it. */
  readonly 'skipped-order':
    | 'end-extension'
    | 'answer-hardship'
    | 'fall-overdue'
    | 'overdue-day'
    | 'lapse-offer'
    | 'accrue'
    | 'announce-debit'
    | 'debit'
    | 'remind'
  readonly 'unknown-payment': 'not-in-rupees' | 'not-captured'
  readonly feedback:
    | 'application'
    | 'verification'
    | 'payout'
    | 'repayment'
    | 'charges'
    | 'privacy'
    | 'conduct'
    | 'app'
    | 'other'
  readonly 'failed-job': never
}

type Waiting = {
  readonly kind: InboxKind
  readonly id: string
  readonly since: Date
  /** The instant at which law or the loan decides in place of a person. */
  readonly dueAt: Date | null
  readonly putOffUntil: Date | null
  /** The borrower was asked, and may answer before this instant. */
  readonly borrowerUntil: Date | null
  /** A colleague handed it to the person who reads the list. */
  readonly isHanded: boolean
}

/** The permission to do the work of a kind, needed to be handed an item, but not to take it. */
export const INBOX_NEEDS: Readonly<Record<InboxKind, Permission>> = {
  'vendor-key': 'inbox:work',
  refund: 'refunds:settle',
  payout: 'payouts:stop',
  hardship: 'hardship:decide',
  complaint: 'complaints:work',
  application: 'applications:decide',
  face: 'identity:decide',
  cards: 'identity:decide',
  names: 'identity:decide',
  looks: 'looks:review',
  'sign-in-codes': 'inbox:work',
  proposal: 'proposals:decide',
  mandate: 'inbox:work',
  'skipped-order': 'inbox:work',
  'unknown-payment': 'refunds:settle',
  feedback: 'complaints:work',
  'failed-job': 'inbox:work',
}

/** True if somebody with these permissions can be handed an item of a kind. */
export function mayHave(kind: InboxKind, permissions: ReadonlySet<Permission>): boolean {
  return permissions.has('inbox:work') && permissions.has(INBOX_NEEDS[kind])
}

/** Our policy: this near its deadline, an item is put off no more. A complaint is then in its last days (`REMINDED_AFTER_DAYS`). */
export const DEADLINE_NEAR_DAYS = 3

/**
 * Items that wait for the borrower come last, and so do put-off items, unless their deadline is near or past. Of the others, those
 * that a colleague handed over come first, then by deadline, by kind, and the longest waiting first.
 */
export function byUrgency(now: Date): (a: Waiting, b: Waiting) => number {
  const near = now.getTime() + DEADLINE_NEAR_DAYS * 86_400_000
  const isLater = ({ putOffUntil, borrowerUntil, dueAt }: Waiting) =>
    Number(
      (borrowerUntil !== null && borrowerUntil > now) ||
        (putOffUntil !== null && putOffUntil > now && !(dueAt && dueAt.getTime() <= near)),
    )
  const deadline = ({ dueAt }: Waiting) => dueAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  const rank = ({ kind }: Waiting) => INBOX_KINDS.indexOf(kind)
  return (a, b) =>
    isLater(a) - isLater(b) ||
    Number(b.isHanded) - Number(a.isHanded) ||
    deadline(a) - deadline(b) ||
    rank(a) - rank(b) ||
    a.since.getTime() - b.since.getTime() ||
    (a.id < b.id ? -1 : 1)
}

/** A vendor's id in the characters and the length of an item's id. */
export function itemIdOf(text: string): string {
  return text.replace(/[^\w.:-]/g, '_').slice(0, 100) || '_'
}

/** Work is put off for at most this long. */
export const PUT_OFF_DAYS_MAX = 14
