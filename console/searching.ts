/**
 * The text that the palette hands to the page of the search. It may be a number of a person, so it
 * stands in no address.
 */
let handedOver = ''

export function handOverQuery(query: string): void {
  handedOver = query
}

/** The text that was handed over, once. */
export function takeQuery(): string {
  const query = handedOver
  handedOver = ''
  return query
}
