/** Keeps a mandate and its service in agreement. */

import { isStanding, type MandateState, moveReported } from '#domain/lending/mandate.ts'
import { changeMandate } from '#server/lending/autopay/command.ts'
import {
  type Mandate,
  mandateOf,
  nameMandate,
  ownerOfMandate,
  saveHeldState,
} from '#server/lending/db/mandate.ts'
import { orderOf } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { ask, askAgainWith, isWith } from '#server/lending/payout/with-vendor.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { HeldMandate, MandatePort } from '#server/providers/mandate/port.ts'

export type MandateKey = { readonly borrowerId: string; readonly mandateId: string }

/**
 * Sends the service the borrower's command, or polls it for the state of a mandate, until both
 * agree. An unanswered page ends when its service says so.
 */
export async function syncMandate(
  services: LendingServices,
  { borrowerId, mandateId, round }: MandateKey & { readonly round: number },
): Promise<void> {
  const { db, mandate: holder, clock, queue, log } = services
  const mandate = await mandateOf(db, borrowerId, mandateId)
  if (!mandate) return
  const { vendor, vendorRef, expiresAt, state } = mandate
  const isHere = holder !== undefined && isWith(holder, { vendor }, log)
  if (isHere && vendorRef !== null) {
    if (hasNewState(mandate)) await sendState(services, holder, { ...mandate, vendorRef })
    else await pollMandate(services, holder, { ...mandate, vendorRef })
  }
  // No page was opened, so that nobody can have approved it.
  if (vendorRef === null && (!isStanding(state) || expiresAt <= clock.now()))
    await applyReport(services, mandate, { state: 'refused' })
  const after = await mandateOf(db, borrowerId, mandateId)
  if (!after || (after.state !== 'asked' && after.state === after.heldState)) return
  const startAfter = askAgainWith(holder ?? { name: '' }, vendor, round)
  await db.transaction(tx =>
    queue.enqueue(
      tx,
      'sync-mandate',
      { borrowerId, mandateId, round: round + 1 },
      { startAfter, singletonKey: mandateId },
    ),
  )
}

function hasNewState({ state, heldState }: Mandate): boolean {
  return state !== 'asked' && state !== heldState
}

type LinkedMandate = Mandate & { readonly vendorRef: string }

async function sendState(
  { db, log }: LendingServices,
  holder: MandatePort,
  mandate: LinkedMandate,
): Promise<void> {
  const { state, vendorRef } = mandate
  const target = state === 'active' || state === 'paused' ? state : 'revoked'
  const unanswered = { state: 'pending' } as const
  const set = () => holder.setState(vendorRef, target)
  const answer = await ask(log, 'the holder of mandates', set, unanswered)
  if (answer.state === 'done') await saveHeldState(db, mandate, state)
}

/** Asks the service for a mandate's state, and applies it. Undefined if it could not be asked. */
export async function pollMandate(
  services: LendingServices,
  holder: MandatePort,
  mandate: LinkedMandate,
): Promise<MandateState | undefined> {
  const report = await ask(
    services.log,
    'the holder of mandates',
    () => holder.state(mandate.vendorRef),
    undefined,
  )
  if (report) await applyReport(services, mandate, report)
  return report?.state
}

/** Applies the service's report of a mandate, and notifies the borrower of an end that came from there. */
async function applyReport(
  services: LendingServices,
  { borrowerId, id }: Mandate,
  { state: reportedState, key }: HeldMandate,
): Promise<void> {
  const { db, clock } = services
  const at = clock.now()
  await db.transaction(async tx => {
    const work = { services, tx, at }
    const [, mandate] = await Promise.all([
      lockBorrower(tx, borrowerId),
      mandateOf(tx, borrowerId, id),
    ])
    if (!mandate) return
    const order = await orderOf(tx, borrowerId, mandate.orderId)
    if (!order) return
    if (key !== undefined) await nameMandate(tx, mandate, key)
    const move = moveReported(mandate.state, mandate.isPausedInApp, reportedState)
    if (!move) {
      const isAgreed = !isStanding(mandate.state) && !isStanding(reportedState)
      return saveHeldState(tx, mandate, isAgreed ? mandate.state : reportedState)
    }
    await changeMandate(work, order, mandate, move, 'provider', reportedState)
    if (move === 'revoke') await notify(work, order, OFF(id))
  })
}

const OFF = (mandateId: string) =>
  ({ kind: 'autopay-off', causedAt: undefined, occasion: mandateId }) as const

/** Accepts a service's message that a mandate changed, and has the service polled for its state. */
export async function receiveMandateChange(services: LendingServices, key: string): Promise<void> {
  const { db, mandate: holder, queue } = services
  const owner = holder && (await ownerOfMandate(db, holder.name, key))
  if (!owner) return
  await db.transaction(tx =>
    queue.enqueue(
      tx,
      'sync-mandate',
      { ...owner, round: 0 },
      { singletonKey: `${owner.mandateId}/now` },
    ),
  )
}
