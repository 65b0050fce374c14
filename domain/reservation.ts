import type { OrderState } from '#domain/order.ts'

/** What became of a reserved loan. */
export type ReservationState = 'waiting' | 'applied' | 'refused' | 'cancelled'

/** A loan that runs as agreed: who is behind with one is not offered the next (decisions §6, "Scheduled order"). */
const RESERVABLE: readonly OrderState[] = ['loaned', 'extension']

/** Why the next loan cannot be reserved on an order, the order first; nothing when it can. */
export function whyNotReserve(state: OrderState, hasWaiting: boolean): 'order-state' | 'reservation-exists' | undefined {
  if (!RESERVABLE.includes(state)) return 'order-state'
  return hasWaiting ? 'reservation-exists' : undefined
}

/** What is to be done with a waiting reservation now that its order is in a state. */
export function reservationStep(state: OrderState): 'apply' | 'cancel' | 'wait' {
  if (state === 'settled') return 'apply'
  return state === 'failed' || state === 'cancelled' || state === 'denied' ? 'cancel' : 'wait'
}
