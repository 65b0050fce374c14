import { type Refusal, refused } from '#contract/envelope.ts'
import type { Log } from '#server/platform/log.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'

/**
 * Asks a provider while the borrower waits. An unreachable provider gives no verdict: the borrower
 * reads so, keeps their entries, and tries again.
 */
export async function askCheck<T>(
  { log }: { readonly log: Log },
  what: string,
  question: () => Promise<T>,
): Promise<T | Refusal<'check-not-available'>> {
  try {
    return await question()
  } catch (error) {
    logTrouble(log, error, { who: what })
    return refused('check-not-available')
  }
}
