/** Writes one sentence for the operator; at level `info` if none is given. */
export type WriteLog = (message: string, level?: 'info' | 'warn' | 'error') => void

/** The fields of a log line: never a number, a name or other personal data. */
export type Log = {
  readonly info: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
  readonly error: (details: object, message: string) => void
}
