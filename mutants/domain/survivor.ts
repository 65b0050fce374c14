/** Changes of one file that no test notices, for one reason. */
export type Survivor = {
  readonly file: string
  /** The reason why nobody could notice them, or why no test should. */
  readonly reason: string
  /** The changed lines as `before → after`, with their spaces as on one line. */
  readonly changes: readonly string[]
}

export const EQUAL = 'Either of two equal values is the same.'
