/** A text that is known when it is written: no value stands in it. */
type Fixed<Text extends string> = Record<never, never> extends Record<Text, true> ? never : Text

/**
 * An error in words that we wrote, without a value of a question or an answer: logs and jobs keep
 * them. `StatedError.of` takes fixed words alone; a subclass composes its message of such.
 */
export class StatedError extends Error {
  protected constructor(message: string) {
    super(message)
    this.name = 'StatedError'
  }

  static of<const Text extends string>(words: Fixed<Text>): StatedError {
    return new StatedError(words)
  }
}
