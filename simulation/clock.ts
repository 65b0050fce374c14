/** A call that the server made before a move reaches its vendor within this time, also on a busy machine. */
const JUST_NOW_MS = 2_000

/** The time of the simulated world: this machine's, moved forward. */
export type SimulatedClock = {
  readonly now: () => Date
  /** The time before the last move if that was just now, else the time. */
  readonly earliest: () => Date
  /** The milliseconds by which it is ahead of this machine's time. */
  readonly offsetMs: () => number
  readonly move: (byMs: number) => void
}

/** Starts at this machine's time. */
export function simulatedClock(): SimulatedClock {
  let offsetMs = 0
  let lastMoveMs = 0
  let movedAt = Number.NEGATIVE_INFINITY
  const now = () => new Date(Date.now() + offsetMs)
  return {
    now,
    earliest: () => {
      const isJustMoved = performance.now() - movedAt < JUST_NOW_MS
      return new Date(now().getTime() - (isJustMoved ? lastMoveMs : 0))
    },
    offsetMs: () => offsetMs,
    move: byMs => {
      offsetMs += byMs
      lastMoveMs = byMs
      movedAt = performance.now()
    },
  }
}
