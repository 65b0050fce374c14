import type { Paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'

/** A hosted page on which a borrower pays one payment request. */
export type PaymentLinkRequest = {
  /** Our id of the payment request; the provider returns it with every event. The same id opens the same link. */
  readonly paymentId: string
  readonly amount: Paise
  /** From then on the page takes no money. At least a quarter of an hour ahead. */
  readonly expiresAt: Date
  readonly description: string
  /** Where the provider sends the browser afterwards. What it adds to the address is never believed. */
  readonly returnUrl: string
  /** Providers ask for it; nothing is sent to it. */
  readonly payerPhone: MobileNumber
}

export type PaymentLink = { readonly linkRef: string; readonly url: string }

/** Money that really moved, or an attempt that did not. One attempt has one reference, however often it is told. */
export type PaymentEvent = {
  readonly eventId: string
  readonly paymentId: string
  readonly attemptRef: string
  readonly state: 'paid' | 'failed'
  readonly amount: Paise
  /** When the money moved, by the provider's own signed word. Without it, the day on which we learn of it counts. */
  readonly paidAt?: Date | undefined
}

export type WebhookReading =
  | { readonly kind: 'event'; readonly event: PaymentEvent }
  /** Genuine, but nothing that concerns us. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/** `given-up`: the provider could not send it, whatever it tried, and will not try again. A person must look. */
export type RefundStatus = { readonly state: 'done' | 'pending' | 'given-up' }

/** Collects money. Throws only when the provider could not be asked. */
export type PaymentPort = {
  readonly name: string
  createLink(request: PaymentLinkRequest): Promise<PaymentLink>
  /** Every attempt on a link that the provider knows to have ended: the way to learn of a webhook that never came. */
  attempts(linkRef: string): Promise<readonly Omit<PaymentEvent, 'eventId'>[]>
  /** Checks the signature over the raw body in constant time, and its time window. */
  readWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): WebhookReading
  /** Sends money of an attempt back. The same key never refunds twice. */
  refund(request: {
    readonly key: string
    readonly attemptRef: string
    readonly amount: Paise
  }): Promise<RefundStatus>
}
