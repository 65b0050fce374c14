import { type OrderState, runningStates } from '#domain/lending/order.ts'
import { REAPPLY_WAIT_DAYS } from '#domain/limits.ts'

const MS_PER_HOUR = 3_600_000
const HOURS_PER_DAY = 24

export type PastOrder = { readonly state: OrderState; readonly deniedAt?: Date | undefined }

/** Decides whether a borrower may apply now, with the reason if not. */
export type Eligibility =
  | { readonly may: 'apply' }
  | { readonly may: 'follow-order' }
  | { readonly may: 'wait'; readonly until: Date; readonly days: number; readonly hours: number }

/**
 * One running order at a time; after a denial, a wait of 15 days (specification §9, product §6).
 * The time left is in whole days and hours, rounded up, so that the page never promises too early a
 * time.
 */
export function eligibilityAt(now: Date, orders: readonly PastOrder[]): Eligibility {
  const running: readonly OrderState[] = runningStates
  if (orders.some(({ state }) => running.includes(state))) return { may: 'follow-order' }
  const until = reapplyAt(orders)
  const hoursLeft = until ? Math.ceil((until.getTime() - now.getTime()) / MS_PER_HOUR) : 0
  if (!until || hoursLeft <= 0) return { may: 'apply' }
  return {
    may: 'wait',
    until,
    days: Math.floor(hoursLeft / HOURS_PER_DAY),
    hours: hoursLeft % HOURS_PER_DAY,
  }
}

/**
 * The instant at which the wait after the latest denial ends or ended; undefined if nothing was
 * denied.
 */
export function reapplyAt(orders: readonly PastOrder[]): Date | undefined {
  const denials = orders.flatMap(({ state, deniedAt }) =>
    state === 'denied' && deniedAt ? [deniedAt.getTime()] : [],
  )
  if (denials.length === 0) return undefined
  return new Date(Math.max(...denials) + REAPPLY_WAIT_DAYS * HOURS_PER_DAY * MS_PER_HOUR)
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
