/**
 * The days of a test in which borrowers act by themselves. The next day begins only once every
 * borrower has done what there was to do today.
 */
export type Days = {
  /** Notes that a borrower needs no more of this day. They may go on with other things. */
  readonly isDone: (borrower: string) => void
  /** Waits for the next day, or for the end of all days. */
  readonly untilNext: (borrower: string) => Promise<void>
  /** The borrowers who still have something to do today. */
  readonly busy: () => readonly string[]
  /** Begins the next day. */
  readonly begin: () => void
}

export function openDays(borrowers: readonly string[]): Days {
  const finished = new Set<string>()
  let next = Promise.withResolvers<void>()
  return {
    isDone: borrower => void finished.add(borrower),
    untilNext: borrower => {
      finished.add(borrower)
      return next.promise
    },
    busy: () => borrowers.filter(borrower => !finished.has(borrower)),
    begin: () => {
      finished.clear()
      const { resolve } = next
      next = Promise.withResolvers()
      resolve()
    },
  }
}
