import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer, takeLogFaults } from '#e2e/rig/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ JOB_MAINTENANCE_SECONDS: '1' })
})
afterAll(() => server.stop())

test('deletes old jobs and maintains every queue without logging a fault', async () => {
  const borrower = await readyBorrower(server.origin)
  await borrower.borrow('saral-seven', 2_000)
  const jobs = (sql: string) => server.reading(db => db.raw(`SELECT name FROM jobs.${sql}`))
  const ended = () => jobs(`job WHERE name = 'send-payout' AND state = 'completed'`)
  await until('a job to end', async () => ((await ended()).length > 0 ? true : undefined))
  await server.reading(db =>
    db.raw(
      `UPDATE jobs.job SET completed_on = now() - interval '8 days' WHERE name = 'send-payout'`,
    ),
  )
  await until('the old job to be deleted', async () =>
    (await ended()).length === 0 ? true : undefined,
  )
  const unmaintained = () => jobs('queue WHERE maintain_on IS NULL OR monitor_on IS NULL')
  await until('every queue to be maintained', async () =>
    (await unmaintained()).length === 0 ? true : undefined,
  )
  expect(takeLogFaults()).toEqual([])
})
