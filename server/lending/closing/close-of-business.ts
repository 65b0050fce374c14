import { type Day, indiaDayOf } from '#domain/day.ts'
import { canMove } from '#domain/lending/order.ts'
import { PAYOUT_CHECK_PATIENCE_DAYS, PAYOUT_CHECK_PAUSES } from '#domain/lending/payout-watch.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { notifyWaitingContacts } from '#server/identity/contact-notice.ts'
import { announceDebits } from '#server/lending/autopay/announce.ts'
import { makeDebits } from '#server/lending/autopay/debit.ts'
import { sealJournals } from '#server/lending/books/journal-digest.ts'
import { applyDueReservations } from '#server/lending/borrowing/reservation.ts'
import { accrueEach } from '#server/lending/closing/accrue.ts'
import { closeEach, inTransaction } from '#server/lending/closing/close-each.ts'
import { fallOverdue } from '#server/lending/closing/overdue.ts'
import {
  lapsedOffers,
  loansPastDue,
  loansStillOverdue,
  loansToAccrue,
} from '#server/lending/db/closing.ts'
import { unansweredHardshipPlans } from '#server/lending/db/hardship.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { unconfirmedCount } from '#server/lending/db/mandate.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import type { Order } from '#server/lending/db/order.ts'
import { markPayoutChecked, type PayoutWatch, payoutsToCheck } from '#server/lending/db/payout.ts'
import { countSkipped } from '#server/lending/db/skipped-order.ts'
import { lapseExtensions } from '#server/lending/extending/lapse-extensions.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
import { remind } from '#server/lending/reminding/remind.ts'
import { sendWaitingMessages } from '#server/lending/reminding/send-message.ts'
import { grantUnanswered } from '#server/lending/restructuring/answer-plan.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'

const BATCH = 100
const RUN_EVERY_MS = 60_000

const OFFER_LAPSED = { reason: 'offer-lapsed', details: {} } as const

/** The work that a run has done, as counts. */
export type Closed = {
  readonly overdue: number
  readonly lapsed: number
  readonly reversed: number
  readonly accrued: number
}

/**
 * Applies the calendar to orders: a loan falls overdue when the day after its due day begins;
 * a hardship plan that nobody answered counts as granted; offers and unpaid extensions lapse; a
 * day's interest and penal charge are booked; AutoPay debits are announced and made; borrowers are
 * reminded. Each order has its own transaction. Running again, or on several servers at once,
 * changes nothing more. A failing order is skipped and recorded.
 */
export async function runCloseOfBusiness(services: LendingServices): Promise<Closed> {
  const closed = await closeDay(services)
  await actOnCalendar(services)
  return { ...closed, reversed: await watchPayouts(services) }
}

/**
 * Closes the day about every minute, on every server. The outcome of a run is `skipped` as long as
 * an order waits to be tried again. It may accrue for hours, so nothing else waits for it.
 */
export function startClosingBusiness(services: LendingServices): IntervalJob {
  const { db, metrics, clock } = services
  return every(RUN_EVERY_MS, services, 'the close of business', async () => {
    const closed = await closeDay(services)
    metrics?.closed(closed)
    const skipped = await countSkipped(db)
    metrics?.skipped(skipped)
    metrics?.mandatesUnconfirmed(await unconfirmedCount(db, clock.now()))
    return Object.values(skipped).some(count => count > 0) ? 'skipped' : 'done'
  })
}

/** Starts the reminders, debits and messages that the calendar asks for. */
export function startCalendar(services: LendingServices): IntervalJob {
  return every(RUN_EVERY_MS, services, 'the calendar', async () => {
    const moved = await moveOrders(services)
    services.metrics?.closed(moved)
    await actOnCalendar(services)
  })
}

/** Starts to ask the bank about payouts that it may still take back. */
export function startWatchingPayouts(services: LendingServices): IntervalJob {
  return every(RUN_EVERY_MS, services, 'the watch over payouts', async () => {
    const reversed = await watchPayouts(services)
    services.metrics?.closed({ reversed })
  })
}

/** Closes the day for all orders; it is closed when this ends, whichever servers did it. */
async function closeDay(services: LendingServices): Promise<Omit<Closed, 'reversed'>> {
  const { db } = services
  const today = indiaDayOf(services.clock.now())
  const moved = await moveOrders(services)
  const accrued = await closeEach(services, {
    step: 'accrue',
    find: portion => loansToAccrue(db, today, portion),
    close: async order => (await accrueEach(services, [order])).size > 0,
    closeTogether: orders => accrueEach(services, orders),
  })
  await sealJournals(services)
  return { ...moved, accrued }
}

/** Moves the orders whose day has come; reminders and debits of that day come afterwards. */
async function moveOrders(services: LendingServices): Promise<Pick<Closed, 'overdue' | 'lapsed'>> {
  const { db, clock } = services
  const today = indiaDayOf(clock.now())
  const unpaid = await lapseExtensions(services)
  const fallsOverdue = inTransaction(services, ({ tx, at }, order) =>
    closeLoan(tx, order, today, at),
  )
  await closeEach(services, {
    step: 'answer-hardship',
    find: portion => unansweredHardshipPlans(db, today, portion),
    close: inTransaction(
      services,
      async (work, order) => (await grantUnanswered(work, order, today)) !== order,
    ),
  })
  const fell = await closeEach(services, {
    step: 'fall-overdue',
    find: portion => loansPastDue(db, clock.now(), portion),
    close: fallsOverdue,
  })
  const aged = await closeEach(services, {
    step: 'overdue-day',
    find: portion => loansStillOverdue(db, clock.now(), portion),
    close: fallsOverdue,
  })
  const lapsed = await closeEach(services, {
    step: 'lapse-offer',
    find: portion => lapsedOffers(db, today, portion),
    close: inTransaction(services, ({ tx, at }, order) => lapse(tx, order, today, at)),
  })
  return { overdue: fell + aged, lapsed: lapsed + unpaid }
}

/** Does the work of the calendar once the orders are moved; none of it needs the accrual. */
async function actOnCalendar(services: LendingServices): Promise<void> {
  await applyDueReservations(services)
  await notifyWaitingContacts(services)
  await announceDebits(services)
  await makeDebits(services)
  await remind(services)
  await sendWaitingMessages(services)
}

async function closeLoan(tx: Transaction, order: Order, today: Day, at: Date): Promise<boolean> {
  const isSeen = order.closedDay !== undefined && order.closedDay >= today
  if (order.state !== 'loaned' && (order.state !== 'overdue' || isSeen)) return false
  const loan = await loanOf(tx, order)
  const position = loan && positionOn(loan, today)
  if (!position || position.overdueDays === 0) return false
  const { borrowerId, id: orderId } = order
  if (await moneyUnderWayOn(tx, { borrowerId, orderId }, at)) return false
  await fallOverdue(tx, order, position, at)
  return true
}

async function lapse(tx: Transaction, order: Order, today: Day, at: Date): Promise<boolean> {
  if (!canMove(order.state, 'lapse') || order.offerUntil === undefined || order.offerUntil >= today)
    return false
  await moveOrder(tx, order, 'lapse', { reasons: [OFFER_LAPSED] }, { actor: 'calendar', at })
  return true
}

/**
 * Asks the bank whether it reversed payouts that had arrived, for as long as it may reverse them.
 */
async function watchPayouts(services: LendingServices): Promise<number> {
  const { db, clock, payout: bank, log } = services
  const today = indiaDayOf(clock.now())
  const watch: PayoutWatch = {
    vendor: bank.name,
    days: bank.reversibleForDays,
    patienceDays: PAYOUT_CHECK_PATIENCE_DAYS,
    pauses: PAYOUT_CHECK_PAUSES,
  }
  let reversed = 0
  for (const payout of await payoutsToCheck(db, today, watch, BATCH)) {
    try {
      const status = await bank.status(payout.id)
      if (status.state === 'reversed') {
        await endPayoutWith(services, payout, status)
        reversed += 1
      }
      await markPayoutChecked(db, payout, today, watch)
    } catch (error) {
      const rest = ' about a payout and will be asked again'
      logTrouble(log, error, { who: 'the bank', rest, about: { payoutId: payout.id } })
    }
  }
  return reversed
}
