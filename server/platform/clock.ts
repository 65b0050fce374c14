import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** The source of time. */
export type Clock = {
  /**
   * Business time: loans, codes and due days follow it. Small backward steps of the system's clock
   * are hidden.
   */
  readonly now: () => Date
  /** Wall time, which no sandbox moves: sessions expire by it. */
  readonly wall: () => Date
}

/** A clock that a tester can move forward (product §7). Only while simulators are active. */
export type SandboxClock = Clock & {
  readonly advance: (byMs: number) => Promise<Date>
  /** Shows wall time again, once the stored offset is gone. */
  readonly restart: () => void
}

const clockOffset = statement('clock-offset', 'SELECT offset_ms FROM sandbox.clock WHERE id = 1')
const advanceClock = statement(
  'clock-advance',
  `INSERT INTO sandbox.clock (id, offset_ms) VALUES (1, $1)
   ON CONFLICT (id) DO UPDATE SET offset_ms = clock.offset_ms + excluded.offset_ms
   RETURNING offset_ms`,
)

export type ClockOptions = {
  readonly wallMs?: () => number
  /**
   * Called when the system's clock was set back by more than a small step, with the time shown
   * before and from now on.
   */
  readonly onSetBack?: (from: Date, to: Date) => void
}

/** Wall time plus an offset that survives restarts. */
export async function sandboxClock(
  db: Database,
  options: ClockOptions = {},
): Promise<SandboxClock> {
  let offsetMs = (await db.maybeOne(clockOffset))?.offset_ms ?? 0
  const wall = steady(options)
  const now = () => new Date(wall().getTime() + offsetMs)
  return {
    now,
    wall,
    advance: async byMs => {
      if (!Number.isSafeInteger(byMs) || byMs < 0)
        throw new RangeError('a sandbox clock only moves forward')
      offsetMs = (await db.one(advanceClock, [byMs])).offset_ms
      return now()
    },
    restart: () => {
      offsetMs = 0
    },
  }
}

/** Wall time alone: where real money moves, nobody sets the time. */
export function wallClock(options: ClockOptions = {}): SandboxClock {
  const now = steady(options)
  return {
    now,
    wall: now,
    advance: () => Promise.reject(new Error('a wall clock cannot be moved')),
    restart: () => undefined,
  }
}

/**
 * Backward corrections up to this are hidden: time stands still until the system's clock has caught
 * up.
 */
const SMALL_STEP_MS = 5_000

/**
 * Time that hides small backward steps. After a larger step the earlier time was wrong, so it
 * follows the system's clock again.
 */
function steady({ wallMs = Date.now, onSetBack }: ClockOptions): () => Date {
  let latestMs = 0
  return () => {
    const ms = wallMs()
    const beforeMs = latestMs
    const isSetBack = beforeMs - ms > SMALL_STEP_MS
    latestMs = isSetBack ? ms : Math.max(beforeMs, ms)
    if (isSetBack) onSetBack?.(new Date(beforeMs), new Date(ms))
    return new Date(latestMs)
  }
}
