import type { Log } from '#server/platform/log.ts'

const FIRST_PAUSE_MS = 1_000
const GROWTH = 1.2
const LONGEST_PAUSE_MS = 15_000

/**
 * When a provider that has not finished is asked again: after a second, then more and more seldom, up to a quarter of a
 * minute. Real time: the provider does not live by the product's clock.
 */
export function askAgainAt(round: number): Date {
  const pauseMs = Math.min(FIRST_PAUSE_MS * GROWTH ** round, LONGEST_PAUSE_MS)
  return new Date(Date.now() + pauseMs)
}

/**
 * Asks a provider. One that cannot be asked just now is no failure of the job, which would end after some tries: what the
 * provider would have said is `otherwise`, and it is asked again for as long as it takes.
 */
export async function ask<T>(
  log: Log,
  what: string,
  question: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await question()
  } catch (error) {
    log.warn({ err: error }, `${what} could not be asked; it is asked again`)
    return otherwise
  }
}
