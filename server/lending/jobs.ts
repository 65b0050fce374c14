/**
 * The jobs of lending, each with its handler. A payload holds only ids: the handler reads the current
 * state. `round` counts the questions to a provider.
 */
import { sendDebit } from '#server/lending/autopay/debit.ts'
import { syncMandate } from '#server/lending/autopay/sync.ts'
import { decideAgain, decideOrder } from '#server/lending/borrowing/decide.ts'
import { applyReserved } from '#server/lending/borrowing/reservation.ts'
import { sendPayout } from '#server/lending/payout/payout.ts'
import { sendMessage } from '#server/lending/reminding/send-message.ts'
import { sendOwnerNotice } from '#server/lending/reminding/send-owner-notice.ts'
import { askPayment } from '#server/lending/repaying/ask-payment.ts'
import { sendRefund } from '#server/lending/repaying/refund.ts'
import type { PayloadsOf } from '#server/platform/jobs/queue.ts'

export const lendingJobs = {
  /** Decides an application by the rules, or refers it to a person. */
  'decide-order': decideOrder,
  /** The applications wait no more for this fact; those that waited for it alone are decided again. */
  'decide-again': decideAgain,
  /** Sends a payout, and asks again until the provider knows how it ended. */
  'send-payout': sendPayout,
  /** Asks the provider about a payment whose webhook has not come. */
  'ask-payment': askPayment,
  /** Sends the holder of a mandate the borrower's command, or polls it for the mandate's state. */
  'sync-mandate': syncMandate,
  /** Has an AutoPay debit announced or, once it was decided, made. */
  'send-debit': sendDebit,
  /** Sends a refund, and asks again until the provider has done it. */
  'send-refund': sendRefund,
  /** Sends a borrower one message about a loan: a reminder, or a notice that must reach them. */
  'send-message': sendMessage,
  /** Sends a borrower the text about a change of the ways in. */
  'notify-owner': sendOwnerNotice,
  /** As servers of 0.2.0 enqueue it. */
  'tell-owner': sendOwnerNotice,
  /** Applies for the loan that was reserved while the settled one ran. */
  'apply-reserved': applyReserved,
}

declare module '#server/platform/jobs/queue.ts' {
  interface JobData extends PayloadsOf<typeof lendingJobs> {}
}
