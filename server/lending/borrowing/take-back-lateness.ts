import { figuresOfReferral } from '#server/lending/borrowing/decide.ts'
import { type Order, ordersOf, saveProgress } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { recordOf } from '#server/lending/orders/history.ts'
import { enqueuePush } from '#server/notices/push.ts'
import type { Work } from '#server/services.ts'

const TAKEN_BACK = { reason: 'lateness-taken-back', details: {} } as const

/**
 * Takes back decisions about later applications that were made because a loan seemed later than it
 * was (decision 6): a denial for that alone makes nobody wait any more, and an application that
 * waits for a person is decided again. Needs the borrower's lock.
 */
export async function takeBackLateness(work: Work, { borrowerId }: Order): Promise<void> {
  const orders = await ordersOf(work.tx, borrowerId)
  for (const order of orders) {
    const others = orders.filter(({ id }) => id !== order.id)
    const { worstOverdueDays } = recordOf(others)
    if (order.state === 'denied') await takeBackDenial(work, order, worstOverdueDays)
    if (order.state === 'auditing') await decideAgain(work, order, worstOverdueDays)
  }
}

/** Other reasons stand, and with them the wait. */
async function takeBackDenial(work: Work, order: Order, worstOverdueDays: number): Promise<void> {
  const { tx, at } = work
  const reasons = order.reasons.filter(
    ({ reason, details }) =>
      reason !== 'was-long-overdue' || worstOverdueDays > Number(details.days),
  )
  if (reasons.length === order.reasons.length) return
  const isFree = reasons.length === 0
  const changes = isFree ? { reasons: [TAKEN_BACK], reapplyWaitDays: 0 } : { reasons }
  await saveProgress(tx, order.state, { ...order, ...changes })
  await recordEvent(tx, order, { event: 'latenessTakenBack', actor: 'rules', at })
  if (isFree) await enqueuePush(work, order, 'may-apply-again')
}

async function decideAgain(work: Work, order: Order, worstOverdueDays: number): Promise<void> {
  const { services, tx, at } = work
  if (!order.referredAt || !order.reasons.some(({ reason }) => reason === 'was-overdue')) return
  const { lateDaysToLookAt } = await figuresOfReferral(tx, order, at)
  if (worstOverdueDays > lateDaysToLookAt) return
  const { borrowerId } = order
  await services.queue.enqueue(tx, 'decide-again', { borrowerId, settled: 'was-overdue' })
}
