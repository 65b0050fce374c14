const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long a page may be paid on: whoever comes later opens another, with what is owed then. */
const PAGE_HOURS = 24
/** Providers open no page for less than a quarter of an hour; opening one takes a moment. */
const SHORTEST_MINUTES = 20
const TO_OPEN_MINUTES = 15
/** Who pays in the last moment is known to the provider by then. */
const LAST_QUESTION_MINUTES = 30

/** When the page of a demand takes no more money: after a day, or with the extension that it is for (product §5). */
export function pageExpiresAt(requestedAt: Date, extensionEndsAt?: Date): Date {
  const ends = Math.min(
    requestedAt.getTime() + PAGE_HOURS * HOUR_MS,
    extensionEndsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return new Date(Math.max(ends, requestedAt.getTime() + SHORTEST_MINUTES * MINUTE_MS))
}

/** Whether a page can still be handed out, or opened where it is not yet. */
export function isPageUsable(
  { expiresAt, isOpen }: { readonly expiresAt: Date; readonly isOpen: boolean },
  now: Date,
): boolean {
  return expiresAt.getTime() - now.getTime() > (isOpen ? 0 : TO_OPEN_MINUTES * MINUTE_MS)
}

/** From when on an answer of the provider tells all that was ever paid on a page (product §10). */
export function lastQuestionAt(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + LAST_QUESTION_MINUTES * MINUTE_MS)
}
