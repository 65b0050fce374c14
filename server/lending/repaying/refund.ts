import { postRefund } from '#domain/lending/ledger.ts'
import { post } from '#server/lending/db/ledger.ts'
import {
  finishRefund,
  givenUpRefund,
  giveUpRefund,
  insertRefund,
  pendingRefund,
  type Refund,
  settleRefundRow,
} from '#server/lending/db/refund.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { ask, askAgainWith, isWith } from '#server/lending/payout/with-vendor.ts'
import { collectorOf } from '#server/lending/repaying/collector.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { RefundStatus } from '#server/providers/payment/port.ts'
import type { Work } from '#server/services.ts'

/** Records that part of a payment is to be refunded, and enqueues its sending. */
export async function owe({ services, tx, at }: Work, refund: Omit<Refund, 'id'>): Promise<void> {
  const { ids, queue } = services
  const { borrowerId } = refund
  const refundId = ids.uuid(at)
  await insertRefund(tx, { ...refund, id: refundId }, at)
  await queue.enqueue(
    tx,
    'send-refund',
    { borrowerId, refundId, round: 0 },
    { singletonKey: refundId },
  )
}

/**
 * Sends a refund, or asks whether it was done. The provider knows it by its id, so sending again
 * never refunds twice. A refund that the provider gave up stays owed and waits for a person.
 */
export async function sendRefund(
  services: LendingServices,
  {
    borrowerId,
    refundId,
    round,
  }: { readonly borrowerId: string; readonly refundId: string; readonly round: number },
): Promise<void> {
  const { db, clock, queue, log } = services
  const refund = await pendingRefund(db, borrowerId, refundId)
  if (!refund) return
  const collector = collectorOf(services, refund)
  const { attemptRef, vendor, amount } = refund
  const request = { key: refundId, attemptRef, amount }
  const pending: RefundStatus = { state: 'pending' }
  const { state } = isWith(collector, { vendor, refundId }, log)
    ? await ask(log, 'the payment provider', () => collector.refund(request), pending)
    : pending
  const at = clock.now()
  if (state === 'given-up') {
    if (await giveUpRefund(db, refund, at))
      log.error({ refundId }, 'the provider gave up a refund: a person must look')
    return
  }
  await db.transaction(async tx => {
    if (state === 'pending') {
      const next = { borrowerId, refundId, round: round + 1 }
      return queue.enqueue(tx, 'send-refund', next, {
        startAfter: askAgainWith(collector, vendor, round),
        singletonKey: refundId,
      })
    }
    await lockBorrower(tx, borrowerId)
    if (!(await finishRefund(tx, refund, at))) return
    await bookRefund({ tx, at }, refund)
  })
}

/**
 * Settles a refund that its provider gave up and that the lender paid by another way: the money is
 * booked as sent, with the bank's reference. False if it is no longer given up (decision 56).
 */
export async function settleRefundByHand(
  { tx, at }: Pick<Work, 'tx' | 'at'>,
  refundId: string,
  reference: string,
): Promise<boolean> {
  const refund = await givenUpRefund(tx, refundId)
  if (!refund) return false
  await lockBorrower(tx, refund.borrowerId)
  if (!(await settleRefundRow(tx, refund, reference, at))) return false
  await bookRefund({ tx, at }, refund)
  return true
}

/** Books the money that went back, once: the posting is named by the refund. */
async function bookRefund(
  { tx, at }: Pick<Work, 'tx' | 'at'>,
  { borrowerId, orderId, id, amount }: Pick<Refund, 'borrowerId' | 'orderId' | 'id' | 'amount'>,
): Promise<void> {
  const name = `refund:${id}` as const
  await post(tx, { borrowerId, orderId, name, transfers: postRefund(amount) }, at)
}
