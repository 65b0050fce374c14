/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { Account } from '#domain/lending/ledger.ts'
import type { ActName } from '#domain/staff/proposal.ts'
import type { AuditAction } from '#server/platform/audit/entries.ts'
import type { AuthenticatorTransport } from '#server/staff/people/passkeys.ts'
import type { ComplaintCategory } from '#domain/complaint.ts'
import type { ContentTexts } from '#domain/content.ts'
import type { Day } from '#domain/day.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import type { HardshipReason } from '#domain/lending/hardship.ts'
import type { LookRole, LookWhy } from '#domain/staff/look.ts'
import type { Paise } from '#domain/money.ts'
import type { PaymentScope } from '#server/lending/db/payment.ts'
import type { Permission, Role } from '#domain/staff/permissions.ts'
import type { SearchBy } from '#domain/staff/search.ts'
import type { Sent } from '#server/platform/db/statement.ts'
import type { SignInWay } from '#server/platform/actions/staff-session.ts'
import type { StoredReason } from '#server/lending/db/order.ts'
import type { TimelineKind } from '#domain/staff/timeline.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'audit-acts': {
      row: { name: string | null }
      values: readonly []
    }
    'audit-first-since': {
      row: { number: number }
      values: Sent<[number, Date, Date]>
    }
    'audit-last-until': {
      row: { number: number }
      values: Sent<[number, Date, Date]>
    }
    'audit-search': {
      row: { slot: number; number: number; actor: string; action: AuditAction; subject: string | null; at: Date }
      values: Sent<{ since: Date; until: Date; actor: string; act: string; subject: string; afterAt: Date; afterSlot: number; afterNumber: number; limit: number }>
    }
    'audit-verification': {
      row: { verificationId: string; staffId: string; fromDay: Day; toDay: Day; startedAt: Date; slot: number; number: number; entries: number; faults: readonly string[]; endedAt: Date | null }
      values: Sent<[string]>
    }
    'audit-verification-advance': {
      row: { verification_id: string }
      values: Sent<{ slot: number; number: number; more: number; faults: readonly string[]; endedAt: Date; verificationId: string; fromSlot: number; fromNumber: number }>
    }
    'audit-verification-insert': {
      row: never
      values: Sent<[string, string, Day, Day, Date]>
    }
    'audit-verification-newest': {
      row: { verificationId: string; staffId: string; fromDay: Day; toDay: Day; startedAt: Date; slot: number; number: number; entries: number; faults: readonly string[]; endedAt: Date | null }
      values: readonly []
    }
    'collection-calls': {
      row: { at: Date }
      values: Sent<[string, Date]>
    }
    'collection-count': {
      row: { count: number }
      values: Sent<[Day, Day, number]>
    }
    'collection-note-insert': {
      row: never
      values: Sent<{ borrowerId: string; noteId: string; orderId: string; what: string; staffId: string; textSealed: Uint8Array; promisedAmount: number; promisedDay: Day; at: Date }>
    }
    'collection-notes-of-borrower': {
      row: { borrowerId: string; noteId: string; orderId: string; what: 'call' | 'note' | 'promise'; staffId: string; textSealed: Buffer | null; promisedAmount: Paise | null; promisedDay: Day | null; at: Date }
      values: Sent<[string]>
    }
    'collection-notes-of-order': {
      row: { borrowerId: string; noteId: string; orderId: string; what: 'call' | 'note' | 'promise'; staffId: string; textSealed: Buffer | null; promisedAmount: Paise | null; promisedDay: Day | null; at: Date }
      values: Sent<[string, string]>
    }
    'collection-order': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[string]>
    }
    'collection-page': {
      row: { borrowerId: string; orderId: string; orderNo: string; dueDay: Day }
      values: Sent<[Day, Day, Day, string, number]>
    }
    'collection-paid': {
      row: { at: Date; amount: number }
      values: Sent<[string, string]>
    }
    'content-versions': {
      row: { version: number; fromDay: Day; untilDay: Day | null; texts: ContentTexts | null; href: string | null; madeAt: Date; proposalId: string; whySealed: Buffer; proposedBy: string; proposerSealed: Buffer; decidedBy: string; deciderSealed: Buffer }
      values: Sent<[string]>
    }
    'inbox-applications': {
      row: { orderId: string; orderNo: string; principal: number; reasons: readonly StoredReason[]; referredAt: Date }
      values: Sent<[Date, number]>
    }
    'inbox-asked': {
      row: { orderId: string; orderNo: string; principal: number; reasons: readonly StoredReason[]; referredAt: Date; state: 'auditing' | 'pass' | 'denied' | 'lending' | 'failed' | 'loaned' | 'settled' | 'overdue' | 'cancelled' | 'extension'; number: number; answerUntil: Date; answeredAt: Date | null }
      values: readonly []
    }
    'inbox-give-back': {
      row: { subject: string }
      values: Sent<[string, string, string, Date]>
    }
    'inbox-hand-to': {
      row: { subject: string }
      values: Sent<{ to: string; by: string; at: Date; kind: string; subject: string }>
    }
    'inbox-hardship': {
      row: { orderId: string; orderNo: string; requestedAt: Date; referredFor: readonly HardshipReason[]; nextDueDay: Day | null }
      values: Sent<[number]>
    }
    'inbox-marks': {
      row: { kind: string; subject: string; takenBy: string | null; putOffUntil: Date | null; reasonSealed: Buffer | null; takerSealed: Buffer | null; handedBy: string | null; handerSealed: Buffer | null }
      values: Sent<[readonly string[], readonly string[]]>
    }
    'inbox-marks-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'inbox-put-off': {
      row: { subject: string }
      values: Sent<{ kind: string; subject: string; until: Date; reasonSealed: Uint8Array; at: Date; by: string }>
    }
    'inbox-put-off-counts': {
      row: { kind: string; count: number }
      values: Sent<[Date]>
    }
    'inbox-resume': {
      row: { subject: string }
      values: Sent<[string, string, string, Date]>
    }
    'inbox-take': {
      row: { subject: string }
      values: Sent<[string, string, string, Date]>
    }
    'order-page-find': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[string]>
    }
    'order-page-moves': {
      row: { event: string; state: string; actor: 'borrower' | 'rules' | 'desk' | 'provider' | 'calendar'; at: Date; details: unknown }
      values: Sent<[string, string]>
    }
    'order-page-payouts': {
      row: { payoutId: string; amount: number; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; vendor: string | null; utr: string | null; reason: string | null; createdAt: Date; endedAt: Date | null; stoppedAt: Date | null }
      values: Sent<[string, string]>
    }
    'order-page-refunds': {
      row: { refundId: string; cause: 'excess' | 'payout-reversed' | 'extension-ended'; amount: number; state: 'pending' | 'done' | 'given-up'; createdAt: Date; doneAt: Date | null; handReference: string | null }
      values: Sent<[string, string]>
    }
    'order-page-requests': {
      row: { paymentId: string; scope: PaymentScope; amount: number; status: 'pending' | 'failed' | 'paid'; vendor: string; reference: string | null; createdAt: Date; received: number }
      values: Sent<[string, string]>
    }
    'product-draft': {
      row: { productId: string; content: DraftContent; revision: number; savedBy: string; savedAt: Date; saverSealed: Buffer }
      values: Sent<[string]>
    }
    'product-draft-discard': {
      row: { revision: number }
      values: Sent<[string, number]>
    }
    'product-draft-save': {
      row: { revision: number }
      values: Sent<[string, number, string, string, Date]>
    }
    'product-draft-start': {
      row: { revision: number }
      values: Sent<[string, string, string, Date]>
    }
    'product-drafts': {
      row: { productId: string; content: DraftContent; revision: number; savedBy: string; savedAt: Date; saverSealed: Buffer }
      values: readonly []
    }
    'proposal-close': {
      row: never
      values: Sent<[string]>
    }
    'proposal-decide': {
      row: never
      values: Sent<{ proposalId: string; proposedBy: string; decidedBy: string; outcome: string; reasonSealed: Uint8Array; at: Date; isAlone: boolean }>
    }
    'proposal-insert': {
      row: never
      values: Sent<{ proposalId: string; act: string; subject: string; detailsSealed: Uint8Array; whySealed: Uint8Array; proposedBy: string; proposedAt: Date; until: Date }>
    }
    'proposal-lock': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<[string]>
    }
    'proposal-lock-about': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<[string, string]>
    }
    'proposal-one': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean; outcome: 'approved' | 'refused' | 'withdrawn' | 'outdated' | 'expired' | 'right-ended' | null; decidedBy: string | null; decidedAt: Date | null; reasonSealed: Buffer | null; isAlone: boolean | null; deciderSealed: Buffer | null }
      values: Sent<[string]>
    }
    'proposal-open': {
      row: { proposal_id: string }
      values: Sent<[string, string, string]>
    }
    'proposals-about': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<[readonly string[], Date]>
    }
    'proposals-alone': {
      row: { act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; count: number }
      values: readonly []
    }
    'proposals-decided': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean; outcome: 'approved' | 'refused' | 'withdrawn' | 'outdated' | 'expired' | 'right-ended' | null; decidedBy: string | null; decidedAt: Date | null; reasonSealed: Buffer | null; isAlone: boolean | null; deciderSealed: Buffer | null; endedAt: Date }
      values: Sent<{ now: Date; acts: readonly string[]; reader: string; act: string; afterAt: Date; afterId: string; limit: number }>
    }
    'proposals-lock-of': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<[readonly string[]]>
    }
    'proposals-of-acts': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<[readonly string[], Date]>
    }
    'proposals-open': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'approve-application' | 'waive-penal' | 'close-unknown-payment' | 'invite-staff' | 'change-staff' | 'renew-staff' | 'change-role' | 'publish-product' | 'withdraw-product' | 'change-policy' | 'change-content'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; proposerRoles: readonly Role[]; proposerEndedAt: Date | null; isProposerUnconfirmed: boolean }
      values: Sent<{ now: Date; acts: readonly string[]; reader: string; act: string; afterAt: Date; afterId: string; limit: number }>
    }
    'report-book': {
      row: { before: number; now: number; loans: number; opening: number; closing: number; arrearsOwed: number; dueOwed: number; arrearsGot: number; dueGot: number; aheadGot: number }
      values: Sent<{ edges: readonly number[]; from: Day; to: Day; after: Date }>
    }
    'report-cohorts': {
      row: { cohort: string; bucket: number; loans: number; principal: number }
      values: Sent<{ edges: readonly number[]; from: Day; to: Day; after: Date }>
    }
    'report-complaint-rows': {
      row: { feedbackId: string; category: ComplaintCategory; outcome: 'resolved' | 'partly' | 'rejected' | null; receivedAt: Date; receivedOn: Day; closedOn: Day | null }
      values: Sent<{ until: Date; since: Date; isClosed: boolean; day: Day; least: number; most: number; afterAt: Date; afterId: string; limit: number }>
    }
    'report-complaints': {
      row: { receivedOn: Day; closedOn: Day | null; count: number }
      values: Sent<{ until: Date; since: Date }>
    }
    'report-decline-reasons': {
      row: { reason: string; orders: number }
      values: Sent<[Date, Date]>
    }
    'report-declined': {
      row: { orders: number }
      values: Sent<[Date, Date]>
    }
    'report-declines': {
      row: { borrowerId: string; orderId: string; orderNo: string; deniedAt: Date; principal: number; reasons: readonly StoredReason[] }
      values: Sent<{ since: Date; until: Date; reason: string; afterAt: Date; afterOrder: string; limit: number }>
    }
    'report-flow-rows': {
      row: { borrowerId: string; posting: string; line: number; day: Day; orderNo: string; amount: number }
      values: Sent<{ debits: readonly string[]; day: Day; pairs: readonly string[]; afterBorrower: string; afterPosting: string; afterLine: number; limit: number }>
    }
    'report-flows': {
      row: { day: Day; debit: Account; credit: Account; count: number; amount: number }
      values: Sent<[Day, Day]>
    }
    'report-funnel': {
      row: { joined: number; basic: number; work: number; identity: number; face: number; contacts: number; applied: number; paid: number }
      values: Sent<{ until: Date; since: Date }>
    }
    'report-funnel-rows': {
      row: { borrowerId: string; createdAt: Date; steps: number; applied: boolean; paid: boolean }
      values: Sent<{ until: Date; since: Date; after: string; stage: string; limit: number }>
    }
    'report-lent': {
      row: { month: string; amount: number }
      values: Sent<{ from: Day; to: Day }>
    }
    'report-loans': {
      row: { borrowerId: string; orderId: string; orderNo: string; productName: string; disbursedDay: Day; before: number; now: number; opening: number; closing: number; lateBefore: number | null; late: number | null; owed: number; got: number }
      values: Sent<{ part: string; edges: readonly number[]; from: Day; to: Day; after: Date; afterBorrower: string; afterOrder: string; before: number; now: number; least: number; cohort: string; limit: number }>
    }
    'report-month-end-insert': {
      row: never
      values: Sent<[Day, readonly string[], readonly number[], readonly number[], readonly number[]]>
    }
    'report-month-ends': {
      row: { day: Day; cohort: string; bucket: number; loans: number; principal: number }
      values: Sent<[Day, Day]>
    }
    'report-principal': {
      row: { amount: number }
      values: Sent<{ day: Day }>
    }
    'sandbox-borrowers': {
      row: { borrowers: number; orders: number }
      values: readonly []
    }
    'sandbox-people': {
      row: { staffId: string; endedAt: Date | null }
      values: readonly []
    }
    'sandbox-people-others': {
      row: { count: number }
      values: readonly []
    }
    'sandbox-people-passkeys': {
      row: { count: number }
      values: Sent<[readonly string[]]>
    }
    'sandbox-people-proposals': {
      row: { proposalId: string; proposedBy: string }
      values: Sent<[readonly string[]]>
    }
    'sandbox-people-real-money': {
      row: { isThere: boolean }
      values: readonly []
    }
    'sandbox-people-role-reset': {
      row: never
      values: Sent<[string]>
    }
    'sandbox-people-roles': {
      row: { role: string; proposedBy: string; decidedBy: string }
      values: readonly []
    }
    'search-aadhaar-last-four': {
      row: { borrowerId: string }
      values: Sent<[string]>
    }
    'search-account-last-four': {
      row: { borrowerId: string }
      values: Sent<[string]>
    }
    'search-attempt': {
      row: { borrowerId: string }
      values: Sent<[string]>
    }
    'search-borrower': {
      row: { createdAt: Date; isVerified: boolean }
      values: Sent<[string]>
    }
    'search-document-code': {
      row: { borrowerId: string }
      values: Sent<[string]>
    }
    'search-hand-reference': {
      row: { borrowerId: string; orderNo: string }
      values: Sent<[string]>
    }
    'search-name': {
      row: { borrowerId: string }
      values: Sent<[Uint8Array]>
    }
    'search-order-no': {
      row: { borrowerId: string; orderNo: string }
      values: Sent<[string]>
    }
    'search-utr': {
      row: { borrowerId: string; orderNo: string }
      values: Sent<[string]>
    }
    'staff-able': {
      row: { staffId: string; roles: readonly Role[] }
      values: Sent<[boolean]>
    }
    'staff-account': {
      row: { staffId: string; proposedBy: string | null; approvedBy: string | null; openedAt: Date | null; openedBy: 'link' | 'provider' | null; confirmedAt: Date | null; act: ActName | null }
      values: Sent<[string]>
    }
    'staff-account-confirm': {
      row: { staffId: string }
      values: Sent<{ confirmedBy: string; at: Date; isAlone: boolean; staffId: string }>
    }
    'staff-account-drop': {
      row: never
      values: Sent<[string]>
    }
    'staff-account-make': {
      row: never
      values: Sent<{ staffId: string; proposalId: string; proposedBy: string; approvedBy: string; madeAt: Date }>
    }
    'staff-account-open': {
      row: { staffId: string }
      values: Sent<[string, string, Date]>
    }
    'staff-accounts-new': {
      row: { staffId: string; proposedBy: string | null; approvedBy: string | null; confirmedBy: string | null; confirmedAt: Date }
      values: Sent<[Date]>
    }
    'staff-accounts-waiting': {
      row: { staffId: string; proposedBy: string | null; approvedBy: string | null; openedAt: Date | null; act: ActName | null }
      values: readonly []
    }
    'staff-all': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null; hasPasskey: boolean }
      values: readonly []
    }
    'staff-attempt-drop': {
      row: never
      values: Sent<[Uint8Array]>
    }
    'staff-attempt-insert': {
      row: never
      values: Sent<{ secretHash: Uint8Array; sessionId: string; staffId: string; startedAt: Date; expiresAt: Date }>
    }
    'staff-attempt-lock-named': {
      row: { sessionId: string | null; staffId: string }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-attempt-take-sent': {
      row: { sessionId: string | null; startedAt: Date }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-attempts-forget': {
      row: never
      values: Sent<[Date]>
    }
    'staff-bind-provider': {
      row: { staffId: string }
      values: Sent<[string, Uint8Array]>
    }
    'staff-by-mail': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[Uint8Array]>
    }
    'staff-challenge-insert': {
      row: never
      values: Sent<[Uint8Array, Date]>
    }
    'staff-challenge-use': {
      row: { one: number | null }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-end': {
      row: { staff_id: string }
      values: Sent<[string, Date]>
    }
    'staff-end-sessions-of': {
      row: never
      values: Sent<[string]>
    }
    'staff-forget-challenges': {
      row: never
      values: Sent<[Date]>
    }
    'staff-forget-invitations': {
      row: never
      values: Sent<[Date]>
    }
    'staff-forget-sessions': {
      row: never
      values: Sent<[Date, Date]>
    }
    'staff-insert': {
      row: { staff_id: string }
      values: Sent<{ staffId: string; mailHash: Uint8Array; mailSealed: Uint8Array; roles: readonly string[]; isSimulated: boolean; at: Date; madeBySandbox: boolean }>
    }
    'staff-invitation-insert': {
      row: never
      values: Sent<[Uint8Array, string, Date]>
    }
    'staff-invitation-use': {
      row: { staffId: string }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-invitations-drop': {
      row: never
      values: Sent<[string]>
    }
    'staff-invited': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-is-bound': {
      row: { staffId: string }
      values: Sent<[string, Uint8Array]>
    }
    'staff-look-day': {
      row: { staffId: string; day: Day; points: number; limit: number; opened: number; revealed: number; searched: number; searchedVainly: number; exported: number; aboveAt: Date | null; stoppedAt: Date | null; reviewedAt: Date | null; mailSealed: Buffer; roles: readonly Role[] }
      values: Sent<[string, Day]>
    }
    'staff-look-day-add': {
      row: { points: number }
      values: Sent<{ staffId: string; day: Day; points: number; opened: number; revealed: number; searched: number; searchedVainly: number; exported: number; limit: number; at: Date }>
    }
    'staff-look-day-review': {
      row: { points: number }
      values: Sent<{ reviewer: string; at: Date; sealed: Uint8Array; staffId: string; day: Day }>
    }
    'staff-look-day-stop': {
      row: { points: number }
      values: Sent<[string, Day, Date]>
    }
    'staff-look-days-to-review': {
      row: { staffId: string; day: Day; aboveAt: Date; stoppedAt: Date | null }
      values: Sent<[string, number]>
    }
    'staff-look-insert': {
      row: never
      values: Sent<{ borrowerId: string; lookId: string; staffId: string; role: string; part: string; subjectId: string; why: string; at: Date }>
    }
    'staff-look-recent': {
      row: { has: boolean }
      values: Sent<[string, string, string, string, Date]>
    }
    'staff-looks-of-borrower': {
      row: { role: LookRole; part: 'application' | 'name' | 'phone' | 'search' | 'borrower' | 'order' | 'pictures' | 'feedback' | 'loan'; why: 'decision' | 'identity' | 'money' | 'borrower-asked' | 'complaint' | 'collection' | 'review'; at: Date; count: number }
      values: Sent<[string]>
    }
    'staff-note-insert': {
      row: never
      values: Sent<[string, string, string, Uint8Array, Date]>
    }
    'staff-notes-of-borrower': {
      row: { noteId: string; textSealed: Buffer; at: Date }
      values: Sent<[string]>
    }
    'staff-of-session': {
      row: { staffId: string }
      values: Sent<[string]>
    }
    'staff-one': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[string]>
    }
    'staff-passkey': {
      row: { id: string; staffId: string; publicKey: Buffer; counter: number; transports: AuthenticatorTransport[] }
      values: Sent<[string]>
    }
    'staff-passkey-insert': {
      row: { credential_id: string }
      values: Sent<[string, string, Uint8Array, number, readonly string[], Date]>
    }
    'staff-passkey-remove': {
      row: { id: string }
      values: Sent<[string, string]>
    }
    'staff-passkey-use': {
      row: { id: string }
      values: Sent<[string, number, Date]>
    }
    'staff-passkeys-of': {
      row: { passkeyId: string; addedAt: Date; lastUsedAt: Date | null }
      values: Sent<[string]>
    }
    'staff-passkeys-remove': {
      row: never
      values: Sent<[string]>
    }
    'staff-rights-lock': {
      row: { staffId: string; roles: readonly Role[]; endedAt: Date | null }
      values: Sent<[readonly string[], string]>
    }
    'staff-role-save': {
      row: never
      values: Sent<[string, readonly string[], Date]>
    }
    'staff-roles': {
      row: { role: Role; permissions: readonly Permission[] }
      values: readonly []
    }
    'staff-search-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'staff-search-insert': {
      row: never
      values: Sent<{ searchId: string; staffId: string; why: string; ways: readonly string[]; valueHash: Uint8Array; ending: string; found: number; at: Date }>
    }
    'staff-searches': {
      row: { searchId: string; why: LookWhy; ways: readonly SearchBy[]; ending: string; found: number; at: Date }
      values: Sent<[string, Date, Date]>
    }
    'staff-session-end': {
      row: never
      values: Sent<[string]>
    }
    'staff-session-end-of': {
      row: { sessionId: string }
      values: Sent<[string, string]>
    }
    'staff-session-insert': {
      row: never
      values: Sent<[string, Uint8Array, string, string, Date]>
    }
    'staff-session-open': {
      row: { sessionId: string; staffId: string; lastSeenAt: Date; provedAt: Date; way: SignInWay; roles: readonly Role[]; isSimulated: boolean; madeBySandbox: boolean; isConfirmed: boolean }
      values: Sent<[Uint8Array, Date, Date]>
    }
    'staff-session-prove': {
      row: never
      values: Sent<[string, Date]>
    }
    'staff-session-touch': {
      row: never
      values: Sent<[string, Date]>
    }
    'staff-sessions-end-others': {
      row: never
      values: Sent<[string, string]>
    }
    'staff-sessions-of': {
      row: { sessionId: string; since: Date; lastSeenAt: Date; way: SignInWay }
      values: Sent<[string, Date, Date]>
    }
    'staff-set-roles': {
      row: { staff_id: string }
      values: Sent<[string, readonly string[]]>
    }
    'staff-timeline': {
      row: { at: Date; id: string; kind: TimelineKind; what: string; how: string | null; orderNo: string | null; amount: number | null; textSealed: Buffer | null; noteId: string | null; staffId: string | null; mailSealed: Buffer | null }
      values: Sent<[string, Date, string]>
    }
    'staff-totp-drop': {
      row: never
      values: Sent<[string]>
    }
    'staff-totp-lock': {
      row: { secretSealed: Buffer; confirmedAt: Date | null; lastStep: number; wrongCount: number; wrongSince: Date }
      values: Sent<[string]>
    }
    'staff-totp-new': {
      row: { staffId: string }
      values: Sent<[string, Uint8Array, Date]>
    }
    'staff-totp-right': {
      row: never
      values: Sent<[string, number, Date]>
    }
    'staff-totp-wrong': {
      row: never
      values: Sent<[string, number, Date]>
    }
    'staff-unbind-provider': {
      row: never
      values: Sent<[string]>
    }
    'staff-unconfirmed': {
      row: { staffId: string }
      values: Sent<[readonly string[]]>
    }
    'staff-view-insert': {
      row: never
      values: Sent<[string, string, Uint8Array, string, Date]>
    }
    'staff-view-remove': {
      row: never
      values: Sent<[string, string]>
    }
    'staff-view-rename': {
      row: { viewId: string }
      values: Sent<[string, string, Uint8Array]>
    }
    'staff-views': {
      row: { viewId: string; nameSealed: Buffer; path: string }
      values: Sent<[string]>
    }
    'staff-views-lock': {
      row: { viewId: string }
      values: Sent<[string]>
    }
    'staff-views-remove': {
      row: never
      values: Sent<[string]>
    }
  }
}
