import { hasWord, say } from '#console/words.ts'
import { type OrderState, orderStates } from '#domain/lending/order.ts'

/** The colour of an order's state. */
export function toneOf(state: OrderState): 'good' | 'warn' | 'bad' | 'brand' | 'neutral' {
  const { tone } = orderStates[state]
  return tone === 'quiet' ? 'neutral' : tone
}

/** The name of a state as staff read it, by its word in the records: of an order, of one of its instalments, or of money on its way. */
export function stateName(
  state: string,
  of: 'state' | 'instalment' | 'transfer' = 'state',
): string {
  return nameIn([of], state)
}

/** An event of a record as staff read it, by its word there: a move of an order, a message, a consent, a document, a look. */
export function eventName(kind: string, word: string): string {
  return nameIn([`record.${kind}`, 'problem'], word)
}

/** Names a detail of an event: an actor, the cause of a refund, the fate of a message, the reason of a look. Keeps references as they are. */
export function howText(word: string): string {
  return nameIn(['record.how', 'look'], word)
}

/** A word of a record by its name in an area of the catalogue. */
export function wordOf(area: string, word: string): string {
  return nameIn([area], word)
}

/** The category, the cause and the outcome of a complaint, by their names. */
export function caseWords(words: readonly string[]): string {
  return words.map(word => nameIn(['category', 'cause', 'outcome'], word)).join(', ')
}

/** A word without a text there is not the program's: a reference, a product or somebody's own words. */
function nameIn(areas: readonly string[], word: string): string {
  const id = areas.map(area => `${area}.${word}`).find(hasWord)
  return id === undefined ? word : say(id)
}
