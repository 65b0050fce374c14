import type { MandateState } from '#domain/lending/mandate.ts'
import type { Paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import type { KnownAttempt, PaymentEvent, RefundStatus } from '#server/providers/payment/port.ts'
import type { WebhookHeaders } from '#server/providers/webhook-signature.ts'

/** The page on which a borrower approves a mandate in their UPI app. */
export type MandateRequest = {
  /** Our id of the mandate. The same id opens the same page. */
  readonly mandateId: string
  /** The most that one debit may take. */
  readonly cap: Paise
  /** From then on nothing may be debited. */
  readonly endsAt: Date
  /** From then on the page takes no approval. At least a quarter of an hour ahead. */
  readonly expiresAt: Date
  readonly description: string
  /** Where the service sends the browser afterwards; nothing it adds is trusted. */
  readonly returnUrl: string
  readonly payerPhone: MobileNumber
}

export type MandatePage = { readonly mandateRef: string; readonly url: string }

/** A mandate at its service. `key` is its name in the service's messages. */
export type HeldMandate = { readonly state: MandateState; readonly key?: string | undefined }

/** One debit. The same id is announced once, and debited at most once. */
export type DebitRequest = {
  readonly debitId: string
  readonly mandateRef: string
  readonly amount: Paise
  readonly payerPhone: MobileNumber
}

export type MandateReading =
  /** Something about a mandate changed: ask for its state. */
  | { readonly kind: 'mandate'; readonly eventId: string; readonly key: string }
  /** The end of a debit; its `paymentId` is our id of the debit. */
  | { readonly kind: 'event'; readonly event: PaymentEvent }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/**
 * Holds UPI AutoPay mandates and debits them. Throws only when the service could not be asked.
 */
export type MandatePort = {
  /** The same name as that of the payment provider, which sends the money back. */
  readonly name: string
  create(request: MandateRequest): Promise<MandatePage>
  state(mandateRef: string): Promise<HeldMandate>
  /**
   * Sends the service the state that the borrower commanded. `pending`: not confirmed yet, ask
   * again. A service without a pause of its own answers `done`: it starts no debit by itself.
   */
  setState(
    mandateRef: string,
    state: 'active' | 'paused' | 'revoked',
  ): Promise<{ readonly state: 'done' | 'pending' }>
  /**
   * Has the service announce a debit to the borrower, at least 24 hours before `debitAt`. Nothing is
   * debited by it.
   */
  announce(
    request: DebitRequest & { readonly debitAt: Date },
  ): Promise<{ readonly debitRef: string }>
  /** Starts an announced debit, once. Its end comes by webhook, or from `attempts`. */
  debit(request: DebitRequest & { readonly debitRef: string }): Promise<void>
  /** The attempts of a debit. */
  attempts(debitRef: string): Promise<readonly KnownAttempt[]>
  readWebhook(rawBody: Uint8Array, headers: WebhookHeaders): MandateReading
  /** Refunds money of a debit. The same key never refunds twice. */
  refund(request: {
    readonly key: string
    readonly attemptRef: string
    readonly amount: Paise
  }): Promise<RefundStatus>
}
