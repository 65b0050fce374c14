/** The log line of a vendor that gave no answer: a rejected key is not a broken line. */
import type { Log } from '#server/platform/log.ts'
import { StatedError } from '#server/platform/stated-error.ts'

/** The code of an error with which a vendor rejected our key or our rights (401, 403). */
export const NOT_ADMITTED = 'not_admitted'

const WORDS: Readonly<Record<string, string>> = {
  [NOT_ADMITTED]: 'rejects our key',
  refused: 'refused to answer',
  malformed: 'gave an answer that cannot be read',
}

/**
 * Logs the failure of a call: an error where the key was rejected, a warning otherwise. The words are
 * `who`, what it did, and `rest`.
 */
export function logTrouble(
  log: Log,
  error: unknown,
  {
    who,
    rest = '',
    about = {},
  }: { readonly who: string; readonly rest?: string; readonly about?: object },
): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const level = code === NOT_ADMITTED ? 'error' : 'warn'
  log[level]({ err: error, ...about }, `${who} ${WORDS[code] ?? 'could not be reached'}${rest}`)
}

/** A service rejected our key or our rights. */
class NotAdmitted extends StatedError {
  readonly kind = 'not-admitted'
  readonly code = NOT_ADMITTED

  constructor(who: string, detail: string) {
    super(`${who} rejects our key (${detail})`)
  }
}

/** An error that says that the service rejected our key or our rights, with nothing of the answer but a word. */
export function notAdmitted(who: string, detail: string): Error {
  return new NotAdmitted(who, detail)
}
