import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { postPayoutSent } from '#domain/lending/ledger.ts'
import { canMove } from '#domain/lending/order.ts'
import { whyNotAcknowledged } from '#server/lending/borrowing/key-facts.ts'
import { post } from '#server/lending/db/ledger.ts'
import { type Order, orderOf, requestedAt } from '#server/lending/db/order.ts'
import { insertPayout } from '#server/lending/db/payout.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Mover, moveOrder } from '#server/lending/orders/move-order.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'

type Taking = {
  readonly borrowerId: string
  readonly orderId: string
  readonly keyFactsHash: string | undefined
}
type TakingRefusal = RefusalOf<typeof endpoints.loan>
type PayoutWork = Work<Pick<LendingServices, 'ids' | 'queue'>>

/**
 * Get Money: the borrower accepts the offer by acknowledging the hash of its Key Facts Statement,
 * and the payout begins.
 */
export async function getMoney(
  work: PayoutWork,
  { borrowerId, orderId, keyFactsHash }: Taking,
): Promise<Order | Refusal<TakingRefusal>> {
  const { tx, at } = work
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  if (isLapsed(order, indiaDayOf(at))) return refused('offer-lapsed')
  if (!canMove(order.state, 'confirm')) return refused('order-state')
  const unread = await whyNotAcknowledged(tx, order, keyFactsHash)
  return unread ?? beginPayout(work, order, { actor: 'borrower', details: { keyFactsHash } })
}

/** True if the offer expired before it was accepted; the close of business may not have run yet. */
function isLapsed({ state, offerUntil, confirmedAt }: Order, today: Day): boolean {
  const isOpenOrClosed = state === 'pass' || state === 'cancelled'
  return (
    isOpenOrClosed && confirmedAt === undefined && offerUntil !== undefined && offerUntil < today
  )
}

/** Confirms an offer and books the money as under way; a job sends the payout. */
export async function beginPayout(work: PayoutWork, order: Order, by: Mover): Promise<Order> {
  const { services, tx, at } = work
  const { borrowerId, id: orderId, arrive: amount } = order
  const payoutId = services.ids.uuid(at)
  const moved = await moveOrder(tx, order, 'confirm', { confirmedAt: at }, { ...by, at })
  await Promise.all([
    insertPayout(tx, { borrowerId, id: payoutId, orderId, amount }, at),
    post(
      tx,
      { borrowerId, orderId, name: `payout-sent:${payoutId}`, transfers: postPayoutSent(order) },
      at,
    ),
    services.queue.enqueue(
      tx,
      'send-payout',
      { borrowerId, payoutId, round: 0 },
      { singletonKey: payoutId },
    ),
    notify(work, order, {
      kind: 'documents',
      causedAt: requestedAt(moved),
      amount: order.terms.principal,
    }),
  ])
  return moved
}
