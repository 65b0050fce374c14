import { indiaDayOf } from '#domain/day.ts'
import {
  postPayoutRefused,
  postPayoutReversed,
  postPayoutSucceeded,
} from '#domain/lending/ledger.ts'
import { ENDING_WITH_THE_LOAN } from '#domain/lending/loan-document.ts'
import { extensionStates } from '#domain/lending/order.ts'
import { endAutoPay } from '#server/lending/autopay/command.ts'
import { bankCardOf } from '#server/lending/borrowing/borrower-facts.ts'
import { workOnReservationLater } from '#server/lending/borrowing/reservation.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { post } from '#server/lending/db/ledger.ts'
import { insertSchedule, loanOf } from '#server/lending/db/loan.ts'
import { withdrawDocuments } from '#server/lending/db/loan-document.ts'
import { type Order, orderOf, requestedAt } from '#server/lending/db/order.ts'
import {
  endPayout,
  givePayoutTo,
  isNewPayoutEvent,
  ownerOfPayout,
  type Payout,
  payoutOf,
} from '#server/lending/db/payout.ts'
import { undoPayments } from '#server/lending/extending/end-extension.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { ask, askAgainWith, isWith } from '#server/lending/payout/with-vendor.ts'
import { endAwaitedPlan } from '#server/lending/restructuring/answer-plan.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { PayoutEvent, PayoutStatus } from '#server/providers/payout/port.ts'

type PayoutKey = { readonly borrowerId: string; readonly payoutId: string }
type Ended = Exclude<PayoutStatus, { readonly state: 'pending' }>

/**
 * By then, a server that was sending when the payout was stopped has had its answer or has died.
 */
const STOPS_AFTER_MS = 15 * 60_000

const PENDING = { state: 'pending' } as const
const REFUSED_BY_BANK = { reason: 'payout-refused', details: {} } as const
const TAKEN_BACK_BY_BANK = { reason: 'payout-reversed', details: {} } as const

/** Sends a payout, or asks how it ended. The provider knows it by its id, so sending again never pays twice. */
export async function sendPayout(
  services: LendingServices,
  { borrowerId, payoutId, round }: PayoutKey & { readonly round: number },
): Promise<void> {
  const { db, queue } = services
  const payout = await payoutOf(db, borrowerId, payoutId)
  if (payout?.state !== 'pending') return
  const status = await askBank(services, payout)
  if (status.state === 'pending') {
    const next = { borrowerId, payoutId, round: round + 1 }
    const startAfter = askAgainWith(services.payout, payout.vendor, round)
    return db.transaction(tx =>
      queue.enqueue(tx, 'send-payout', next, { startAfter, singletonKey: payoutId }),
    )
  }
  await endPayoutWith(services, payout, status)
}

/**
 * The status of a payout that a person has stopped: as the bank says, or refused once the bank has
 * denied knowing it for longer than any sending can take.
 */
async function stoppedStatus(
  { clock, payout: bank }: LendingServices,
  { id, stoppedAt }: Payout,
): Promise<PayoutStatus> {
  const status = await bank.status(id)
  if (status.state !== 'unknown') return status
  const stoppedForMs = stoppedAt ? clock.now().getTime() - stoppedAt.getTime() : 0
  return stoppedForMs < STOPS_AFTER_MS
    ? { state: 'pending' }
    : { state: 'refused', reason: 'stopped-at-desk' }
}

/**
 * Commits the vendor's name before asking the vendor: the next server after a crash, or under
 * another configuration, knows which vendor has the payout.
 */
async function askBank(services: LendingServices, payout: Payout): Promise<PayoutStatus> {
  const { db, payout: bank, log } = services
  const vendor = payout.vendor ?? (await givePayoutTo(db, payout, bank.name))
  if (!isWith(bank, { vendor, payoutId: payout.id }, log)) return PENDING
  const request = payout.stoppedAt ? undefined : await requestOf(services, payout)
  return ask<PayoutStatus>(
    log,
    'the bank',
    () => (request ? bank.send(request) : stoppedStatus(services, payout)),
    PENDING,
  )
}

async function requestOf(
  { db, cipher }: LendingServices,
  { borrowerId, id, orderId, amount }: Payout,
) {
  const order = await orderOf(db, borrowerId, orderId)
  const card = order && (await bankCardOf({ db, cipher }, borrowerId, order.cardId))
  if (!order || !card) throw new Error(`Payout ${id} has no bank account.`)
  const account = { holder: card.nameAtBank, number: card.accountNumber, ifsc: card.ifsc }
  return {
    key: id,
    amount,
    account,
    narration: `Saral loan ${order.orderNo.replaceAll(' ', '').slice(2)}`.slice(0, 30),
  }
}

/** Records how a payout ended, once. */
export function endPayoutWith(
  services: LendingServices,
  payout: Pick<Payout, 'borrowerId' | 'id'>,
  ended: Ended,
): Promise<void> {
  return services.db.transaction(tx =>
    endPayoutIn({ services, tx, at: services.clock.now() }, payout, ended),
  )
}

/**
 * The same within a transaction. Repeated messages and messages after the last one change nothing:
 * they may come in any order.
 */
export async function endPayoutIn(
  work: LendingWork,
  { borrowerId, id }: Pick<Payout, 'borrowerId' | 'id'>,
  ended: Ended,
): Promise<void> {
  const { services, tx } = work
  const [, payout] = await Promise.all([lockBorrower(tx, borrowerId), payoutOf(tx, borrowerId, id)])
  const order = payout && (await orderOf(tx, borrowerId, payout.orderId))
  if (!payout || !order) return
  if (payout.state === 'pending' && ended.state === 'succeeded')
    await arrived(work, order, payout, ended.utr)
  else if (payout.state === 'pending' && ended.state !== 'succeeded')
    await refusedByBank(work, order, payout, ended)
  else if (payout.state === 'succeeded' && ended.state === 'reversed')
    await reverse(work, order, payout, ended.reason)
  else if (payout.state === 'refused' && ended.state === 'succeeded')
    services.log.error(
      { payoutId: id },
      'a payout that had failed was reported as arrived: a person must look',
    )
}

/** The money arrived: the loan runs from today. */
async function arrived(
  work: LendingWork,
  order: Order,
  payout: Payout,
  utr: string,
): Promise<void> {
  const { tx, at } = work
  const today = indiaDayOf(at)
  const nextDueDay = await insertSchedule(tx, order, today)
  const changes = { disbursedAt: at, disbursedDay: today, nextDueDay, reasons: [] }
  await Promise.all([
    moveOrder(tx, order, 'payoutSucceeded', changes, { actor: 'provider', at, details: { utr } }),
    endPayout(tx, payout, { state: 'succeeded', at, day: today, utr }),
    post(
      tx,
      {
        ...keysOf(order),
        name: `payout-succeeded:${payout.id}`,
        transfers: postPayoutSucceeded(order),
      },
      at,
    ),
    notify(work, order, {
      kind: 'payout-arrived',
      causedAt: requestedAt(order),
      amount: order.arrive,
    }),
  ])
}

/**
 * The money did not stay with the borrower: the bank rejected it, or sent it back before we knew of
 * its arrival.
 */
async function refusedByBank(
  work: LendingWork,
  order: Order,
  payout: Payout,
  { state, reason }: Exclude<Ended, { readonly state: 'succeeded' }>,
): Promise<void> {
  const { tx, at } = work
  await Promise.all([
    moveOrder(
      tx,
      order,
      'payoutRefused',
      { reasons: [REFUSED_BY_BANK] },
      { actor: 'provider', at, details: { reason } },
    ),
    endPayout(tx, payout, { state, at, day: indiaDayOf(at), reason }),
    post(
      tx,
      {
        ...keysOf(order),
        name: `payout-refused:${payout.id}`,
        transfers: postPayoutRefused(order),
      },
      at,
    ),
    notify(work, order, { kind: 'payout-refused', causedAt: requestedAt(order) }),
  ])
}

/**
 * The bank reversed a payout that had arrived: nothing is owed, and payments made meanwhile go back
 * (product §6, 6→5), even if the loan was overdue, being extended or repaid. Interest and charges
 * are reversed, and the borrower does not count as late.
 */
async function reverse(
  work: LendingWork,
  order: Order,
  payout: Payout,
  reason: string,
): Promise<void> {
  const { tx, at } = work
  const changes = {
    reasons: [TAKEN_BACK_BY_BANK],
    nextDueDay: undefined,
    settledAt: undefined,
    extensionState: extensionStates.none,
    wasReturned: false,
    wasEverOverdue: false,
    worstOverdueDays: 0,
  }
  await accrue(tx, order, await loanOf(tx, order), `until-reversal:${payout.id}`, at)
  const by = { actor: 'provider', at, details: { reason } } as const
  const [failed] = await Promise.all([
    moveOrder(tx, order, 'payoutReversed', changes, by),
    endPayout(tx, payout, { state: 'reversed', at, day: indiaDayOf(at), reason }),
    post(
      tx,
      {
        ...keysOf(order),
        name: `payout-reversed:${payout.id}`,
        transfers: postPayoutReversed(order),
      },
      at,
    ),
    workOnReservationLater(work, order),
    withdrawDocuments(tx, order, ENDING_WITH_THE_LOAN, 'payout-reversed', at),
    notify(work, order, { kind: 'payout-reversed', causedAt: undefined }),
  ])
  await endAutoPay(work, failed)
  await endAwaitedPlan(work, failed)
  await undoPayments(work, failed)
  await accrue(tx, order, undefined, payout.id, at)
}

function keysOf({ borrowerId, id }: Order): { borrowerId: string; orderId: string } {
  return { borrowerId, orderId: id }
}

/**
 * Accepts a provider's message about a payout's end, once per message id and once per state. The
 * result is committed when this returns.
 */
export async function receivePayoutEvent(
  services: LendingServices,
  event: PayoutEvent,
): Promise<void> {
  const { db, clock, log } = services
  const { key, status } = event
  const at = clock.now()
  await db.transaction(async tx => {
    if (!(await isNewPayoutEvent(tx, { ...event, state: status.state }, at))) return
    const borrowerId = await ownerOfPayout(tx, key)
    if (borrowerId === undefined)
      log.error({ eventId: event.eventId }, 'a message names no payout of ours: a person must look')
    else await endPayoutIn({ services, tx, at }, { borrowerId, id: key }, status)
  })
}
