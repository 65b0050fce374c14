import type { DecisionReason } from '#domain/lending/decision.ts'

/** What a borrower is told of at once: of an order, or of the picture of their face. */
export type OrderNews =
  | 'approved'
  | 'denied'
  | 'payout-arrived'
  | 'payout-refused'
  | 'payout-reversed'
  | 'due-soon'
  | 'due-today'
  | 'payment-received'
  | 'settled'
  | 'reservation-applied'
  | 'reservation-refused'
  | 'face-passed'
  | 'face-denied'

/** Every kind of job, with what it carries. Only ids: the handler reads the rest when it runs, as it is then. `round` counts how often a provider was asked. */
export type JobData = {
  /** Decides an application by the rules, or refers it to a person. */
  'decide-order': { readonly borrowerId: string; readonly orderId: string }
  /** Puts those applications before the rules again that waited for nothing but this. */
  'decide-again': { readonly borrowerId: string; readonly settled: DecisionReason }
  /** Sends a payout, and asks again until the provider knows how it ended. */
  'send-payout': { readonly borrowerId: string; readonly payoutId: string; readonly round: number }
  /** Asks the provider about a payment whose webhook has not come. */
  'ask-payment': { readonly borrowerId: string; readonly paymentId: string; readonly round: number }
  /** Sends money back, and asks again until the provider has done it. */
  'send-refund': { readonly borrowerId: string; readonly refundId: string; readonly round: number }
  /** Tells one of a borrower's browsers what happened to an order; without `subscriptionId`, all of them. */
  'send-push': {
    readonly borrowerId: string
    readonly orderId: string
    readonly news: OrderNews
    readonly subscriptionId: string | null
  }
  /** Tells a borrower one thing of a loan: a reminder, or news that must reach them. */
  'send-message': { readonly borrowerId: string; readonly messageId: string }
  /** Tells an emergency contact that they were named. */
  'tell-contact': { readonly borrowerId: string; readonly noticeId: string }
  /** Applies for the loan that was reserved while the settled one ran. */
  'apply-reserved': { readonly borrowerId: string; readonly reservationId: string }
}

export type JobName = keyof JobData

export const jobNames = [
  'decide-order',
  'decide-again',
  'send-payout',
  'ask-payment',
  'send-refund',
  'send-push',
  'send-message',
  'tell-contact',
  'apply-reserved',
] as const satisfies readonly JobName[]
