import { LimitReached } from '#server/platform/http/limits.ts'

const RETRY_AFTER_SECONDS = 10

/** Runs work in its turn. Throws `LimitReached` (429) where too much waits already. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** A queue that runs `atOnce` pieces of work at once, and lets `maxWaiting` more wait in order. */
export function workQueue(atOnce: number, maxWaiting: number): WorkQueue {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running < atOnce) running += 1
    else if (waiting.length < maxWaiting) await new Promise<void>(start => waiting.push(start))
    else throw new LimitReached(RETRY_AFTER_SECONDS)
    try {
      return await work()
    } finally {
      // The next one takes over this place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
