import type { NECESSARY_EVENTS } from '#domain/privacy/tracking.ts'

/**
 * Notes about the app's own usage (spec §7, "Tracking"). Noting is cheap: notes wait here until the
 * page is painted and `tracking-sender.ts` takes over. Nothing personal is ever noted: no name,
 * number, amount or id.
 */
export type Note = {
  readonly kind: 'event' | 'page'
  /** An event's id, or a page's pattern such as `/orders/:id/audit`. */
  readonly name: string
  /** One of our messages, never the borrower's own words. */
  readonly value?: string | undefined
  readonly at: Date
}

/**
 * Events that the service cannot run without (specification §4, §8), and those counted with
 * consent.
 */
export type EventId = (typeof NECESSARY_EVENTS)[number] | 'app-installed'

/** The maximum number of waiting notes; later ones are dropped. */
const WAITING_MAX = 50
const waiting: Note[] = []
let taker: ((note: Note) => void) | undefined

export function track(eventId: EventId, value?: string): void {
  note({ kind: 'event', name: eventId, value, at: new Date() })
}

export function trackPage(pattern: string): void {
  note({ kind: 'page', name: pattern, at: new Date() })
}

/** Hands over all notes, past and future. */
export function takeNotes(take: (note: Note) => void): void {
  taker = take
  for (const note of waiting.splice(0)) take(note)
}

function note(noted: Note): void {
  if (taker) taker(noted)
  else if (waiting.length < WAITING_MAX) waiting.push(noted)
}
