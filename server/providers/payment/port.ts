import type { Paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'

/** A hosted page on which a borrower pays one payment request. */
export type PaymentLinkRequest = {
  /** Our id of the payment request; the provider returns it with every event. The same id opens the same link. */
  readonly paymentId: string
  readonly amount: Paise
  /** From then on the page accepts no money. At least a quarter of an hour ahead. */
  readonly expiresAt: Date
  readonly description: string
  /**
   * Where the provider sends the browser afterwards. Anything it adds to the address is not
   * trusted.
   */
  readonly returnUrl: string
  /** Providers require it; nothing is sent to it. */
  readonly payerPhone: MobileNumber
}

export type PaymentLink = { readonly linkRef: string; readonly url: string }

/** A request to the payer's UPI app for the same payment request as a page. */
export type UpiRequest = {
  readonly upiRef: string
  /** `upi://pay?…`: opens a UPI app on the payer's phone; as a code, one on another phone. */
  readonly intent: string
}

/**
 * Money that moved, or an attempt that failed. One attempt has one reference, however often it is
 * reported.
 */
export type PaymentEvent = {
  readonly eventId: string
  readonly paymentId: string
  readonly attemptRef: string
  /**
   * `doubtful`: reported as made, but in another currency than the rupee, or not captured. It is never
   * booked: a person must look.
   */
  readonly state: 'paid' | 'failed' | 'doubtful'
  /** In the smallest unit of `currency`, for a doubtful one; 0 where it could not be read. */
  readonly amount: Paise
  /** Of a doubtful one, if it is not the rupee. */
  readonly currency?: string | undefined
  /**
   * When the money moved, according to the provider's signed message. Without it, the day on which
   * it is reported counts.
   */
  readonly paidAt?: Date | undefined
}

/**
 * An attempt as the provider's books show it. `pending`: it was begun, at its `paidAt`, and money may be
 * on its way.
 */
export type KnownAttempt = Omit<PaymentEvent, 'eventId' | 'state'> & {
  readonly state: PaymentEvent['state'] | 'pending'
}

export type WebhookReading =
  | { readonly kind: 'event'; readonly event: PaymentEvent }
  /** Genuine, but irrelevant to us. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/** `given-up`: the provider could not send it and will not try again. A person must look. */
export type RefundStatus = { readonly state: 'done' | 'pending' | 'given-up' }

/** Collects payments. Throws only when the provider could not be reached. */
export type PaymentPort = {
  readonly name: string
  createLink(request: PaymentLinkRequest): Promise<PaymentLink>
  /**
   * Requests the amount of an open page from the payer's UPI app as well, until the same time. The
   * provider takes both payments if both are made. Each call may make another request: only one may
   * be shown to the payer. Absent where the provider offers no such request.
   */
  openUpi?: ((request: Omit<PaymentLinkRequest, 'returnUrl'>) => Promise<UpiRequest>) | undefined
  /**
   * Every attempt on a link that the provider knows, and on its UPI request, as the answer to a
   * webhook that never came. A page that was merely opened has none.
   */
  attempts(linkRef: string, upiRef?: string): Promise<readonly KnownAttempt[]>
  /** Checks the signature over the raw body in constant time, and its time window. */
  readWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): WebhookReading
  /** Refunds money of an attempt. The same key never refunds twice. */
  refund(request: {
    readonly key: string
    readonly attemptRef: string
    readonly amount: Paise
  }): Promise<RefundStatus>
}
