import { ALL_SLOTS, BORROWER_SLOTS, slotOfBorrower } from '#domain/slot.ts'
import { inEachSlot } from '#server/lending/closing/slots.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import type { Portion } from '#server/lending/db/portion.ts'
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
/** The orders of one transaction, where a step closes several together. */
const TOGETHER = 50
/** Half of the connections of a server: one order at a time would wait for the disk most of the time. */
const AT_ONCE = 3
/** The number of skipped orders that one run tries again; the others wait for the next run. */
const TRIED_AGAIN_MAX = 1_000
const REASON_MAX_CHARS = 300
const NOTHING_TO_DO = 'it was found again and again, and there was nothing to do'

/** A step of the close of business. */
export type Closing = {
  readonly step: ClosingStep
  /** The orders of a portion to close, without those that the step skipped. */
  readonly find: (portion: Portion) => Promise<OrderKey[]>
  /** Closes one order; false where there was nothing to do. */
  readonly close: (key: OrderKey) => Promise<boolean>
  /** Closes several orders, all or none but those that it leaves out; returns the ids of the closed. */
  readonly closeTogether?: (keys: readonly OrderKey[]) => Promise<ReadonlySet<string>>
}

/**
 * Closes orders until none is left: slot by slot, so that servers share them, and some at a time within
 * a slot. A failing order is recorded and skipped, so that all others are closed, and is tried again
 * after those of its slot. Returns how many were closed here.
 */
export async function closeEach(services: LendingServices, closing: Closing): Promise<number> {
  let closed = 0
  const slots = await slotsToClose(services, closing)
  await inEachSlot(services, closing.step, slots, async (slot, isHeld) => {
    closed += await closeSlot(services, closing, { slot, isHeld })
  })
  return closed
}

/** The slots in which there is something to close: usually few, and all where there is much. */
async function slotsToClose(
  { db, clock }: LendingServices,
  { step, find }: Closing,
): Promise<readonly number[]> {
  const [open, again] = await Promise.all([
    find({ ...ALL_SLOTS, limit: BATCH }),
    skippedDue(db, step, clock.now(), { ...ALL_SLOTS, limit: TRIED_AGAIN_MAX }),
  ])
  if (open.length === BATCH || again.length === TRIED_AGAIN_MAX)
    return Array.from({ length: BORROWER_SLOTS }, (_, slot) => slot)
  return [...new Set([...open, ...again].map(({ borrowerId }) => slotOfBorrower(borrowerId)))]
}

type HeldSlot = { readonly slot: number; readonly isHeld: () => boolean }

/** Closes the orders of a slot, and stops where another server has taken the slot over. */
async function closeSlot(
  services: LendingServices,
  { step, find, close, closeTogether }: Closing,
  { slot, isHeld }: HeldSlot,
): Promise<number> {
  const { db, clock, log } = services
  const ofSlot = { firstSlot: slot, lastSlot: slot }
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
  const again = await skippedDue(db, step, clock.now(), { ...ofSlot, limit: TRIED_AGAIN_MAX })
  let closed = 0
  const inVain = new Set<string>()
  async function closeOne(key: OrderKey): Promise<void> {
    const outcome = await attempt(key)
    if (outcome === true) closed += 1
    if (outcome !== false) return
    // Another server may have closed it meanwhile. Then it is not found again.
    if (inVain.has(key.orderId))
      await recordSkipped(db, key, { step, reason: NOTHING_TO_DO, at: clock.now() })
    inVain.add(key.orderId)
  }
  /** Orders that fail together are tried again by halves, until only the failing ones are left. */
  async function closeGroup(keys: readonly OrderKey[]): Promise<void> {
    const [only, ...others] = keys
    if (!closeTogether || others.length === 0) return only && closeOne(only)
    try {
      const closedIds = await closeTogether(keys)
      closed += closedIds.size
      for (const key of keys) if (!closedIds.has(key.orderId)) await closeOne(key)
    } catch (error) {
      log.warn(
        { err: error, step, orders: keys.length },
        'orders could not be closed together and are tried again by halves',
      )
      const half = Math.ceil(keys.length / 2)
      await closeGroup(keys.slice(0, half))
      await closeGroup(keys.slice(half))
    }
  }
  const groupSize = closeTogether ? TOGETHER : 1
  const limit = Math.max(BATCH, AT_ONCE * groupSize)
  for (let size = limit; size === limit && isHeld(); ) {
    const keys = await find({ ...ofSlot, limit })
    size = keys.length
    await eachOf(groupsOf(keys, groupSize), isHeld, closeGroup)
  }
  await eachOf(again, isHeld, async key => {
    const outcome = await attempt(key)
    if (outcome === true) closed += 1
    if (outcome !== 'failed') await clearSkipped(db, key, step)
  })
  return closed
}

/** Works on all of these, some at a time, as long as the slot is held. */
async function eachOf<Item>(
  items: readonly Item[],
  isHeld: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length && isHeld(); at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

function groupsOf(keys: readonly OrderKey[], size: number): (readonly OrderKey[])[] {
  const count = Math.ceil(keys.length / size)
  return Array.from({ length: count }, (_, group) => keys.slice(group * size, (group + 1) * size))
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
