/** Writes one sentence for the operator; without a level, for information only. */
export type WriteLog = (message: string, level?: 'info' | 'warn' | 'error') => void

/** What may be said in the log: never a number, a name or anything else of a person. */
export type Log = {
  readonly info: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
  readonly error: (details: object, message: string) => void
}
