/**
 * Admits as many requests at once as the server answers well; the others wait in line, those that
 * move money first, and are refused at once if their turn would come too late.
 */

/** `first`: moves money, or reports moved money. */
export type Urgency = 'first' | 'usual'

export type Turn = {
  readonly urgency: Urgency
  readonly admit: () => void
  readonly refuse: () => void
}

/** Ends a turn, or gives up its place in the line; a second call does nothing. */
export type Leave = () => void

export type Gate = { readonly enter: (turn: Turn) => Leave }

export type GateOptions = {
  readonly atOnce?: number
  readonly patienceMs?: Readonly<Record<Urgency, number>>
  readonly nowMs?: () => number
}

/** Enough for two batches of each kind, and for the requests that wait for them. */
const AT_ONCE = 128
/** The time that a request may wait for its turn: a read that comes later is no use. */
export const PATIENCE_MS: Readonly<Record<Urgency, number>> = { first: 5_000, usual: 2_000 }
/** A request that takes longer waits for another service, such as a vendor, and takes no turn. */
const TURN_MS = 1_000
/** The weight of the newest turn in the average. */
const NEWEST = 0.05

type Waiting = Turn & { readonly sinceMs: number; isGone: boolean; begin: () => void }

/** A gate for the requests of one server. */
export function gate({
  atOnce = AT_ONCE,
  patienceMs = PATIENCE_MS,
  nowMs = () => performance.now(),
}: GateOptions = {}): Gate {
  const lines: Record<Urgency, Waiting[]> = { first: [], usual: [] }
  let running = 0
  let averageTurnMs = 0

  /** The wait of a request that comes now, by the present pace. */
  function expectedWaitMs(urgency: Urgency): number {
    const ahead = lines.first.length + (urgency === 'usual' ? lines.usual.length : 0)
    return ((ahead + 1) * averageTurnMs) / atOnce
  }

  function next(): void {
    while (running < atOnce) {
      const waiting = lines.first.shift() ?? lines.usual.shift()
      if (!waiting) return
      if (waiting.isGone) continue
      if (nowMs() - waiting.sinceMs > patienceMs[waiting.urgency]) waiting.refuse()
      else waiting.begin()
    }
  }

  /** Begins a turn; returns its end. */
  function begin(turn: Turn): Leave {
    const beganMs = nowMs()
    let isOver = false
    running += 1
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      running -= 1
      const tookMs = Math.min(nowMs() - beganMs, TURN_MS)
      averageTurnMs += NEWEST * (tookMs - averageTurnMs)
      next()
    }
    const timer = setTimeout(end, TURN_MS)
    timer.unref()
    turn.admit()
    return end
  }

  return {
    enter: turn => {
      const { urgency } = turn
      if (running < atOnce) return begin(turn)
      if (expectedWaitMs(urgency) > patienceMs[urgency]) {
        turn.refuse()
        return () => undefined
      }
      let end: Leave | undefined
      const waiting: Waiting = {
        ...turn,
        sinceMs: nowMs(),
        isGone: false,
        begin: () => {
          end = begin(turn)
        },
      }
      lines[urgency].push(waiting)
      return () => {
        waiting.isGone = true
        end?.()
      }
    },
  }
}
