import { type OrderState, orderStates } from '#domain/lending/order.ts'

/** The colour of an order's state. */
export function toneOf(state: OrderState): 'good' | 'warn' | 'bad' | 'brand' | 'neutral' {
  const { tone } = orderStates[state]
  return tone === 'quiet' ? 'neutral' : tone
}

/** The name of an order's state, from its word in the records. */
export function stateName(state: string): string {
  return state in orderStates ? orderStates[state as OrderState].name : spelled(state)
}

/** A word of the program as people read it: `payoutSucceeded` becomes `payout succeeded`. References stay. */
export function spelled(word: string): string {
  if (!/^[a-z]+([A-Z-][a-zA-Z-]*)?$/.test(word)) return word
  return word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
}
