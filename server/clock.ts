import type { Database } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

/** Where the time comes from. */
export type Clock = {
  /** The time of the business: what loans, codes and due days are reckoned by. Never runs backwards. */
  readonly now: () => Date
  /** The time on the wall, which no sandbox moves: sessions live by it. */
  readonly wall: () => Date
}

/** A clock that whoever tries the product can move forward (decisions §7). Only while simulators are active. */
export type SandboxClock = Clock & { readonly advance: (byMs: number) => Promise<Date> }

const clockOffset = statement('clock-offset', 'SELECT offset_ms FROM sandbox.clock WHERE id = 1')
const advanceClock = statement(
  'clock-advance',
  `INSERT INTO sandbox.clock (id, offset_ms) VALUES (1, $1)
   ON CONFLICT (id) DO UPDATE SET offset_ms = clock.offset_ms + excluded.offset_ms
   RETURNING offset_ms`,
)

/** The wall's time and an offset that outlives restarts. */
export async function sandboxClock(db: Database, wallMs: () => number = Date.now): Promise<SandboxClock> {
  let offsetMs = (await db.maybeOne<{ offset_ms: number }>(clockOffset))?.offset_ms ?? 0
  const now = neverBackwards(() => wallMs() + offsetMs)
  return {
    now,
    wall: neverBackwards(wallMs),
    advance: async byMs => {
      if (!Number.isSafeInteger(byMs) || byMs < 0) throw new RangeError('a clock only moves forward')
      offsetMs = (await db.one<{ offset_ms: number }>(advanceClock, [byMs])).offset_ms
      return now()
    },
  }
}

/** The wall's time alone: where real money moves, no time is made up. */
export function wallClock(wallMs: () => number = Date.now): SandboxClock {
  const now = neverBackwards(wallMs)
  return { now, wall: now, advance: () => Promise.reject(new Error('this clock is the one on the wall')) }
}

/** An operating system may set its clock back; what was later stays later. */
function neverBackwards(ms: () => number): () => Date {
  let latestMs = 0
  return () => {
    latestMs = Math.max(latestMs, ms())
    return new Date(latestMs)
  }
}
