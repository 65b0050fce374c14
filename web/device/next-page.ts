import { type EventId, track } from '#web/device/tracking.ts'

const STORED_AS = 'noted'
const SIGNED_IN = 'signed-in-by-code'

/** Notes an event before the page is left for another one of this app. */
export function noteForNextPage(eventId: EventId): void {
  try {
    sessionStorage.setItem(STORED_AS, eventId)
  } catch {
    // Without storage the event is lost.
  }
}

/** Tracks the event that the previous page noted. */
export function trackNoted(): void {
  try {
    const eventId = sessionStorage.getItem(STORED_AS) as EventId | null
    sessionStorage.removeItem(STORED_AS)
    if (eventId !== null) track(eventId)
  } catch {
    // Without storage nothing was noted.
  }
}

/** Notes for the next page that the borrower signed in by a code. */
export function noteSignIn(): void {
  try {
    sessionStorage.setItem(SIGNED_IN, 'yes')
  } catch {
    // Without storage the next page offers no passkey.
  }
}

/** Whether the borrower signed in by a code on the previous page; true once. */
export function takeSignIn(): boolean {
  try {
    const isNoted = sessionStorage.getItem(SIGNED_IN) !== null
    sessionStorage.removeItem(SIGNED_IN)
    return isNoted
  } catch {
    return false
  }
}
