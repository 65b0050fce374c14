/**
 * Questions that come while the database is busy with the ones before them wait, and are then put together. There is no timer: alone, a
 * question is put at once; in a crowd one statement answers many, for the way to the database costs more than the answer.
 */

type Waiting<Question, Answer> = {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** So many are put together at most; whoever is left waits for the next time. */
const MOST_TOGETHER = 24
/** While one group is under way another may be; a third waits, and grows. Where each costs much, one at a time is better: it grows sooner. */
const GROUPS_AT_ONCE = 2

/**
 * Puts questions to `ask` in groups. `ask` answers each in its place, and is asked only after the question has come, so that nobody
 * is answered from before. Where a group fails, all in it do.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  groupsAtOnce = GROUPS_AT_ONCE,
): (question: Question) => Promise<Answer> {
  const queue: Waiting<Question, Answer>[] = []
  let underWay = 0
  let isDue = false

  async function putNext(): Promise<void> {
    isDue = false
    if (queue.length === 0 || underWay === groupsAtOnce) return
    const group = queue.splice(0, MOST_TOGETHER)
    underWay += 1
    try {
      const answers = await ask(group.map(({ question }) => question))
      if (answers.length !== group.length)
        throw new Error(`${group.length} were asked together, and ${answers.length} answered.`)
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      underWay -= 1
      putSoon()
    }
  }

  /** Once everything that has arrived by now has been read. */
  function putSoon(): void {
    if (isDue || queue.length === 0 || underWay === groupsAtOnce) return
    isDue = true
    setImmediate(putNext)
  }

  return question =>
    new Promise((resolve, reject) => {
      queue.push({ question, resolve, reject })
      putSoon()
    })
}
