import type { Paise } from '#domain/money.ts'

/** A transfer to a borrower's own bank account. */
export type PayoutRequest = {
  /** The same key never pays twice, however often it is sent. */
  readonly key: string
  readonly amount: Paise
  readonly account: { readonly holder: string; readonly number: string; readonly ifsc: string }
  /** The text on the borrower's bank statement: at most 30 letters, digits and spaces. */
  readonly narration: string
}

export type PayoutStatus =
  | { readonly state: 'pending' }
  | { readonly state: 'succeeded'; readonly utr: string }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'reversed'; readonly reason: string }

/** A signed message about a payout's state; it may come twice, late, in any order, or never. */
export type PayoutEvent = {
  readonly vendor: string
  readonly eventId: string
  readonly key: string
  readonly status: Exclude<PayoutStatus, { readonly state: 'pending' }>
}

export type PayoutReading =
  | { readonly kind: 'event'; readonly event: PayoutEvent }
  /** Genuine, but irrelevant to us. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/**
 * Sends money. Throws only when the provider could not be reached; the caller asks again with the
 * same key.
 */
export type PayoutPort = {
  readonly name: string
  /** For this many days after a payout arrived it may still be reversed, and `status` is called. */
  readonly reversibleForDays: number
  send(request: PayoutRequest): Promise<PayoutStatus>
  /** `unknown` where the provider never received the key. */
  status(key: string): Promise<PayoutStatus | { readonly state: 'unknown' }>
  /**
   * Checks the signature over the raw body in constant time, and its time window. Absent for a
   * provider without webhooks.
   */
  readWebhook?(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): PayoutReading
}
