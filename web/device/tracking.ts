import type { NECESSARY_EVENTS } from '#domain/privacy/tracking.ts'

/**
 * What the app notes about its own use (spec §7, "Tracking"). Noting costs nothing: what is noted waits here until the
 * page is painted and `tracking-sender.ts` takes it over. Nothing personal is ever noted: no name, number, amount or id.
 */
export type Note = {
  readonly kind: 'event' | 'page'
  /** An event's id, or a page's pattern such as `/orders/:id/audit`. */
  readonly name: string
  /** A message of ours, never the borrower's own words. */
  readonly value?: string | undefined
  readonly at: Date
}

/** What the service cannot run without knowing (specification §4, §8), and, with consent, what else is counted. */
export type EventId = (typeof NECESSARY_EVENTS)[number] | 'app-installed'

/** Until somebody takes them; more are not worth waiting for. */
const WAITING_MAX = 50
const waiting: Note[] = []
let taker: ((note: Note) => void) | undefined

export function track(eventId: EventId, value?: string): void {
  note({ kind: 'event', name: eventId, value, at: new Date() })
}

export function trackPage(pattern: string): void {
  note({ kind: 'page', name: pattern, at: new Date() })
}

/** Hands over all that is noted, and all that has been. */
export function takeNotes(take: (note: Note) => void): void {
  taker = take
  for (const note of waiting.splice(0)) take(note)
}

function note(noted: Note): void {
  if (taker) taker(noted)
  else if (waiting.length < WAITING_MAX) waiting.push(noted)
}
