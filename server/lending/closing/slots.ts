/**
 * Shares a step of the close of business between servers: a server takes a free slot of borrowers,
 * works on it, gives it back and takes the next. The lease saves double work and no more: what must
 * happen once is checked under each borrower's lock.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  endLease,
  heldSlots,
  type Lease,
  renewLease,
  takeLease,
} from '#server/lending/db/closing-lease.ts'
import type { ClosingStep } from '#server/lending/db/skipped-order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'

type LeasingServices = Pick<LendingServices, 'db' | 'log'>

/** Works on one slot for as long as `isHeld`. */
export type SlotWork = (slot: number, isHeld: () => boolean) => Promise<void>

const RENEWED_EVERY_MS = 1_000
const LOOKED_EVERY_MS = 100

/**
 * Works on these slots, each under its lease, on any number of servers. Waits for the slots that
 * others hold, and works on what a dead server has left. All slots are done when it returns.
 */
export async function inEachSlot(
  services: LeasingServices,
  step: ClosingStep,
  slots: readonly number[],
  work: SlotWork,
): Promise<void> {
  const { db } = services
  const holder = randomUUID()
  // Servers that begin at once should begin at different slots.
  const first = slots.length > 0 ? randomInt(slots.length) : 0
  const remaining = new Set([...slots.slice(first), ...slots.slice(0, first)])
  while (remaining.size > 0) {
    const leased = await heldSlots(db, step)
    const free = [...remaining].filter(slot => !leased.has(slot))
    if (free.length === 0) await sleep(LOOKED_EVERY_MS)
    for (const slot of free) {
      const lease = { step, slot, holder }
      if (!(await takeLease(db, lease))) continue
      if (await underLease(services, lease, work)) remaining.delete(slot)
    }
  }
}

/** Works on a slot, and renews its lease meanwhile; false if another took the slot over. */
async function underLease(
  { db, log }: LeasingServices,
  lease: Lease,
  work: SlotWork,
): Promise<boolean> {
  let isHeld = true
  const renewal = setInterval(async () => {
    try {
      isHeld &&= await renewLease(db, lease)
    } catch (error) {
      log.warn({ err: error, ...lease }, 'the lease of a slot could not be renewed')
    }
  }, RENEWED_EVERY_MS).unref()
  try {
    await work(lease.slot, () => isHeld)
    return isHeld
  } finally {
    clearInterval(renewal)
    await endLease(db, lease)
  }
}
