import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueue, isPassingHold, type Queue } from '#server/platform/jobs/queue.ts'
import type { WriteLog } from '#server/platform/log.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

type Jobs = { 'send-note': { note: string }; 'count-up': { by: number } }

let fresh: FreshDatabase
let queues: Queue<Jobs>[]
let messages: string[]
const log: WriteLog = (message, level = 'info') => messages.push(`${level}: ${message}`)

beforeAll(async () => {
  fresh = await freshDatabase()
})
beforeEach(async () => {
  await fresh.db.raw('DELETE FROM jobs.job')
  queues = []
  messages = []
})
afterEach(async () => {
  for (const queue of queues) await queue.stop()
})
afterAll(() => fresh.drop())

async function startQueue(options: { maintenanceSeconds?: number } = {}): Promise<Queue<Jobs>> {
  const queue = await createQueue<Jobs>(fresh.db, {
    names: ['send-note', 'count-up'],
    log,
    ...options,
  })
  queues.push(queue)
  return queue
}

test('a job runs once its transaction is committed, and never without the commit', async () => {
  const queue = await startQueue()
  const handled: string[] = []
  await queue.work('send-note', async ({ note }) => void handled.push(note))
  const refused = fresh.db.transaction(async tx => {
    await queue.enqueue(tx, 'send-note', { note: 'lost' })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await fresh.db.transaction(tx => queue.enqueue(tx, 'send-note', { note: 'kept' }))
  await vi.waitFor(() => expect(handled).toEqual(['kept']), 25_000)
})

test('several jobs enqueued at once all run, and none of an uncommitted transaction', async () => {
  const queue = await startQueue()
  const handled: string[] = []
  await queue.work('send-note', async ({ note }) => void handled.push(note))
  const refused = fresh.db.transaction(async tx => {
    await queue.enqueueAll(tx, 'send-note', [{ note: 'lost' }, { note: 'lost too' }])
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await fresh.db.transaction(tx =>
    queue.enqueueAll(tx, 'send-note', [{ note: 'kept' }, { note: 'kept too' }]),
  )
  await vi.waitFor(() => expect(handled.toSorted()).toEqual(['kept', 'kept too']), 10_000)
})

test('adds no second job for a key while one waits, and keeps all jobs without a key', async () => {
  const queue = await startQueue()
  await fresh.db.transaction(async tx => {
    for (const note of ['a', 'b'])
      await queue.enqueue(tx, 'send-note', { note }, { singletonKey: 'same' })
    for (const by of [1, 2]) await queue.enqueue(tx, 'count-up', { by })
  })
  const waiting = await fresh.db.raw(
    "SELECT name, data FROM jobs.job WHERE state = 'created' ORDER BY name, data::text",
  )
  expect(waiting.map(job => job.data)).toEqual([{ by: 1 }, { by: 2 }, { note: 'a' }])
})

test('replaces each lost job once, and adds nothing for a job that waits, runs, or will be retried', async () => {
  const queue = await startQueue()
  const keyed = (by: number) => ({ key: `key-${by}`, data: { by } })
  await fresh.db.transaction(async tx => {
    for (const by of [1, 2, 3])
      await queue.enqueue(tx, 'count-up', { by }, { singletonKey: `key-${by}` })
    await queue.enqueue(tx, 'send-note', { note: 'another' }, { singletonKey: 'key-4' })
  })
  await fresh.db.raw("UPDATE jobs.job SET state = 'active' WHERE singleton_key = 'key-1'")
  await fresh.db.raw("UPDATE jobs.job SET state = 'retry' WHERE singleton_key = 'key-2'")
  for (const _ of ['once', 'again'])
    await fresh.db.transaction(tx => queue.enqueueMissing(tx, 'count-up', [1, 2, 3, 4].map(keyed)))
  const added = "SELECT data FROM jobs.job WHERE name = 'count-up' ORDER BY created_on, data::text"
  expect((await fresh.db.raw(added)).map(({ data }) => data)).toEqual([
    { by: 1 },
    { by: 2 },
    { by: 3 },
    { by: 4 },
  ])
  await fresh.db.raw("UPDATE jobs.job SET state = 'failed' WHERE singleton_key = 'key-1'")
  await fresh.db.transaction(tx => queue.enqueueMissing(tx, 'count-up', [keyed(1)]))
  expect(await fresh.db.raw(added)).toHaveLength(5)
})

test('retries a job whose handler throws', async () => {
  const queue = await startQueue()
  const attempts: number[] = []
  await queue.work('count-up', async (_, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Error('the vendor is down')
  })
  await fresh.db.transaction(tx => queue.enqueue(tx, 'count-up', { by: 1 }))
  await vi.waitFor(() => expect(attempts).toEqual([1, 2]), 60_000)
  expect(messages).toEqual([
    expect.stringMatching(/^warn: The job count-up \S+ failed at try 1: the vendor is down$/),
  ])
})

test('stores a job that failed for good', async () => {
  const queue = await startQueue()
  await fresh.db.transaction(tx => queue.enqueue(tx, 'count-up', { by: 7 }))
  await fresh.db.raw('UPDATE jobs.job SET retry_limit = 0')
  await queue.work('count-up', async () => {
    throw new Error('hopeless')
  })
  await vi.waitFor(
    async () =>
      expect(await queue.deadLetters()).toMatchObject([{ name: 'count-up', data: { by: 7 } }]),
    60_000,
  )
  const query =
    "SELECT keep_until > now() + interval '360 days' AS long FROM jobs.job WHERE name = 'dead-letter'"
  expect(await fresh.db.raw(query)).toEqual([{ long: true }])
  expect(messages).toEqual([
    expect.stringMatching(/^error: The job count-up \S+ failed at try 1: hopeless$/),
  ])
})

test('servers that start at the same moment all start', async () => {
  await startQueue()
  for (let moment = 0; moment < 3; moment += 1)
    await Promise.all(Array.from({ length: 6 }, () => startQueue()))
})

test('stopping waits for the current job', async () => {
  const queue = await startQueue()
  let begin: () => void = () => undefined
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  let finish: () => void = () => undefined
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  let isDone = false
  await queue.work('count-up', async () => {
    begin()
    await finished
    isDone = true
  })
  await fresh.db.transaction(tx => queue.enqueue(tx, 'count-up', { by: 1 }))
  await begun
  const stopping = queue.stop().then(() => expect(isDone).toBe(true))
  finish()
  await stopping
  queues = []
  expect(await fresh.db.raw("SELECT state::text FROM jobs.job WHERE name = 'count-up'")).toEqual([
    { state: 'completed' },
  ])
})

test('another worker runs the job of one that sends no heartbeat any more', async () => {
  const queue = await startQueue()
  await fresh.db.transaction(tx => queue.enqueue(tx, 'send-note', { note: 'survives' }))
  await fresh.db.raw(
    `UPDATE jobs.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '6 seconds'`,
  )
  const handled: string[] = []
  await queue.work('send-note', async ({ note }) => void handled.push(note))
  await vi.waitFor(() => expect(handled).toEqual(['survives']), 60_000)
})

test("the queue's maintenance expires a job that hangs, and it runs again", async () => {
  const queue = await startQueue({ maintenanceSeconds: 1 })
  await fresh.db.transaction(tx => queue.enqueue(tx, 'send-note', { note: 'hung' }))
  // Started longer ago than the quarter of an hour that a job may take, by a worker without a
  // heartbeat.
  await fresh.db.raw(
    `UPDATE jobs.job SET state = 'active', started_on = now() - interval '16 minutes'`,
  )
  const handled: string[] = []
  await queue.work('send-note', async ({ note }) => void handled.push(note))
  await vi.waitFor(() => expect(handled).toEqual(['hung']), 60_000)
  expect(messages).toEqual([])
})

test('deletes jobs that ended a week ago; keeps those that ended since, wait, or failed for good', async () => {
  const queue = await startQueue({ maintenanceSeconds: 1 })
  await fresh.db.transaction(tx =>
    queue.enqueueAll(
      tx,
      'count-up',
      [1, 2, 3, 4, 5].map(by => ({ by })),
    ),
  )
  const age = (by: number, set: string) =>
    fresh.db.raw(`UPDATE jobs.job SET ${set} WHERE data->>'by' = '${by}'`)
  await age(1, `state = 'completed', completed_on = now() - interval '8 days'`)
  await age(2, `state = 'failed', completed_on = now() - interval '8 days'`)
  await age(3, `state = 'completed', completed_on = now() - interval '6 days'`)
  await age(
    4,
    `created_on = now() - interval '300 days', keep_until = keep_until - interval '300 days'`,
  )
  await age(
    5,
    `name = 'dead-letter', created_on = now() - interval '300 days', keep_until = keep_until - interval '300 days'`,
  )
  const remaining = async () =>
    (await fresh.db.raw(`SELECT data->'by' AS by FROM jobs.job ORDER BY 1`)).map(({ by }) => by)
  await vi.waitFor(async () => expect(await remaining()).toEqual([3, 4, 5]), 60_000)
  expect(messages).toEqual([])
})

test("logs a failure of the queue's maintenance as an error without the database's message", async () => {
  await startQueue({ maintenanceSeconds: 1 })
  await fresh.db.raw('ALTER TABLE jobs.queue RENAME COLUMN monitor_claim_on TO monitor_claimed_on')
  await vi.waitFor(
    () => expect(messages).toContain('error: The job queue: the database answered 42703'),
    60_000,
  )
  await fresh.db.raw('ALTER TABLE jobs.queue RENAME COLUMN monitor_claimed_on TO monitor_claim_on')
})

test.each([
  [{ source: 'backends', oldestTransactionSeconds: 0 }, true],
  [{ source: 'backends', oldestTransactionSeconds: 60 }, true],
  [{ source: 'backends', oldestTransactionSeconds: 61 }, false],
  [{ source: 'backends', oldestTransactionSeconds: undefined }, false],
  [{ source: 'slots', oldestTransactionSeconds: 0 }, false],
  [{ queue: 'payout', queuedCount: 20_000 }, false],
])('of the warnings of the queue, only a short transaction is none: %o', (warning, expected) => {
  expect(isPassingHold(warning)).toBe(expected)
})
