import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** Where the time comes from. */
export type Clock = {
  /** The time of the business: what loans, codes and due days are reckoned by. Small steps back of the system's clock are not seen. */
  readonly now: () => Date
  /** The time on the wall, which no sandbox moves: sessions live by it. */
  readonly wall: () => Date
}

/** A clock that whoever tries the product can move forward (product §7). Only while simulators are active. */
export type SandboxClock = Clock & { readonly advance: (byMs: number) => Promise<Date> }

const clockOffset = statement('clock-offset', 'SELECT offset_ms FROM sandbox.clock WHERE id = 1')
const advanceClock = statement(
  'clock-advance',
  `INSERT INTO sandbox.clock (id, offset_ms) VALUES (1, $1)
   ON CONFLICT (id) DO UPDATE SET offset_ms = clock.offset_ms + excluded.offset_ms
   RETURNING offset_ms`,
)

export type ClockOptions = {
  readonly wallMs?: () => number
  /** Told when the system's clock was set back by more than a small step: the time shown before, and the time shown from now on. */
  readonly onSetBack?: (from: Date, to: Date) => void
}

/** The wall's time and an offset that outlives restarts. */
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
        throw new RangeError('a clock only moves forward')
      offsetMs = (await db.one(advanceClock, [byMs])).offset_ms
      return now()
    },
  }
}

/** The wall's time alone: where real money moves, no time is made up. */
export function wallClock(options: ClockOptions = {}): SandboxClock {
  const now = steady(options)
  return {
    now,
    wall: now,
    advance: () => Promise.reject(new Error('this clock is the one on the wall')),
  }
}

/** A system corrects its clock by steps of up to this; time then stands still until the clock has caught up. */
const SMALL_STEP_MS = 5_000

/** Time that does not run backwards by small steps. After a larger one the time before was wrong, and the system's clock is followed again. */
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
