const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Resolves when it makes sense to send again: when the network is back, or after a pause that grows
 * with each attempt; at once when aborted.
 */
export function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(go, pauseMs(attempt))
    function go() {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    addEventListener('online', go)
    signal.addEventListener('abort', go)
    if (signal.aborted) go()
  })
}

/** The pause before an attempt; the second attempt is the first that waits. */
export function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempt - 2))
}
