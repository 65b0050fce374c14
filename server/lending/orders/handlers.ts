import { notifyContact } from '#server/identity/contact-notice.ts'
import { sendDebit } from '#server/lending/autopay/debit.ts'
import { syncMandate } from '#server/lending/autopay/sync.ts'
import { decideAgain, decideOrder } from '#server/lending/borrowing/decide.ts'
import { applyReserved } from '#server/lending/borrowing/reservation.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { sendPayout } from '#server/lending/payout/payout.ts'
import { sendMessage } from '#server/lending/reminding/send-message.ts'
import { sendOwnerNews } from '#server/lending/reminding/send-owner-news.ts'
import { askPayment } from '#server/lending/repaying/ask-payment.ts'
import { sendRefund } from '#server/lending/repaying/refund.ts'
import { sendPush } from '#server/notices/push.ts'
import type { JobData } from '#server/platform/jobs/names.ts'

/** Two of each kind at a time: enough that a slow provider does not hold up the next borrower. */
const CONCURRENCY = 2

export type LendingHandlers = {
  readonly [Name in keyof JobData]: (data: JobData[Name]) => Promise<void>
}

/** The handlers of lending's jobs. Each may be interrupted and run again. */
export function lendingHandlers(services: LendingServices): LendingHandlers {
  return {
    'decide-order': data => decideOrder(services, data),
    'decide-again': data => decideAgain(services, data),
    'send-payout': data => sendPayout(services, data),
    'ask-payment': data => askPayment(services, data),
    'sync-mandate': data => syncMandate(services, data),
    'send-debit': data => sendDebit(services, data),
    'send-refund': data => sendRefund(services, data),
    'send-push': data => sendPush(services, data),
    'send-message': data => sendMessage(services, data),
    'tell-contact': data => notifyContact(services, data),
    'tell-owner': data => sendOwnerNews(services, data),
    'apply-reserved': data => applyReserved(services, data),
  }
}

/** Starts working on lending's jobs on this server. */
export async function workOnLending(services: LendingServices): Promise<void> {
  const { queue } = services
  const handlers = lendingHandlers(services)
  const options = { concurrency: CONCURRENCY }
  await queue.work('decide-order', handlers['decide-order'], options)
  await queue.work('decide-again', handlers['decide-again'], options)
  await queue.work('send-payout', handlers['send-payout'], options)
  await queue.work('ask-payment', handlers['ask-payment'], options)
  await queue.work('sync-mandate', handlers['sync-mandate'], options)
  await queue.work('send-debit', handlers['send-debit'], options)
  await queue.work('send-refund', handlers['send-refund'], options)
  await queue.work('send-push', handlers['send-push'], options)
  await queue.work('send-message', handlers['send-message'], options)
  await queue.work('tell-contact', handlers['tell-contact'], options)
  await queue.work('tell-owner', handlers['tell-owner'], options)
  await queue.work('apply-reserved', handlers['apply-reserved'], options)
}
