import type { OrderState } from '#domain/lending/order.ts'

/** The state of a reserved loan. */
export type ReservationState = 'waiting' | 'applied' | 'refused' | 'cancelled'

const RESERVABLE: readonly OrderState[] = ['loaned', 'extension']

/**
 * The reason why the next loan cannot be reserved on an order; undefined if it can. Problems of the
 * order come first. The loan must run as agreed: a borrower who is overdue is not offered the next
 * loan, and extending does not change that (product §6, "Scheduled order").
 */
export function whyNotReserve(
  { state, overdueDays }: { readonly state: OrderState; readonly overdueDays: number },
  hasWaiting: boolean,
): 'order-state' | 'reservation-exists' | undefined {
  if (!RESERVABLE.includes(state) || overdueDays > 0) return 'order-state'
  return hasWaiting ? 'reservation-exists' : undefined
}

/** Decides about a waiting reservation, given the state of its order. */
export function reservationStep(state: OrderState): 'apply' | 'cancel' | 'wait' {
  if (state === 'settled') return 'apply'
  return state === 'failed' || state === 'cancelled' || state === 'denied' ? 'cancel' : 'wait'
}
