import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import {
  type ClosingStep,
  clearSkipped,
  recordSkipped,
  skippedDue,
} from '#server/lending/db/skipped-order.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { redactedError } from '#server/platform/redaction.ts'

const BATCH = 100
/** The number of skipped orders that one run tries again; the others wait for the next run. */
const MOST_TRIED_AGAIN = 1_000
const REASON_MAX_CHARS = 300
const FOUND_IN_VAIN = 'it was found again and again, and there was nothing to do'

/** A step of the close of business. */
export type Closing = {
  readonly step: ClosingStep
  /** The orders to close, without those that the step skipped. */
  readonly find: (limit: number) => Promise<OrderKey[]>
  /** Closes one order; false where there was nothing to do. */
  readonly close: (key: OrderKey) => Promise<boolean>
}

/**
 * Closes orders one by one until none is left. A failing order is recorded and skipped, so that all
 * others are closed, and is tried again after them. Returns how many were closed.
 */
export async function closeEach(
  services: LendingServices,
  { step, find, close }: Closing,
): Promise<number> {
  const { db, clock, log } = services
  const attempt = (key: OrderKey) =>
    close(key).catch(async (error: Error) => {
      const reason = redactedError(error).message.slice(0, REASON_MAX_CHARS)
      await recordSkipped(db, key, { step, reason, at: clock.now() })
      log.error(
        { err: error, orderId: key.orderId, step },
        'an order could not be closed; it was skipped and will be tried again',
      )
      return 'failed' as const
    })
  const again = await skippedDue(db, step, clock.now(), MOST_TRIED_AGAIN)
  let closed = 0
  const inVain = new Set<string>()
  for (let size = BATCH; size === BATCH; ) {
    const keys = await find(BATCH)
    size = keys.length
    for (const key of keys) {
      const outcome = await attempt(key)
      if (outcome === true) closed += 1
      if (outcome !== false) continue
      // Another server may have closed it meanwhile. Then it is not found again.
      if (inVain.has(key.orderId))
        await recordSkipped(db, key, { step, reason: FOUND_IN_VAIN, at: clock.now() })
      inVain.add(key.orderId)
    }
  }
  for (const key of again) {
    const outcome = await attempt(key)
    if (outcome === true) closed += 1
    if (outcome !== 'failed') await clearSkipped(db, key, step)
  }
  return closed
}

/** Closes an order in its own transaction, with its borrower locked. */
export function inTransaction(
  services: LendingServices,
  close: (work: LendingWork, order: Order) => Promise<boolean>,
): Closing['close'] {
  return ({ borrowerId, orderId }) =>
    services.db.transaction(async tx => {
      const [, order] = await Promise.all([
        lockBorrower(tx, borrowerId),
        orderOf(tx, borrowerId, orderId),
      ])
      return order !== undefined && close({ services, tx, at: services.clock.now() }, order)
    })
}
