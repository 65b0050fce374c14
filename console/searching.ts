/**
 * The text that the palette hands to the page of the search. It may be a number of a person, so it is
 * in no address.
 */
let handedOver = ''

export function handOverQuery(query: string): void {
  handedOver = query
}

/** The text that was handed over. Drawing a page reads it, which may happen more than once. */
export function handedOverQuery(): string {
  return handedOver
}

/** Forgets the text, once a page holds it. */
export function forgetQuery(): void {
  handedOver = ''
}
