import type { HardshipReason } from '#domain/lending/hardship.ts'
import {
  type HardshipPlanRow,
  waitingHardshipPlanOf,
  waitingHardshipPlans,
} from '#server/lending/db/hardship.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { answerByHand } from '#server/lending/restructuring/answer-plan.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

const WHY: Readonly<Record<HardshipReason, string>> = {
  'long-move': 'the days are more than the rules grant',
  'was-overdue': 'the loan was overdue before',
  'was-extended': 'the loan was extended before',
  'earlier-plan': 'another loan of the borrower had a plan',
}

/** Lists every request for a hardship plan that waits for a person, without naming the borrower. */
export async function hardshipLines(db: Queryable): Promise<string[]> {
  const plans = await waitingHardshipPlans(db)
  if (plans.length === 0) return []
  const listed = await Promise.all(plans.map(plan => describe(db, plan)))
  return [
    '',
    `${plans.length} hardship ${plans.length === 1 ? 'request waits' : 'requests wait'} for an answer (npm run desk -- approve <id>, or deny <id> "<reason>"):`,
    ...listed.flat(),
  ]
}

async function describe(db: Queryable, plan: HardshipPlanRow): Promise<string[]> {
  const order = await orderOf(db, plan.borrowerId, plan.orderId)
  if (!order) return []
  return [
    '',
    `${plan.orderId}  ${order.orderNo}`,
    `  ${plan.moveDays} days, requested ${plan.requestedAt.toISOString()}; next due day ${order.nextDueDay ?? 'none'}: without an answer by its end it counts as granted`,
    `  referred: ${plan.referredFor.map(reason => WHY[reason]).join('; ')}`,
  ]
}

/**
 * Refuses the waiting request for the order with this id if there is a reason, and grants it
 * otherwise. Undefined if no such request waits.
 */
export async function answerHardshipAtDesk(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'queue'>,
  orderId: string,
  refusal: string | undefined,
): Promise<string | undefined> {
  const key = await waitingHardshipPlanOf(services.db, orderId)
  if (!key || !(await answerByHand(services, key, refusal))) return undefined
  return `The hardship plan of ${orderId} has been ${refusal === undefined ? 'approved' : 'denied'}.`
}
