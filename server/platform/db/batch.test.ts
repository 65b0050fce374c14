import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#domain/testing/runs.ts'
import { batched } from '#server/platform/db/batch.ts'

const BATCHING = { canBatch: true }

/** Work that ends when the test says so. */
function heldBatches() {
  const groups: {
    readonly questions: readonly number[]
    readonly end: () => void
    readonly fail: (why: Error) => void
  }[] = []
  const ask = batched<number, string>(
    BATCHING,
    questions =>
      new Promise((resolve, reject) => {
        groups.push({
          questions,
          end: () => resolve(questions.map(each => `answer to ${each}`)),
          fail: reject,
        })
      }),
  )
  return { groups, ask }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('each caller gets the answer to its own question, however many ask at once, and after failures', async () => {
  const arrivals = fc.array(
    fc.record({ question: fc.integer(), turnsLater: fc.integer({ min: 0, max: 5 }) }),
    { maxLength: 300 },
  )
  await fc.assert(
    fc.asyncProperty(arrivals, fc.infiniteStream(fc.nat(3)), async (questions, turns) => {
      const ask = batched<number, string>(BATCHING, async questions => {
        const [waits] = turns.take(1)
        for (let passed = 0; passed < (waits ?? 0); passed += 1) await turn()
        if (waits === 3) throw new Error('failed')
        return questions.map(each => `answer to ${each}`)
      })
      const answers = await Promise.all(
        questions.map(async ({ question, turnsLater }) => {
          for (let passed = 0; passed < turnsLater; passed += 1) await turn()
          return ask(question).catch((error: Error) => error.message)
        }),
      )
      for (const [at, { question } = { question: Number.NaN }] of questions.entries())
        expect([`answer to ${question}`, 'failed']).toContain(answers[at])
    }),
    { numRuns: runs(50) },
  )
})

test('a single question does not wait, many wait together, and no batch exceeds the limit', async () => {
  const { groups, ask } = heldBatches()
  const answers = [ask(1)]
  await turn()
  expect(groups.map(({ questions }) => questions)).toEqual([[1]])
  const crowd = Array.from({ length: 48 }, (_, at) => at)
  answers.push(...crowd.map(ask))
  await turn()
  expect(groups.map(({ questions }) => questions.length)).toEqual([1, 24])
  groups[0]?.end()
  await expect(answers[0]).resolves.toBe('answer to 1')
  await turn()
  expect(groups.map(({ questions }) => questions.length)).toEqual([1, 24, 24])
  for (const group of groups) group.end()
  expect(await Promise.all(answers)).toEqual([
    'answer to 1',
    ...crowd.map(each => `answer to ${each}`),
  ])
})

test('a statement never answers a question that came after it was sent', async () => {
  const { groups, ask } = heldBatches()
  const first = ask(1)
  await turn()
  const second = ask(1)
  await turn()
  expect(groups).toHaveLength(2)
  groups[1]?.end()
  await expect(second).resolves.toBe('answer to 1')
  groups[0]?.end()
  await first
})

test('a failing batch does not affect other batches', async () => {
  const { groups, ask } = heldBatches()
  const failed = ask(1)
  const fine = turn().then(() => ask(2))
  await turn()
  groups[0]?.fail(new Error('the connection was lost'))
  await expect(failed).rejects.toThrow('the connection was lost')
  await turn()
  await turn()
  groups[1]?.end()
  await expect(fine).resolves.toBe('answer to 2')
})

test("a batch with too few answers fails, and nobody gets another's answer", async () => {
  const ask = batched<number, string>(BATCHING, async () => [])
  await expect(ask(1)).rejects.toThrow('A batch of 1 got 0 answers.')
})

test('a database that cannot batch is asked each question alone and at once', async () => {
  const batches: (readonly number[])[] = []
  const ask = batched<number, number>({ canBatch: false }, async questions => {
    batches.push(questions)
    if (questions.includes(2)) throw new Error('its machine is away')
    return questions
  })
  const crowd = Array.from({ length: 48 }, (_, at) => at)
  const answers = crowd.map(each => ask(each).catch((error: Error) => error.message))
  expect(batches).toEqual(crowd.map(each => [each]))
  expect(await Promise.all(answers)).toEqual(
    crowd.map(each => (each === 2 ? 'its machine is away' : each)),
  )
})
