/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { Paise } from '#domain/money.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'sandbox-aadhaar-otp-insert': {
      row: never
      values: Sent<[string, Uint8Array, string, Uint8Array, Date]>
    }
    'sandbox-aadhaar-otp-last-sent': {
      row: { sent_at: Date | null }
      values: Sent<[Uint8Array, string]>
    }
    'sandbox-aadhaar-otp-try': {
      row: { answer: Buffer; sent_at: Date; tries: number; is_used: boolean }
      values: Sent<[string]>
    }
    'sandbox-aadhaar-otp-used': {
      row: never
      values: Sent<[string]>
    }
    'sandbox-code-issuer': {
      row: { key: string | null; certificate: string | null }
      values: readonly []
    }
    'sandbox-code-issuer-keep': {
      row: { key: string | null; certificate: string | null }
      values: Sent<[string, string]>
    }
    'sandbox-debit-attempts': {
      row: { paymentId: string; attemptRef: string; state: 'paid' | 'failed'; amount: Paise; paidAt: Date }
      values: Sent<[string]>
    }
    'sandbox-debit-end': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'sandbox-debit-insert': {
      row: never
      values: Sent<[string, string, string, number, Date]>
    }
    'sandbox-debit-lock': {
      row: { ref: string; debitId: string; mandateRef: string; amount: Paise; announcedAt: Date; state: 'paid' | 'failed' | null }
      values: Sent<[string]>
    }
    'sandbox-debit-of-id': {
      row: { ref: string }
      values: Sent<[string]>
    }
    'sandbox-debit-paid-lock': {
      row: { paidPaise: Paise }
      values: Sent<[string]>
    }
    'sandbox-debit-refund-insert': {
      row: never
      values: Sent<[string, string, number, Date]>
    }
    'sandbox-debit-refunds': {
      row: { key: string; amountPaise: number }
      values: Sent<[string]>
    }
    'sandbox-digilocker-insert': {
      row: never
      values: Sent<[string, string, string, string, Date]>
    }
    'sandbox-digilocker-one': {
      row: { id: string; returnUrl: string; state: 'waiting' | 'shared' | 'declined'; seed: string; openedAt: Date }
      values: Sent<[string]>
    }
    'sandbox-digilocker-press': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'sandbox-mandate-by-ref': {
      row: { ref: string; mandateId: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; capPaise: Paise; description: string; returnUrl: string; endsAt: Date; createdAt: Date; expiresAt: Date; isFailing: boolean }
      values: Sent<[string]>
    }
    'sandbox-mandate-failing': {
      row: never
      values: Sent<[string, boolean]>
    }
    'sandbox-mandate-insert': {
      row: never
      values: Sent<{ ref: string; mandateId: string; cap: number; description: string; returnUrl: string; endsAt: Date; now: Date; expiresAt: Date }>
    }
    'sandbox-mandate-lock': {
      row: { ref: string; mandateId: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; capPaise: Paise; description: string; returnUrl: string; endsAt: Date; createdAt: Date; expiresAt: Date; isFailing: boolean }
      values: Sent<[string]>
    }
    'sandbox-mandate-newest': {
      row: { ref: string; mandateId: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; capPaise: Paise; description: string; returnUrl: string; endsAt: Date; createdAt: Date; expiresAt: Date; isFailing: boolean }
      values: readonly []
    }
    'sandbox-mandate-of-id': {
      row: { ref: string }
      values: Sent<[string]>
    }
    'sandbox-mandate-state': {
      row: never
      values: Sent<[string, string]>
    }
    'sandbox-mandate-webhook-insert': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'sandbox-payment-attempt-insert': {
      row: never
      values: Sent<[string, string, string, number, Date, boolean]>
    }
    'sandbox-payment-attempt-lock': {
      row: { paidPaise: Paise; takesRefunds: boolean }
      values: Sent<[string]>
    }
    'sandbox-payment-attempts': {
      row: { paymentId: string; attemptRef: string; state: 'paid' | 'failed'; amount: Paise; paidAt: Date }
      values: Sent<[string]>
    }
    'sandbox-payment-link-by-ref': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string | null }
      values: Sent<[string]>
    }
    'sandbox-payment-link-insert': {
      row: never
      values: Sent<{ ref: string; paymentId: string; amount: number; description: string; returnUrl: string; now: Date; expiresAt: Date }>
    }
    'sandbox-payment-link-lock': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string | null }
      values: Sent<[string]>
    }
    'sandbox-payment-link-newest': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string | null }
      values: readonly []
    }
    'sandbox-payment-link-of-payment': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string | null }
      values: Sent<[string]>
    }
    'sandbox-payment-link-paid': {
      row: never
      values: Sent<[string]>
    }
    'sandbox-payout-by-id': {
      row: { id: string; key: string; amountPaise: Paise; holderSealed: Buffer | null; accountLastFour: string; ifsc: string; narration: string; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; utr: string; reason: string | null; sentAt: Date }
      values: Sent<[string]>
    }
    'sandbox-payout-by-key': {
      row: { id: string; key: string; amountPaise: Paise; holderSealed: Buffer | null; accountLastFour: string; ifsc: string; narration: string; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; utr: string; reason: string | null; sentAt: Date }
      values: Sent<[string]>
    }
    'sandbox-payout-delay': {
      row: { id: string; key: string; amountPaise: Paise; holderSealed: Buffer | null; accountLastFour: string; ifsc: string; narration: string; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; utr: string; reason: string | null; sentAt: Date }
      values: Sent<[string, Date]>
    }
    'sandbox-payout-end-as': {
      row: { id: string; key: string; amountPaise: Paise; holderSealed: Buffer | null; accountLastFour: string; ifsc: string; narration: string; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; utr: string; reason: string | null; sentAt: Date }
      values: Sent<[string, string, string]>
    }
    'sandbox-payout-end-due': {
      row: never
      values: Sent<[Date, string]>
    }
    'sandbox-payout-hold-read': {
      row: { held: boolean }
      values: readonly []
    }
    'sandbox-payout-hold-write': {
      row: never
      values: Sent<[boolean]>
    }
    'sandbox-payout-insert': {
      row: never
      values: Sent<{ id: string; key: string; amount: number; holderSealed: Uint8Array; lastFour: string; ifsc: string; narration: string; utr: string; now: Date; dueAt: Date }>
    }
    'sandbox-payout-newest': {
      row: { id: string; key: string; amountPaise: Paise; holderSealed: Buffer | null; accountLastFour: string; ifsc: string; narration: string; state: 'pending' | 'succeeded' | 'refused' | 'reversed'; utr: string; reason: string | null; sentAt: Date }
      values: readonly []
    }
    'sandbox-push-insert': {
      row: never
      values: Sent<[string, string, string, string, string, Date]>
    }
    'sandbox-push-newest': {
      row: { host: string; title: string; body: string; path: string; sentAt: Date }
      values: readonly []
    }
    'sandbox-refund-insert': {
      row: never
      values: Sent<[string, string, number, Date]>
    }
    'sandbox-refunds-of-attempt': {
      row: { key: string; amountPaise: number }
      values: Sent<[string]>
    }
    'sandbox-sms-insert': {
      row: never
      values: Sent<[string, Uint8Array, Uint8Array, Date]>
    }
    'sandbox-sms-newest': {
      row: { id: string; sealed: Buffer; sentAt: Date }
      values: Sent<[Uint8Array, number]>
    }
    'sandbox-upi-request-by-ref': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string }
      values: Sent<[string]>
    }
    'sandbox-upi-request-insert': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'sandbox-upi-request-lock': {
      row: { ref: string; paymentId: string; amountPaise: Paise; description: string; returnUrl: string; isPaid: boolean; createdAt: Date; expiresAt: Date; upiRef: string }
      values: Sent<[string]>
    }
    'sandbox-upi-request-of-payment': {
      row: { ref: string; amountPaise: Paise; description: string }
      values: Sent<[string]>
    }
    'sandbox-upi-request-paid': {
      row: never
      values: Sent<[string]>
    }
    'sandbox-webhook-claim-due': {
      row: { eventId: string; copy: number; body: string; path: string; tries: number }
      values: Sent<[Date, Date]>
    }
    'sandbox-webhook-delivered': {
      row: never
      values: Sent<[string, number]>
    }
    'sandbox-webhook-insert': {
      row: never
      values: Sent<[string, number, string, Date]>
    }
    'sandbox-webhook-put-off': {
      row: never
      values: Sent<[string, number, string, Date]>
    }
    'sandbox-webhook-secret': {
      row: { secret: string }
      values: Sent<[string]>
    }
    'vendor-refusal-clear': {
      row: never
      values: Sent<[string, string]>
    }
    'vendor-refusal-list': {
      row: { port: string; call: string; vendor: string; since: Date; lastAt: Date }
      values: readonly []
    }
    'vendor-refusal-note': {
      row: never
      values: Sent<{ port: string; call: string; vendor: string; at: Date }>
    }
  }
}
