import type { Failure, Result } from '#contract/client.ts'

const FIRST_PAUSE_MS = 2_000
const PAUSE_MAX_MS = 30_000

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
  return Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempt - 2))
}

/** The attempts for a picture that cannot be checked; they take about three minutes. */
const CHECKS_MAX = 6

/** True if the same picture should be resent: it was not checked, through no fault of its own. */
export function mayCheckAgain(reason: Failure['reason'], attempt: number): boolean {
  return attempt < CHECKS_MAX && (reason === 'face-check-busy' || reason === 'check-not-available')
}

/** Sends until the picture was checked, or up to a limit. Calls `onAgain` before each further pause. */
export async function sentUntilChecked<T>(
  send: () => Promise<Result<T>>,
  onAgain: () => void,
  signal: AbortSignal,
  pause = pauseBefore,
): Promise<Result<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send()
    if (result.ok || signal.aborted || !mayCheckAgain(result.reason, attempt)) return result
    onAgain()
    await pause(attempt + 1, signal)
    if (signal.aborted) return result
  }
}
