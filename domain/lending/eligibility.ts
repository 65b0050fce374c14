import type { Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type OrderState, runningStates } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'

const MS_PER_HOUR = 3_600_000
const HOURS_PER_DAY = 24

export type PastOrder = {
  readonly state: OrderState
  readonly deniedAt?: Date | undefined
  /** The wait that was stated to the borrower with the denial. */
  readonly reapplyWaitDays: number
}

/** Decides whether a borrower may apply now, with the reason if not. */
export type Eligibility =
  | { readonly may: 'apply' }
  | { readonly may: 'follow-order' }
  | {
      readonly may: 'wait'
      readonly until: Date
      /** The time left. */
      readonly days: number
      readonly hours: number
      /** The whole wait, in days. */
      readonly wait: number
    }

/**
 * One running order at a time; after a denial, a wait (specification §9, product §6).
 * The time left is in whole days and hours, rounded up, so that the page never promises too early a
 * time.
 */
export function eligibilityAt(now: Date, orders: readonly PastOrder[]): Eligibility {
  const running: readonly OrderState[] = runningStates
  if (orders.some(({ state }) => running.includes(state))) return { may: 'follow-order' }
  const last = lastWait(orders)
  const hoursLeft = last ? Math.ceil((last.until.getTime() - now.getTime()) / MS_PER_HOUR) : 0
  if (!last || hoursLeft <= 0) return { may: 'apply' }
  return {
    may: 'wait',
    ...last,
    days: Math.floor(hoursLeft / HOURS_PER_DAY),
    hours: hoursLeft % HOURS_PER_DAY,
  }
}

/**
 * The instant at which the last wait after a denial ends or ended; undefined if nothing was denied.
 */
export function reapplyAt(orders: readonly PastOrder[]): Date | undefined {
  return lastWait(orders)?.until
}

/** The wait that ends last, and how long it is in all. */
function lastWait(
  orders: readonly PastOrder[],
): { readonly until: Date; readonly wait: number } | undefined {
  const waits = orders.flatMap(({ state, deniedAt, reapplyWaitDays }) =>
    state === 'denied' && deniedAt
      ? [{ until: daysAfter(deniedAt, reapplyWaitDays), wait: reapplyWaitDays }]
      : [],
  )
  return waits.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * HOURS_PER_DAY * MS_PER_HOUR)
}

/**
 * True if any loan is offered to a borrower with these running loans, ours or a partner's: none
 * while something is overdue, so that nobody borrows in order to repay.
 */
export function mayBeOffered(loans: readonly RunningLoan[], today: Day): boolean {
  return loans.every(loan => positionOn(loan, today).overdueDays === 0)
}

/** The time left to wait in days alone, rounded up. */
export function daysToWait({ day, hour }: { readonly day: number; readonly hour: number }): number {
  return hour > 0 ? day + 1 : day
}

/** The orderStatus on the wire: 0 denied, 1 may apply, 2 has an order in progress (product §3). */
export function orderStatusOf({ may }: Eligibility): 0 | 1 | 2 {
  const statuses = { wait: 0, apply: 1, 'follow-order': 2 } as const
  return statuses[may]
}
