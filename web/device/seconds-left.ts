/** The longest possible wait; a clock that was set back must not lock the button forever. */
const LONGEST_WAIT_SECONDS = 600

/** Whole seconds until a moment, rounded up; 0 once it has come. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil((atMs - nowMs) / 1000)))
}
