import { type Day, earlierDay, indiaDayOf } from '#domain/day.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import type { Course } from '#domain/lending/course.ts'
import { feeOf } from '#domain/lending/extension-window.ts'
import type { OrderEventName, OrderMove } from '#domain/lending/order.ts'
import { type LoanPosition, positionOn } from '#domain/lending/repayment.ts'
import type { Paise } from '#domain/money.ts'
import { NO_PARTS, totalOf } from '#domain/parts.ts'
import { latenessSoFar } from '#server/lending/closing/overdue.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { type Order, type Progress, saveProgress } from '#server/lending/db/order.ts'
import { type Actor, recordEvent } from '#server/lending/db/order-event.ts'
import {
  type ExtensionChange,
  extensionStateBy,
} from '#server/lending/extending/extension-course.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'

/** Why the course of a loan is followed. `id` names the booking of its charges. */
export type Cause = {
  readonly id: string
  readonly actor: Actor
  /** The money that came in, and when it was paid. */
  readonly payment?: {
    readonly id: string
    readonly amount: Paise
    readonly instant: Date
    readonly extensionId?: string | undefined
  }
}

type Followed = {
  readonly course: Course
  readonly changes: readonly ExtensionChange[]
  readonly cause: Cause
}

/** An order on its way, move by move, to its state by the course of its loan. */
type Moving = Followed & {
  readonly work: LendingWork
  readonly position: LoanPosition
  /** For how many days something is overdue, up to the day on which money was under way. */
  readonly overdueDays: number
  /** The amount of the payment, until a move or a note has recorded it. */
  amount: { readonly amount: Paise } | undefined
  order: Order
}

/**
 * Moves an order to its state today by the course of its loan: its extensions, whether it is
 * overdue or repaid, and how late it ever was.
 */
export async function moveByCourse(
  work: LendingWork,
  order: Order,
  followed: Followed,
): Promise<Order> {
  const { course, cause } = followed
  const today = indiaDayOf(work.at)
  const position = positionOn(course.loan, today)
  const { borrowerId, id: orderId } = order
  const underWay = await moneyUnderWayOn(work.tx, { borrowerId, orderId }, work.at)
  const latePosition = underWay ? positionOn(course.loan, indiaDayOf(underWay.since)) : position
  const { overdueDays } = latePosition
  const fields = {
    ...latenessSoFar(course.loan, latestCountedDay(course, latePosition.today)),
    // A repaid loan has none from its last move on.
    nextDueDay: position.nextDueDay ?? order.nextDueDay,
    extensionState: extensionStateBy([...course.extensions.values()]),
  }
  const amount = cause.payment && { amount: cause.payment.amount }
  const about = { work, position, overdueDays, amount, order: { ...order, ...fields } }
  const moving: Moving = { ...followed, ...about }
  await noteFee(moving)
  for (const change of followed.changes) await moveExtension(moving, change)
  await moveRepayment(moving, order.worstOverdueDays)
  if (moving.amount) await note(moving, noteOf(moving))
  return moving.order
}

/**
 * No day counts as overdue while an extension is awaited, which excuses none once it is unpaid, or
 * while money is under way.
 */
function latestCountedDay({ extensions }: Course, day: Day): Day {
  const awaiting = [...extensions.values()].find(({ state }) => state === 'awaiting')
  return awaiting ? earlierDay(awaiting.fee.requestedDay, day) : day
}

async function step(
  moving: Moving,
  move: OrderMove,
  changes: Partial<Omit<Progress, 'state'>>,
  { actor, details }: { readonly actor: Actor; readonly details?: Record<string, unknown> },
): Promise<void> {
  const { work, order } = moving
  const by = { actor, at: work.at, ...(details && { details }) }
  moving.order = await moveOrder(work.tx, order, move, changes, by)
}

/** Notes the effect of a payment that made no move, and stores the state of its loan. */
async function note(moving: Moving, event: OrderEventName): Promise<void> {
  const { work, order, cause, amount } = moving
  const { tx, at } = work
  const extensionId = cause.payment?.extensionId
  const isForFee =
    event === 'payExtension' || (event === 'paidTooMuch' && extensionId !== undefined)
  const details = { ...amount, ...(isForFee && { extensionId }) }
  await recordEvent(tx, order, { event, actor: cause.actor, at, details })
  moving.amount = undefined
}

/** Money that is set aside for an extension is noted before what comes of it. */
async function noteFee(moving: Moving): Promise<void> {
  if ((usedFor(moving)?.held ?? 0) > 0) await note(moving, 'payExtension')
}

function noteOf(moving: Moving): OrderEventName {
  return totalOf(usedFor(moving)?.parts ?? NO_PARTS) > 0 ? 'pay' : 'paidTooMuch'
}

const usedFor = ({ course, cause }: Moving) => course.uses.get(cause.payment?.id ?? '')

/** By whom an extension ended. */
const ENDED_BY = { lapsed: 'calendar', abandoned: 'borrower', ended: 'provider' } as const

/**
 * The move of an extension whose state is another than was recorded. Beside one that is awaited, an
 * earlier one makes no move.
 */
async function moveExtension(moving: Moving, { before, after }: ExtensionChange): Promise<void> {
  const { position, order } = moving
  const isLate = moving.overdueDays > 0
  const { state } = after
  const isAwaited = before.state === 'awaiting'
  if (state === 'awaiting' || state === before.state) return
  if (order.state === 'settled' || (order.state === 'extension') !== isAwaited) return
  const details = { extensionId: before.id }
  if (state === 'paid') {
    const fee = feeOf(after.fee)
    return step(moving, 'extensionPaid', {}, { actor: 'provider', details: { ...details, fee } })
  }
  // A payment that repays the loan ends its extension, too.
  if (!isAwaited || (position.payoff === 0 && state !== 'lapsed')) return
  const by = { actor: ENDED_BY[state], details: { ...details, how: state } }
  const changes = isLate ? { closedDay: position.today } : {}
  await step(moving, isLate ? 'extensionEndedOverdue' : 'extensionEndedInTime', changes, by)
}

/** Overdue first if it was late without our knowing, then repaid, cured, or simply further on. */
async function moveRepayment(moving: Moving, knownOverdueDays: number): Promise<void> {
  const { work, position, overdueDays, course, cause } = moving
  const { today, payoff } = position
  const isRepaid = payoff === 0
  const wasLate = moving.amount && moving.order.worstOverdueDays > knownOverdueDays
  if (moving.order.state === 'loaned' && (overdueDays > 0 || wasLate))
    await step(moving, 'fallOverdue', { closedDay: today }, { actor: 'calendar' })
  const { state, terms } = moving.order
  const by = { actor: cause.actor, ...(moving.amount && { details: moving.amount }) }
  if (state === 'settled') await keepSettled(moving, isRepaid)
  else if (isRepaid) {
    const wasReturned = isReturned(course.loan, terms.coolingOffDays)
    const settled = { settledAt: work.at, nextDueDay: undefined, wasReturned }
    await step(moving, 'settle', settled, by)
    moving.amount = undefined
  } else if (state === 'overdue' && overdueDays === 0) {
    await step(moving, 'cure', {}, by)
    moving.amount = undefined
  } else {
    moving.order = { ...moving.order, ...(state === 'overdue' && { closedDay: today }) }
    await saveProgress(work.tx, state, moving.order)
  }
}

/** A loan that was reported as repaid stays so; later reports can only lower its cost. */
async function keepSettled(moving: Moving, isRepaid: boolean): Promise<void> {
  const { work, order, course } = moving
  if (!isRepaid)
    work.services.log.error(
      { orderId: order.id },
      'a repaid loan owes something by what became known since: a person must look',
    )
  const wasReturned = isReturned(course.loan, order.terms.coolingOffDays)
  moving.order = { ...order, wasReturned, nextDueDay: undefined }
  await saveProgress(work.tx, order.state, moving.order)
}
