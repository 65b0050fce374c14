/**
 * Batches questions to the database. Questions that arrive while earlier ones are under way wait
 * and are then sent together. There is no timer: a single question is sent at once, and under load
 * one statement answers many, because the round trip costs more than the answer. Where the database
 * cannot batch, each question is asked alone.
 */
import type { Database } from './open.ts'

type Waiting<Question, Answer> = {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** The most questions in one batch; the rest wait for the next one. */
const PORTION_MAX = 24
/**
 * The batches under way at a time: with two, the second does not wait for the first. Where each
 * batch is expensive, one is better, because the next one then grows larger.
 */
const GROUPS_AT_ONCE = 2

/**
 * Sends questions to `ask` in batches. `ask` returns the answers in the order of the questions. It
 * is called only after a question has arrived, so that no answer is older than its question. If a
 * batch fails, every question in it fails.
 */
export function batched<Question, Answer>(
  { canBatch }: Pick<Database, 'canBatch'>,
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  groupsAtOnce = GROUPS_AT_ONCE,
): (question: Question) => Promise<Answer> {
  if (!canBatch)
    return async question => {
      const [answer] = await ask([question])
      return answer as Answer
    }
  const queue: Waiting<Question, Answer>[] = []
  let underWay = 0
  let isDue = false

  async function settle(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await ask(group.map(({ question }) => question))
      if (answers.length !== group.length)
        throw new Error(`A batch of ${group.length} got ${answers.length} answers.`)
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function putNext(): Promise<void> {
    isDue = false
    if (queue.length === 0 || underWay === groupsAtOnce) return
    const group = queue.splice(0, PORTION_MAX)
    underWay += 1
    await settle(group)
    underWay -= 1
    putSoon()
  }

  /** Runs once everything that has arrived by now has been read. */
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
