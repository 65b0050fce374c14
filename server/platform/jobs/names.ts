import type { DecisionReason } from '#domain/lending/decision.ts'

/** News for immediate notification: of an order, the borrower's face check, passkeys or a feedback. */
export type OrderNews =
  | 'approved'
  | 'denied'
  | 'may-apply-again'
  | 'question-asked'
  | 'payout-arrived'
  | 'payout-refused'
  | 'payout-reversed'
  | 'due-soon'
  | 'due-today'
  | 'payment-received'
  | 'settled'
  | 'hardship-granted'
  | 'hardship-refused'
  | 'penal-waived'
  | 'autopay-notice'
  | 'autopay-failed'
  | 'autopay-cannot'
  | 'autopay-off'
  | 'reservation-applied'
  | 'reservation-refused'
  | 'face-passed'
  | 'face-denied'
  | 'identity-passed'
  | 'identity-denied'
  | 'account-passed'
  | 'account-denied'
  | 'feedback-answered'
  | OwnerNews

/** Changes of the ways in, which their owner is told of by text message too. */
export type OwnerNews = 'passkey-added' | 'passkey-removed'

/**
 * Every kind of job with its payload. Only ids: the handler reads the current state when it runs.
 * `round` counts the questions to a provider.
 */
export type JobData = {
  /** Decides an application by the rules, or refers it to a person. */
  'decide-order': { readonly borrowerId: string; readonly orderId: string }
  /** The applications wait no more for this fact; those that waited for it alone are decided again. */
  'decide-again': { readonly borrowerId: string; readonly settled: DecisionReason }
  /** Sends a payout, and asks again until the provider knows how it ended. */
  'send-payout': { readonly borrowerId: string; readonly payoutId: string; readonly round: number }
  /** Asks the provider about a payment whose webhook has not come. */
  'ask-payment': { readonly borrowerId: string; readonly paymentId: string; readonly round: number }
  /** Tells the holder of a mandate what the borrower commanded, or asks it what became of it. */
  'sync-mandate': {
    readonly borrowerId: string
    readonly mandateId: string
    readonly round: number
  }
  /** Has an AutoPay debit announced or, once it was decided, made. */
  'send-debit': { readonly borrowerId: string; readonly debitId: string; readonly round: number }
  /** Sends a refund, and asks again until the provider has done it. */
  'send-refund': { readonly borrowerId: string; readonly refundId: string; readonly round: number }
  /**
   * Notifies one of a borrower's browsers about an order; without `subscriptionId`, all of them.
   */
  'send-push': {
    readonly borrowerId: string
    readonly orderId: string
    readonly news: OrderNews
    readonly subscriptionId: string | null
  }
  /** Sends a borrower one message about a loan: a reminder, or news that must reach them. */
  'send-message': { readonly borrowerId: string; readonly messageId: string }
  /** Tells emergency contacts that they were named. */
  'tell-contact': { readonly borrowerId: string; readonly noticeId: string }
  /** Sends a borrower the text about a change of the ways in. */
  'tell-owner': { readonly borrowerId: string; readonly news: OwnerNews }
  /** Applies for the loan that was reserved while the settled one ran. */
  'apply-reserved': { readonly borrowerId: string; readonly reservationId: string }
}

export type JobName = keyof JobData

export const jobNames = [
  'decide-order',
  'decide-again',
  'send-payout',
  'ask-payment',
  'sync-mandate',
  'send-debit',
  'send-refund',
  'send-push',
  'send-message',
  'tell-contact',
  'tell-owner',
  'apply-reserved',
] as const satisfies readonly JobName[]
