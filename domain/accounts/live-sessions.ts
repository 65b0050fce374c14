/** The number of live sessions of one borrower (product §10, "Session"). */

export const LIVE_SESSIONS_MAX = 10

export type LiveSession = { readonly sessionId: string; readonly createdAt: Date }

/** The sessions that end because newer ones were created: all but the ten newest. */
export function sessionsToEnd(live: readonly LiveSession[]): string[] {
  return live
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(LIVE_SESSIONS_MAX)
    .map(({ sessionId }) => sessionId)
}
