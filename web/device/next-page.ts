import { type EventId, track } from '#web/device/tracking.ts'

const STORED_AS = 'noted'

/** Notes an event before the page is left for another one of this app. */
export function noteForNextPage(eventId: EventId): void {
  try {
    sessionStorage.setItem(STORED_AS, eventId)
  } catch {
    // Without storage the event is lost.
  }
}

/** Tracks the event that the page before has noted. */
export function trackNoted(): void {
  try {
    const eventId = sessionStorage.getItem(STORED_AS) as EventId | null
    sessionStorage.removeItem(STORED_AS)
    if (eventId !== null) track(eventId)
  } catch {
    // Without storage nothing was noted.
  }
}
