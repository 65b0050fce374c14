import { vi } from 'vitest'

/** A wait that is over at once, also for code that measures time by `performance`, until mocks are restored. */
export function skippedWait(): (ms: number) => Promise<void> {
  const now = performance.now.bind(performance)
  let skippedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  return async ms => {
    skippedMs += ms
  }
}
