/** The longest possible wait; a clock that was set back must not lock the button forever. */
const WAIT_MAX_SECONDS = 600

/** Whole seconds until a moment, rounded up; 0 once it has come. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.min(WAIT_MAX_SECONDS, Math.max(0, Math.ceil((atMs - nowMs) / 1000)))
}
