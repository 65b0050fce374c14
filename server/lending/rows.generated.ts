/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { Account, Transfer } from '#domain/lending/ledger.ts'
import type { ClosingStep } from '#server/lending/db/skipped-order.ts'
import type { Day } from '#domain/day.ts'
import type { DocumentCode } from '#domain/lending/document-code.ts'
import type { EncryptedFacts } from '#server/platform/db/record-key.ts'
import type { HardshipReason } from '#domain/lending/hardship.ts'
import type { Ladder, Tiers } from '#domain/lending/tier.ts'
import type { Language } from '#words/language.ts'
import type { Paise } from '#domain/money.ts'
import type { PaymentScope } from '#server/lending/db/payment.ts'
import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { PostingName } from '#server/lending/db/ledger.ts'
import type { ProductTexts } from '#server/lending/db/product.ts'
import type { Sent } from '#server/platform/db/statement.ts'
import type { StatedReason } from '#words/reasons.ts'
import type { StoredDeferral, StoredExtension, StoredInstalment, StoredPayment, StoredWaiver } from '#server/lending/db/loan-facts.ts'
import type { StoredReason } from '#server/lending/db/order.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'accrual-of-loan': {
      row: { day: Day | null; interest: number; penal: number }
      values: Sent<[string, string]>
    }
    'accrual-of-loan-clear': {
      row: never
      values: Sent<[string, string]>
    }
    'accrual-of-loans-set': {
      row: never
      values: Sent<[readonly string[], readonly string[], readonly number[], readonly number[], Day]>
    }
    'accrual-sum-add': {
      row: never
      values: Sent<[Day, readonly number[], readonly string[], readonly number[], readonly number[], readonly number[]]>
    }
    'accrual-sum-totals': {
      row: { slot: number; productId: string; interest: number; penal: number }
      values: readonly []
    }
    'accrual-sums-of-days': {
      row: { day: Day; slot: number; productId: string; loans: number; interest: number; penal: number }
      values: Sent<[Day, Day]>
    }
    'calendar-link-by-secret': {
      row: { borrowerId: string; language: Language }
      values: Sent<[Uint8Array]>
    }
    'calendar-link-of-borrower': {
      row: { since: Date }
      values: Sent<[string]>
    }
    'calendar-link-remove': {
      row: never
      values: Sent<[string]>
    }
    'calendar-link-save': {
      row: never
      values: Sent<[Uint8Array, string, string, Date]>
    }
    'closing-lapsed-offers': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number]>
    }
    'closing-lease-end': {
      row: never
      values: Sent<{ step: string; slot: number; holder: string }>
    }
    'closing-lease-held': {
      row: { slot: number }
      values: Sent<[string]>
    }
    'closing-lease-renew': {
      row: { slot: number }
      values: Sent<{ step: string; slot: number; holder: string }>
    }
    'closing-lease-take': {
      row: { slot: number }
      values: Sent<{ step: string; slot: number; holder: string }>
    }
    'closing-past-due': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number, Date]>
    }
    'closing-still-overdue': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number, Date]>
    }
    'closing-to-accrue': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number]>
    }
    'debit-asked': {
      row: { debit_id: string }
      values: Sent<[string, string, Date, Date]>
    }
    'debit-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; mandateId: string; orderId: string; dueDay: Day; amount: number; at: Date }>
    }
    'debit-latest': {
      row: { borrowerId: string; id: string; mandateId: string; orderId: string; dueDay: Day; amount: Paise; state: 'announced' | 'started' | 'skipped' | 'dropped'; reason: string | null; sentAt: Date | null; noticedAt: Date | null; payment: 'pending' | 'failed' | 'paid' }
      values: Sent<[string, string]>
    }
    'debit-one': {
      row: { borrowerId: string; id: string; mandateId: string; orderId: string; dueDay: Day; amount: Paise; state: 'announced' | 'started' | 'skipped' | 'dropped'; reason: string | null; sentAt: Date | null; noticedAt: Date | null; payment: 'pending' | 'failed' | 'paid' }
      values: Sent<[string, string]>
    }
    'debit-sent': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'debit-state': {
      row: { debit_id: string }
      values: Sent<[string, string, string, string, Date]>
    }
    'debit-to-decide': {
      row: { borrowerId: string; orderId: string }
      values: Sent<{ today: Day; isOver: boolean; isOpen: boolean; noticedBefore: Date; firstSlot: number; lastSlot: number; limit: number }>
    }
    'debit-vendor-noticed': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'debit-without-job': {
      row: { borrowerId: string; id: string }
      values: Sent<[Day, Date, string, number]>
    }
    'extension-course': {
      row: never
      values: Sent<{ state: string; serviceFee: number; gst: number; penal: number; interest: number; setAside: number; endedAt: Date; endedOn: Day; afterReceipts: number; borrowerId: string; id: string }>
    }
    'extension-end': {
      row: { extension_id: string }
      values: Sent<{ how: string; at: Date; day: Day; afterReceipts: number; borrowerId: string; id: string }>
    }
    'extension-expired': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Date, number, number, number, Date]>
    }
    'extension-fees-of-borrower': {
      row: { orderId: string; fees: number }
      values: Sent<[string]>
    }
    'extension-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; number: number; instalment: number; newDueDay: Day; serviceFee: number; gst: number; penal: number; interest: number; asked: number; requestedAt: Date; requestedDay: Day; expiresAt: Date; requestedAfter: number }>
    }
    'extension-list': {
      row: { borrower_id: string; extension_id: string; order_id: string; number: number; state: 'awaiting' | 'paid' | 'lapsed' | 'abandoned' | 'ended'; instalment: number; new_due_day: Day; service_fee: number; gst: number; penal: number; interest: number; requested_at: Date; requested_day: Day; expires_at: Date; ended_at: Date | null; after_receipts: number | null; paid: number }
      values: Sent<[string, string]>
    }
    'extension-release-delete': {
      row: never
      values: Sent<[string, string]>
    }
    'extension-release-save': {
      row: never
      values: Sent<{ borrowerId: string; extensionId: string; orderId: string; afterReceipts: number; amount: number; penal: number; interest: number; principal: number; excess: number; day: Day; at: Date }>
    }
    'hardship-earlier-plans': {
      row: { count: number }
      values: Sent<[string, string]>
    }
    'hardship-end': {
      row: { order_id: string }
      values: Sent<[string, string, Date]>
    }
    'hardship-end-moot': {
      row: never
      values: Sent<[string, string]>
    }
    'hardship-grant': {
      row: { order_id: string }
      values: Sent<[string, string, Date, Day, number]>
    }
    'hardship-insert': {
      row: never
      values: Sent<{ borrowerId: string; orderId: string; moveDays: number; requestedAt: Date; requestedDay: Day; referredFor: readonly string[] }>
    }
    'hardship-latest-repaid': {
      row: { had: boolean }
      values: Sent<[string]>
    }
    'hardship-one': {
      row: { borrowerId: string; orderId: string; state: 'awaiting' | 'granted' | 'refused' | 'ended'; moveDays: number; requestedAt: Date; requestedDay: Day; referredFor: readonly HardshipReason[]; refusal: string | null }
      values: Sent<[string, string]>
    }
    'hardship-refuse': {
      row: { order_id: string }
      values: Sent<[string, string, Date, string]>
    }
    'hardship-unanswered': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number]>
    }
    'hardship-waiting-one': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[string]>
    }
    'instalment-insert': {
      row: never
      values: Sent<[string, string, string]>
    }
    'key-facts-addendum-insert': {
      row: never
      values: Sent<[string, string, string, string, Uint8Array, Date]>
    }
    'key-facts-addendum-one': {
      row: { hash: string; sealed: Buffer }
      values: Sent<[string, string, string]>
    }
    'key-facts-hashes': {
      row: { hash: string }
      values: Sent<[string, string]>
    }
    'key-facts-insert': {
      row: never
      values: Sent<{ statements: Uint8Array; borrowerIds: readonly string[]; orderIds: readonly string[]; languages: readonly string[]; hashes: readonly string[]; starts: readonly number[]; lengths: readonly number[]; madeAt: readonly Date[] }>
    }
    'key-facts-one': {
      row: { hash: string; sealed: Buffer }
      values: Sent<[string, string, string]>
    }
    'ledger-borrowers': {
      row: { id: string }
      values: Sent<[string, number]>
    }
    'ledger-charges-of-order': {
      row: { interest: number; penal: number }
      values: Sent<[string, string]>
    }
    'ledger-charges-of-orders': {
      row: { orderId: string; interest: number; penal: number }
      values: Sent<[readonly string[], readonly string[]]>
    }
    'ledger-head': {
      row: { number: number; seal: string }
      values: Sent<[string]>
    }
    'ledger-heads': {
      row: { borrowerId: string; seal: string }
      values: Sent<[string, Day, number]>
    }
    'ledger-journals': {
      row: { borrowerId: string; number: number; name: PostingName; orderId: string; day: Day; at: Date; previous: string; seal: string; transfers: Transfer[] }
      values: Sent<[readonly string[]]>
    }
    'ledger-of-order': {
      row: { posting: string; debit: Account; credit: Account; amount: number; day: Day }
      values: Sent<[string, string]>
    }
    'ledger-post': {
      row: never
      values: Sent<{ borrowerId: string; name: string; orderId: string; day: Day; at: Date; debits: readonly string[]; credits: readonly string[]; amounts: readonly number[] }>
    }
    'ledger-posting-insert': {
      row: never
      values: Sent<{ borrowerId: string; number: number; name: string; orderId: string; day: Day; at: Date; previous: string; seal: string }>
    }
    'ledger-trial-balance': {
      row: { debit: Account; credit: Account; amount: number }
      values: readonly []
    }
    'loan-document-by-code': {
      row: { borrowerId: string; documentId: string }
      values: Sent<[string]>
    }
    'loan-document-code-insert': {
      row: never
      values: Sent<[string, string, string]>
    }
    'loan-document-content': {
      row: { sealed: Buffer }
      values: Sent<[string, string]>
    }
    'loan-document-content-insert': {
      row: never
      values: Sent<[string, string, Uint8Array]>
    }
    'loan-document-held': {
      row: { borrowerId: string; id: string; orderId: string; kind: 'key-facts-statement' | 'key-facts-addendum' | 'hardship-addendum' | 'receipt' | 'statement-of-account' | 'no-dues-certificate'; subject: string; version: number; amount: number | null; lender: string | null; issuedAt: Date; hash: string; code: DocumentCode; withdrawnAt: Date | null; isHeld: boolean; orderNo: string; sealed: Buffer }
      values: Sent<[string]>
    }
    'loan-document-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; kind: string; subject: string; version: number; amount: number; lender: string; issuedAt: Date; hash: string; code: string }>
    }
    'loan-document-of-borrower': {
      row: { borrowerId: string; id: string; orderId: string; kind: 'key-facts-statement' | 'key-facts-addendum' | 'hardship-addendum' | 'receipt' | 'statement-of-account' | 'no-dues-certificate'; subject: string; version: number; amount: number | null; lender: string | null; issuedAt: Date; hash: string; code: DocumentCode; withdrawnAt: Date | null; isHeld: boolean }
      values: Sent<[string]>
    }
    'loan-document-of-order': {
      row: { borrowerId: string; id: string; orderId: string; kind: 'key-facts-statement' | 'key-facts-addendum' | 'hardship-addendum' | 'receipt' | 'statement-of-account' | 'no-dues-certificate'; subject: string; version: number; amount: number | null; lender: string | null; issuedAt: Date; hash: string; code: DocumentCode; withdrawnAt: Date | null; isHeld: boolean }
      values: Sent<[string, string]>
    }
    'loan-document-one': {
      row: { borrowerId: string; id: string; orderId: string; kind: 'key-facts-statement' | 'key-facts-addendum' | 'hardship-addendum' | 'receipt' | 'statement-of-account' | 'no-dues-certificate'; subject: string; version: number; amount: number | null; lender: string | null; issuedAt: Date; hash: string; code: DocumentCode; withdrawnAt: Date | null; isHeld: boolean }
      values: Sent<[string, string]>
    }
    'loan-document-with-order': {
      row: { borrowerId: string; id: string; orderId: string; kind: 'key-facts-statement' | 'key-facts-addendum' | 'hardship-addendum' | 'receipt' | 'statement-of-account' | 'no-dues-certificate'; subject: string; version: number; amount: number | null; lender: string | null; issuedAt: Date; hash: string; code: DocumentCode; withdrawnAt: Date | null; isHeld: boolean; orderNo: string }
      values: Sent<[string, string]>
    }
    'loan-document-withdraw': {
      row: never
      values: Sent<[string, string, readonly string[], string, Date]>
    }
    'loan-document-withdraw-addendum': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'loan-document-withdraw-one': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'loan-of-order': {
      row: { borrower_id: string; order_id: string; disbursed_day: Day | null; principal: number; rate_ppm_year: number; penal_rate_ppm_year: number; penal_cap_bps: number; extension_fee_bps: number; isSettled: boolean; instalments: StoredInstalment[]; payments: StoredPayment[]; extensions: StoredExtension[]; deferral: StoredDeferral | null; waivers: StoredWaiver[] }
      values: Sent<[string, string]>
    }
    'loans-of-borrower': {
      row: { borrower_id: string; order_id: string; disbursed_day: Day | null; principal: number; rate_ppm_year: number; penal_rate_ppm_year: number; penal_cap_bps: number; extension_fee_bps: number; isSettled: boolean; instalments: StoredInstalment[]; payments: StoredPayment[]; extensions: StoredExtension[]; deferral: StoredDeferral | null; waivers: StoredWaiver[] }
      values: Sent<[string, readonly string[]]>
    }
    'loans-running': {
      row: { borrower_id: string; order_id: string; product_id: string; accrued_interest: number; accrued_penal: number; disbursed_day: Day | null; principal: number; rate_ppm_year: number; penal_rate_ppm_year: number; penal_cap_bps: number; extension_fee_bps: number; isSettled: boolean; instalments: StoredInstalment[]; payments: StoredPayment[]; extensions: StoredExtension[]; deferral: StoredDeferral | null; waivers: StoredWaiver[] }
      values: Sent<[readonly string[], readonly string[]]>
    }
    'mandate-held': {
      row: never
      values: Sent<[string, string, string, string]>
    }
    'mandate-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; cap: number; endsOn: Day; vendor: string; expiresAt: Date; at: Date }>
    }
    'mandate-looked': {
      row: never
      values: Sent<[string, string, Day]>
    }
    'mandate-of-order': {
      row: { borrowerId: string; id: string; orderId: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; isPausedInApp: boolean; cap: Paise; endsOn: Day; vendor: string; vendorRef: string | null; url: string | null; expiresAt: Date; heldState: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; createdAt: Date; changedAt: Date }
      values: Sent<[string, string]>
    }
    'mandate-one': {
      row: { borrowerId: string; id: string; orderId: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; isPausedInApp: boolean; cap: Paise; endsOn: Day; vendor: string; vendorRef: string | null; url: string | null; expiresAt: Date; heldState: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; createdAt: Date; changedAt: Date }
      values: Sent<[string, string]>
    }
    'mandate-owner': {
      row: { borrowerId: string; mandateId: string }
      values: Sent<[string, string]>
    }
    'mandate-owner-insert': {
      row: never
      values: Sent<[string, string, string, string]>
    }
    'mandate-page': {
      row: never
      values: Sent<[string, string, string, string]>
    }
    'mandate-state': {
      row: { mandate_id: string }
      values: Sent<{ state: string; isPausedInApp: boolean; heldState: string; at: Date; borrowerId: string; id: string; from: string }>
    }
    'mandate-to-announce': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, number, number, number]>
    }
    'mandate-unconfirmed': {
      row: { id: string; orderNo: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; heldState: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; vendor: string; since: Date }
      values: Sent<[Date, number]>
    }
    'mandate-unconfirmed-count': {
      row: { count: number }
      values: Sent<[Date]>
    }
    'mandate-unsynced': {
      row: { borrowerId: string; id: string }
      values: Sent<[Date, string, number]>
    }
    'money-under-way': {
      row: { orderId: string; amount: number; since: Date }
      values: Sent<[string, Date]>
    }
    'order-event-entered': {
      row: { at: Date }
      values: Sent<[string, string, string]>
    }
    'order-event-insert-first': {
      row: never
      values: Sent<[string]>
    }
    'order-event-insert-next': {
      row: never
      values: Sent<{ borrowerId: string; orderId: string; number: number; event: string; state: string; actor: string; details: string; at: Date }>
    }
    'order-event-last': {
      row: { number: number }
      values: Sent<[string, string]>
    }
    'order-event-names': {
      row: { event: string }
      values: Sent<[string, string]>
    }
    'order-in-list-by-sessions': {
      row: { id: string | null; productId: string; productName: string; principal: number; interest: number; arrive: number; state: 'auditing' | 'pass' | 'denied' | 'lending' | 'failed' | 'loaned' | 'settled' | 'overdue' | 'cancelled' | 'extension'; disbursedDay: Day | null; wasEverOverdue: boolean; worstOverdueDays: number; maxTenorDays: number; coolingOffDays: number; deniedAt: Date | null; reapplyWaitDays: number; outcome: 'payout' | 'payment' | 'denial' | 'failure' | null; outcomeAt: Date | null; answerUntil: Date | null; ceiling: number | null; later_ceiling: number | null; ceiling_eases: Day | null; paused_until: Day | null; later_paused_until: Day | null; pause_eases: Day | null; at: number; borrowerId: string; sessionId: string; deviceId: string; cookieHash: Buffer; boundTo: 'cookie' | 'key' | 'device'; isAppUser: boolean; isToBeNoted: boolean; isIdentityVerified: boolean; isDeviceKnown: boolean }
      values: Sent<{ notedSince: Date; borrowerIds: readonly string[]; tokenHashes: readonly Uint8Array[] | string; sessionIds: readonly string[]; among: readonly string[]; createdSince: Date; seenSince: Date }>
    }
    'order-insert': {
      row: never
      values: Sent<[string]>
    }
    'order-list': {
      row: { borrower_id: string; order_id: string; order_no: string; product_id: string; product_name: string; card_id: string; principal: number; rate_ppm_year: number; processing_fee_bps: number; discount_bps: number; period_days: number; instalments: number; max_tenor_days: number; penal_rate_ppm_year: number; penal_cap_bps: number; extension_fee_bps: number; cooling_off_days: number; service_fee: number; gst: number; arrive: number; interest: number; repayment: number; apr_bps: number; terms_hash: string; offer_working_days: number; purpose: 'shopping' | 'medical' | 'education' | 'tourism' | 'living' | 'vehicle' | null; auto_get_money: boolean; applied_at: Date; state: 'auditing' | 'pass' | 'denied' | 'lending' | 'failed' | 'loaned' | 'settled' | 'overdue' | 'cancelled' | 'extension'; reasons: readonly StoredReason[]; referred_at: Date | null; decided_at: Date | null; denied_at: Date | null; offer_until: Day | null; confirmed_at: Date | null; disbursed_at: Date | null; disbursed_day: Day | null; settled_at: Date | null; next_due_day: Day | null; closed_day: Day | null; was_ever_overdue: boolean; worst_overdue_days: number; extension_state: 0 | 2 | 3 | 4 | 5; was_returned: boolean; reapply_wait_days: number }
      values: Sent<[readonly string[]]>
    }
    'order-one': {
      row: { borrower_id: string; order_id: string; order_no: string; product_id: string; product_name: string; card_id: string; principal: number; rate_ppm_year: number; processing_fee_bps: number; discount_bps: number; period_days: number; instalments: number; max_tenor_days: number; penal_rate_ppm_year: number; penal_cap_bps: number; extension_fee_bps: number; cooling_off_days: number; service_fee: number; gst: number; arrive: number; interest: number; repayment: number; apr_bps: number; terms_hash: string; offer_working_days: number; purpose: 'shopping' | 'medical' | 'education' | 'tourism' | 'living' | 'vehicle' | null; auto_get_money: boolean; applied_at: Date; state: 'auditing' | 'pass' | 'denied' | 'lending' | 'failed' | 'loaned' | 'settled' | 'overdue' | 'cancelled' | 'extension'; reasons: readonly StoredReason[]; referred_at: Date | null; decided_at: Date | null; denied_at: Date | null; offer_until: Day | null; confirmed_at: Date | null; disbursed_at: Date | null; disbursed_day: Day | null; settled_at: Date | null; next_due_day: Day | null; closed_day: Day | null; was_ever_overdue: boolean; worst_overdue_days: number; extension_state: 0 | 2 | 3 | 4 | 5; was_returned: boolean; reapply_wait_days: number }
      values: Sent<[string, string]>
    }
    'order-progress': {
      row: { order_id: string }
      values: Sent<{ state: string; reasons: string; referredAt: Date; decidedAt: Date; deniedAt: Date; offerUntil: Day; confirmedAt: Date; disbursedAt: Date; disbursedDay: Day; settledAt: Date; nextDueDay: Day; closedDay: Day; wasEverOverdue: boolean; worstOverdueDays: number; extensionState: number; wasReturned: boolean; reapplyWaitDays: number; borrowerId: string; id: string; from: string }>
    }
    'outcome-clear': {
      row: never
      values: Sent<[string, Date]>
    }
    'outcome-set': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'own-limits': {
      row: { borrower_id: string; ceiling: number | null; later_ceiling: number | null; ceiling_eases: Day | null; paused_until: Day | null; later_paused_until: Day | null; pause_eases: Day | null }
      values: Sent<[readonly string[]]>
    }
    'own-limits-save': {
      row: never
      values: Sent<{ borrowerId: string; ceiling: number; laterCeiling: number; ceilingEases: Day; pausedUntil: Day; laterPausedUntil: Day; pauseEases: Day; at: Date }>
    }
    'payment-insert': {
      row: never
      values: Sent<{ id: string; borrowerId: string; orderId: string; requestKey: string; scope: string; amount: number; vendor: string; at: Date; extensionId: string; expiresAt: Date; lastInstalment: number }>
    }
    'payment-latest': {
      row: { borrower_id: string; payment_id: string; order_id: string; extension_id: string | null; scope: PaymentScope; amount: number; last_instalment: number | null; vendor: string; link_ref: string | null; url: string | null; upi_ref: string | null; upi_intent: string | null; status: 'pending' | 'failed' | 'paid'; created_at: Date; expires_at: Date; status_at: Date; pending_since: Date | null; received: number }
      values: Sent<[string, string]>
    }
    'payment-link': {
      row: never
      values: Sent<[string, string, string, string]>
    }
    'payment-of-extension': {
      row: { borrower_id: string; payment_id: string; order_id: string; extension_id: string | null; scope: PaymentScope; amount: number; last_instalment: number | null; vendor: string; link_ref: string | null; url: string | null; upi_ref: string | null; upi_intent: string | null; status: 'pending' | 'failed' | 'paid'; created_at: Date; expires_at: Date; status_at: Date; pending_since: Date | null; received: number }
      values: Sent<[string, string, string]>
    }
    'payment-of-order': {
      row: { borrower_id: string; payment_id: string; order_id: string; extension_id: string | null; scope: PaymentScope; amount: number; last_instalment: number | null; vendor: string; link_ref: string | null; url: string | null; upi_ref: string | null; upi_intent: string | null; status: 'pending' | 'failed' | 'paid'; created_at: Date; expires_at: Date; status_at: Date; pending_since: Date | null; received: number }
      values: Sent<[string, string]>
    }
    'payment-of-request': {
      row: { borrower_id: string; payment_id: string; order_id: string; extension_id: string | null; scope: PaymentScope; amount: number; last_instalment: number | null; vendor: string; link_ref: string | null; url: string | null; upi_ref: string | null; upi_intent: string | null; status: 'pending' | 'failed' | 'paid'; created_at: Date; expires_at: Date; status_at: Date; pending_since: Date | null; received: number }
      values: Sent<[string, string]>
    }
    'payment-one': {
      row: { borrower_id: string; payment_id: string; order_id: string; extension_id: string | null; scope: PaymentScope; amount: number; last_instalment: number | null; vendor: string; link_ref: string | null; url: string | null; upi_ref: string | null; upi_intent: string | null; status: 'pending' | 'failed' | 'paid'; created_at: Date; expires_at: Date; status_at: Date; pending_since: Date | null; received: number }
      values: Sent<[string, string]>
    }
    'payment-owner': {
      row: { borrower_id: string }
      values: Sent<[string]>
    }
    'payment-pending': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'payment-status': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'payment-upi': {
      row: { upiRef: string; intent: string }
      values: Sent<[string, string, string, string]>
    }
    'payout-checked': {
      row: never
      values: Sent<[string, string, Day, number]>
    }
    'payout-end': {
      row: never
      values: Sent<{ state: string; at: Date; utr: string; reason: string; day: Day; borrowerId: string; id: string }>
    }
    'payout-event-insert': {
      row: { event_id: string }
      values: Sent<[string, string, string, string, Date]>
    }
    'payout-insert': {
      row: never
      values: Sent<[string, string, string, number, Date]>
    }
    'payout-one': {
      row: { borrower_id: string; payout_id: string; order_id: string; amount: number; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; stopped_at: Date | null; vendor: string | null }
      values: Sent<[string, string]>
    }
    'payout-owner': {
      row: { borrower_id: string }
      values: Sent<[string]>
    }
    'payout-stop': {
      row: { payout_id: string }
      values: Sent<[string, string, Date]>
    }
    'payout-to-check': {
      row: { borrower_id: string; payout_id: string; order_id: string; amount: number; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; stopped_at: Date | null; vendor: string | null }
      values: Sent<[Day, number, readonly number[], readonly number[], string, number]>
    }
    'payout-vendor': {
      row: { vendor: string }
      values: Sent<[string, string, string]>
    }
    'penal-waiver-insert': {
      row: never
      values: Sent<{ borrowerId: string; orderId: string; waiverId: string; amount: number; day: Day; afterReceipts: number; at: Date }>
    }
    'policy-in-effect': {
      row: { version: number; fromDay: Day; affordablePercent: number; outOfReachPercent: number; lateDaysToLookAt: number; lateDaysToDeny: number; reapplyWaitDays: number; offerWorkingDays: number; tiers: Tiers; ladder: Ladder; secondPersonFrom: Paise | null; newAccountDays: number; looksPerDay: Readonly<Record<string, number | undefined>>; names: readonly string[] | null; madeAt: Date }
      values: Sent<[Day]>
    }
    'policy-insert': {
      row: { version: number }
      values: Sent<{ version: number; fromDay: Day; affordablePercent: number; outOfReachPercent: number; lateDaysToLookAt: number; lateDaysToDeny: number; reapplyWaitDays: number; offerWorkingDays: number; tiers: string; ladder: string; secondPersonFrom: number; newAccountDays: number; looksPerDay: string; names: readonly string[]; madeAt: Date }>
    }
    'policy-versions': {
      row: { version: number; fromDay: Day; affordablePercent: number; outOfReachPercent: number; lateDaysToLookAt: number; lateDaysToDeny: number; reapplyWaitDays: number; offerWorkingDays: number; tiers: Tiers; ladder: Ladder; secondPersonFrom: Paise | null; newAccountDays: number; looksPerDay: Readonly<Record<string, number | undefined>>; names: readonly string[] | null; madeAt: Date }
      values: readonly []
    }
    'product-insert': {
      row: never
      values: Sent<[string, number]>
    }
    'product-list': {
      row: { product_id: string; name: string; logo: string; order_num: number; kind: 'own' | 'external'; is_full: boolean; amounts: readonly number[]; h5_href: string | null; rate_ppm_year: number | null; processing_fee_bps: number | null; period_days: number | null; instalments: number | null; max_tenor_days: number | null; penal_rate_ppm_year: number | null; penal_cap_bps: number | null; extension_fee_bps: number | null; cooling_off_days: number | null; texts: ProductTexts }
      values: Sent<[Day]>
    }
    'product-lock': {
      row: { product_id: string }
      values: Sent<[string]>
    }
    'product-some': {
      row: { product_id: string; name: string; logo: string; order_num: number; kind: 'own' | 'external'; is_full: boolean; amounts: readonly number[]; h5_href: string | null; rate_ppm_year: number | null; processing_fee_bps: number | null; period_days: number | null; instalments: number | null; max_tenor_days: number | null; penal_rate_ppm_year: number | null; penal_cap_bps: number | null; extension_fee_bps: number | null; cooling_off_days: number | null; texts: ProductTexts; limits: PolicyLimits | null }
      values: Sent<[readonly string[], Day]>
    }
    'product-version-insert': {
      row: never
      values: Sent<{ version: number; fromDay: Day; isOffered: boolean; madeAt: Date; position: number; names: readonly string[]; row: string }>
    }
    'product-versions': {
      row: { version: number; fromDay: Day; isOffered: boolean; madeAt: Date; names: readonly string[] | null; position: number; product_id: string; name: string; logo: string; order_num: number; kind: 'own' | 'external'; is_full: boolean; amounts: readonly number[]; h5_href: string | null; rate_ppm_year: number | null; processing_fee_bps: number | null; period_days: number | null; instalments: number | null; max_tenor_days: number | null; penal_rate_ppm_year: number | null; penal_cap_bps: number | null; extension_fee_bps: number | null; cooling_off_days: number | null; texts: ProductTexts }
      values: Sent<[string]>
    }
    'provider-attempt-insert': {
      row: { attempt_ref: string }
      values: Sent<[string, string, string, string, Date]>
    }
    'provider-event-close': {
      row: { event_id: string }
      values: Sent<[string, string, string, Date]>
    }
    'provider-event-insert': {
      row: { event_id: string }
      values: Sent<{ vendor: string; eventId: string; paymentId: string; attemptRef: string; state: string; amount: number; at: Date; isOurs: boolean; doubt: string; currency: string }>
    }
    'provider-event-unattributed': {
      row: { vendor: string; eventId: string; paymentId: string; attemptRef: string; amount: number; receivedAt: Date; doubt: 'not-in-rupees' | 'not-captured' | null; currency: string | null }
      values: Sent<[number]>
    }
    'provider-event-unattributed-one': {
      row: { vendor: string; eventId: string; paymentId: string; attemptRef: string; amount: number; receivedAt: Date; doubt: 'not-in-rupees' | 'not-captured' | null; currency: string | null }
      values: Sent<[string]>
    }
    'question-answer': {
      row: never
      values: Sent<[string, string, number, Uint8Array, Date]>
    }
    'question-insert': {
      row: never
      values: Sent<{ borrowerId: string; orderId: string; number: number; kind: string; wordsSealed: Uint8Array; askedAt: Date; askedBy: string; answerUntil: Date }>
    }
    'questions-of-borrower': {
      row: { orderNo: string; borrowerId: string; orderId: string; number: number; kind: 'income' | 'obligations' | 'late-loan' | 'workplace' | null; wordsSealed: Buffer | null; askedAt: Date; answerUntil: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[string]>
    }
    'questions-of-order': {
      row: { borrowerId: string; orderId: string; number: number; kind: 'income' | 'obligations' | 'late-loan' | 'workplace' | null; wordsSealed: Buffer | null; askedAt: Date; answerUntil: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[string, string]>
    }
    'receipt-ids-of-borrower': {
      row: { id: string; orderId: string }
      values: Sent<[string]>
    }
    'receipt-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; paymentId: string; number: number; vendor: string; attemptRef: string; amount: number; penal: number; interest: number; principal: number; excess: number; day: Day; madeAt: Date; at: Date; extensionId: string; held: number }>
    }
    'receipt-list': {
      row: { receipt_id: string; order_id: string; payment_id: string; number: number; vendor: string; attempt_ref: string; amount: number; penal: number; interest: number; principal: number; excess: number; day: Day; extension_id: string | null; held: number }
      values: Sent<[string, string]>
    }
    'refund-done': {
      row: { refund_id: string }
      values: Sent<[string, string, Date]>
    }
    'refund-give-up': {
      row: { refund_id: string }
      values: Sent<[string, string, Date]>
    }
    'refund-given-up': {
      row: { borrowerId: string; id: string; orderId: string; orderNo: string; amount: number }
      values: Sent<[string]>
    }
    'refund-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; receiptId: string; cause: string; amount: number; at: Date }>
    }
    'refund-of-order': {
      row: { receiptId: string; cause: 'excess' | 'payout-reversed' | 'extension-ended'; amount: number; isDone: boolean }
      values: Sent<[string, string]>
    }
    'refund-pending': {
      row: { borrower_id: string; refund_id: string; order_id: string; receipt_id: string; cause: 'excess' | 'payout-reversed' | 'extension-ended'; amount: number; attempt_ref: string; vendor: string; scope: PaymentScope }
      values: Sent<[string, string]>
    }
    'refund-settle': {
      row: { refund_id: string }
      values: Sent<[string, string, Date, string]>
    }
    'rehearsal-decisions': {
      row: { borrowerId: string; orderId: string; event: string; facts: EncryptedFacts }
      values: Sent<[string, Date, number]>
    }
    'reminder-dispute': {
      row: { feedback_id: string | null }
      values: Sent<[string, Date]>
    }
    'reminder-language': {
      row: { language: Language }
      values: Sent<[string]>
    }
    'reminder-looked-at': {
      row: never
      values: Sent<[string, string, Day]>
    }
    'reminder-order': {
      row: { one: number | null }
      values: Sent<[Day, readonly string[], Date, string, string]>
    }
    'reminder-orders': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[Day, readonly string[], Date, number, number, number]>
    }
    'reminder-wish': {
      row: { way: 'usual' | 'text'; time: 'any' | 'morning' | 'afternoon' | 'evening'; language: Language }
      values: Sent<[string]>
    }
    'reminder-wish-save': {
      row: never
      values: Sent<[string, string, string, string, Date]>
    }
    'reservation-due': {
      row: { borrowerId: string; reservationId: string }
      values: readonly []
    }
    'reservation-end': {
      row: never
      values: Sent<{ state: string; reason: string; appliedOrderId: string; at: Date; refusal: string; borrowerId: string; id: string }>
    }
    'reservation-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; orderId: string; productId: string; cardId: string; amount: number; createdAt: Date }>
    }
    'reservation-latest': {
      row: { borrowerId: string; id: string; orderId: string; productId: string; cardId: string; amount: number; state: 'waiting' | 'applied' | 'refused' | 'cancelled'; reason: string | null; refusal: StatedReason | null; appliedOrderId: string | null; createdAt: Date }
      values: Sent<[string, string]>
    }
    'reservation-one': {
      row: { borrowerId: string; id: string; orderId: string; productId: string; cardId: string; amount: number; state: 'waiting' | 'applied' | 'refused' | 'cancelled'; reason: string | null; refusal: StatedReason | null; appliedOrderId: string | null; createdAt: Date }
      values: Sent<[string, string]>
    }
    'reservation-waiting': {
      row: { borrowerId: string; id: string; orderId: string; productId: string; cardId: string; amount: number; state: 'waiting' | 'applied' | 'refused' | 'cancelled'; reason: string | null; refusal: StatedReason | null; appliedOrderId: string | null; createdAt: Date }
      values: Sent<[string]>
    }
    'skipped-order-add': {
      row: never
      values: Sent<[string, string, string, string, Date, number]>
    }
    'skipped-order-clear': {
      row: never
      values: Sent<[string, string, string]>
    }
    'skipped-order-count': {
      row: { step: ClosingStep; count: number }
      values: readonly []
    }
    'skipped-order-due': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[string, Date, number, number, number]>
    }
    'skipped-order-list': {
      row: { orderId: string; orderNo: string; step: ClosingStep; reason: string; tries: number; since: Date; againAt: Date }
      values: readonly []
    }
    'under-way-elsewhere': {
      row: { what: 'payouts' | 'refunds' | 'payment links'; vendor: string; count: number }
      values: Sent<[string, string]>
    }
    'unfinished-payment': {
      row: { borrowerId: string; id: string }
      values: Sent<[Date, string, number]>
    }
    'unfinished-payout': {
      row: { borrowerId: string; id: string }
      values: Sent<[Date, string, number]>
    }
    'unfinished-payouts-long': {
      row: { id: string; orderNo: string; amount: number; since: Date; isStopped: boolean }
      values: Sent<[Date, number]>
    }
    'unfinished-refund': {
      row: { borrowerId: string; id: string }
      values: Sent<[Date, string, number]>
    }
    'unfinished-refunds-long': {
      row: { id: string; orderNo: string; amount: number; since: Date; isGivenUp: boolean }
      values: Sent<[Date, number]>
    }
    'waiting-order': {
      row: { borrowerId: string; orderId: string }
      values: Sent<[string]>
    }
    'waiting-orders': {
      row: { borrowerId: string; orderId: string }
      values: readonly []
    }
  }
}
