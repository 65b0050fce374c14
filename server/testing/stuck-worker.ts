/** A worker that takes a job and never finishes it, for the test that kills it. */
import { openDatabase } from '#server/platform/db/open.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''), { log: console.error })
const queue = await createQueue<{ 'send-note': { note: string } }>(db, {
  names: ['send-note'],
  log: console.error,
})
await queue.work('send-note', async ({ note }) => {
  console.log(note)
  await new Promise(() => undefined)
})
