/** The decisions of a person, without their console: each in a transaction of its own. */
import {
  approveWaiting,
  type DecisionServices,
  denyWaiting,
} from '#server/lending/borrowing/decide.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import { answerAwaitedPlan } from '#server/lending/restructuring/answer-plan.ts'
import type { Services } from '#server/services.ts'

/** Approves an application that waits for review. False where it no longer waits. */
export function approveByHand(services: DecisionServices, key: OrderKey): Promise<boolean> {
  const at = services.clock.now()
  return services.db.transaction(tx => approveWaiting({ services, tx, at }, key))
}

/** Denies an application that waits, with the reason that the borrower will read. False where it no longer waits. */
export function denyByHand(
  services: DecisionServices,
  key: OrderKey,
  reason: string,
): Promise<boolean> {
  const at = services.clock.now()
  const reasons = [{ reason: 'reviewed-by-a-person', details: { text: reason } }]
  return services.db.transaction(tx => denyWaiting({ services, tx, at }, key, () => reasons))
}

/** Grants the plan that waits for an answer, or refuses it with a reason. False where none waits. */
export function answerByHand(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'queue'>,
  key: OrderKey,
  refusal: string | undefined,
): Promise<boolean> {
  const at = services.clock.now()
  return services.db.transaction(tx => answerAwaitedPlan({ services, tx, at }, key, refusal))
}
