/** One fault that the tests must notice: a small patch to one file. */
export type Mutant = {
  /** Names the fault on the command line and in the table. */
  readonly name: string
  /** States in a plain sentence the harm to a borrower, the lender or an operator. */
  readonly breaks: string
  /** The patched file, relative to the project. */
  readonly file: string
  /** The text to replace; it occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The test files nearest to the code; one of them must fail. */
  readonly killedBy: readonly string[]
}

/** Returns the text of the file with the fault in it. Throws if the patch does not apply. */
export function mutated({ name, file, find, replace }: Mutant, text: string): string {
  const [before, after, ...more] = text.split(find)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `${name}: its text must occur once in ${file}, not ${more.length + (after === undefined ? 0 : 1)} times.`,
    )
  return before + replace + after
}
