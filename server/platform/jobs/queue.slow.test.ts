import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { freshDatabase } from '#server/testing/database.ts'

test('another worker runs the job of a killed one', async () => {
  const fresh = await freshDatabase()
  const queue = await createQueue<{ 'send-note': { note: string } }>(fresh.db, {
    names: ['send-note'],
    log: () => undefined,
  })
  await fresh.db.transaction(tx => queue.enqueue(tx, 'send-note', { note: 'survives' }))
  const program = fileURLToPath(new URL('../../testing/stuck-worker.ts', import.meta.url))
  const worker = spawn(process.execPath, [program, JSON.stringify(fresh.target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await fresh.db.raw("SELECT state::text FROM jobs.job WHERE name = 'send-note'")).toEqual([
    { state: 'active' },
  ])
  const handled: string[] = []
  await queue.work('send-note', async ({ note }) => void handled.push(note))
  await vi.waitFor(() => expect(handled).toEqual(['survives']), 60_000)
  await queue.stop()
  await fresh.drop()
})
