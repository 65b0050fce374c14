import type { OrderState } from '#domain/lending/order.ts'

/** What became of a reserved loan. */
export type ReservationState = 'waiting' | 'applied' | 'refused' | 'cancelled'

const RESERVABLE: readonly OrderState[] = ['loaned', 'extension']

/**
 * Why the next loan cannot be reserved on an order, the order first; nothing when it can. The loan runs as agreed: who is behind with one
 * is not offered the next, and does not catch up by asking for more time (product §6, "Scheduled order").
 */
export function whyNotReserve(
  { state, overdueDays }: { readonly state: OrderState; readonly overdueDays: number },
  hasWaiting: boolean,
): 'order-state' | 'reservation-exists' | undefined {
  if (!RESERVABLE.includes(state) || overdueDays > 0) return 'order-state'
  return hasWaiting ? 'reservation-exists' : undefined
}

/** What is to be done with a waiting reservation now that its order is in a state. */
export function reservationStep(state: OrderState): 'apply' | 'cancel' | 'wait' {
  if (state === 'settled') return 'apply'
  return state === 'failed' || state === 'cancelled' || state === 'denied' ? 'cancel' : 'wait'
}
