import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 20
const ANSWER_WITHIN_MS = 5_000

/**
 * Polls the readiness of the service. `end` returns the longest time without it, in milliseconds.
 */
export function watchReadiness(origin: string): { readonly end: () => Promise<number> } {
  let isOver = false
  const watch = async () => {
    let longest = 0
    for (let lastYes = performance.now(); !isOver; await pause(ASK_EVERY_MS)) {
      const isReady = await fetch(`${origin}/ready`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      }).then(
        answer => answer.ok,
        () => false,
      )
      longest = Math.max(longest, performance.now() - lastYes)
      if (isReady) lastYes = performance.now()
    }
    return longest
  }
  const watched = watch()
  return {
    end: () => {
      isOver = true
      return watched
    },
  }
}
