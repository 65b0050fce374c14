import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { postPayoutSent } from '#domain/lending/ledger.ts'
import { canMove } from '#domain/lending/order.ts'
import { whyNotAcknowledged } from '#server/lending/borrowing/key-facts.ts'
import { post } from '#server/lending/db/ledger.ts'
import { askedForMoneyAt, type Order, orderOf } from '#server/lending/db/order.ts'
import { insertPayout } from '#server/lending/db/payout.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type MoveBy, moveOrder } from '#server/lending/orders/move-order.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

type Taking = {
  readonly borrowerId: string
  readonly orderId: string
  readonly keyFactsHash: string | undefined
}
/** The route has checked the confirm code before. */
type TakingRefusal = Exclude<
  RefusalOf<typeof endpoints.loan>,
  'confirm-code-required' | 'confirm-code-wrong'
>
type Parts = Pick<LendingServices, 'ids' | 'queue'>

/**
 * Get Money: the borrower accepts the offer by acknowledging the hash of its Key Facts Statement,
 * and the payout begins.
 */
export async function getMoney(
  services: Parts,
  tx: Transaction,
  { borrowerId, orderId, keyFactsHash }: Taking,
  now: Date,
): Promise<Order | Refusal<TakingRefusal>> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  if (isLapsed(order, indiaDayOf(now))) return refused('offer-lapsed')
  if (!canMove(order.state, 'confirm')) return refused('order-state')
  const unread = await whyNotAcknowledged(tx, order, keyFactsHash)
  return (
    unread ??
    beginPayout(services, tx, order, { actor: 'borrower', at: now, details: { keyFactsHash } })
  )
}

/** True if the offer expired before it was accepted; the close of business may not have run yet. */
function isLapsed({ state, offerUntil, confirmedAt }: Order, today: Day): boolean {
  const isOpenOrClosed = state === 'pass' || state === 'cancelled'
  return (
    isOpenOrClosed && confirmedAt === undefined && offerUntil !== undefined && offerUntil < today
  )
}

/** Confirms an offer and books the money as under way; a job sends the payout. */
export async function beginPayout(
  { ids, queue }: Parts,
  tx: Transaction,
  order: Order,
  by: MoveBy,
): Promise<Order> {
  const now = by.at
  const { borrowerId, id: orderId, arrive: amount } = order
  const payoutId = ids.uuid(now)
  const moved = await moveOrder(tx, order, 'confirm', { confirmedAt: now }, by)
  await Promise.all([
    insertPayout(tx, { borrowerId, id: payoutId, orderId, amount }, now),
    post(
      tx,
      { borrowerId, orderId, name: `payout-sent:${payoutId}`, transfers: postPayoutSent(order) },
      now,
    ),
    queue.enqueue(
      tx,
      'send-payout',
      { borrowerId, payoutId, round: 0 },
      { singletonKey: payoutId },
    ),
    notify({ ids, queue }, tx, order, {
      kind: 'documents',
      at: now,
      causedAt: askedForMoneyAt(moved),
      amount: order.terms.principal,
    }),
  ])
  return moved
}
