/**
 * The product as `server/main.ts` opens it, in a process of its own, on a clock that the simulation
 * moves by messages.
 */
import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { openSaral } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/open.ts'
import { logSerializers } from '#server/platform/redaction.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import type { Message } from './process.ts'

/** A likeness to the document that needs a person. */
const UNLIKE = 0.4

let offsetMs = Number(process.env.SIMULATED_OFFSET_MS)
let database: Database | undefined
const now = () => new Date(Date.now() + offsetMs)
const clock = {
  now,
  wall: now,
  advance: () => Promise.reject(new Error('the simulation alone moves this clock')),
  restart: () => undefined,
}

const config = readConfig(process.env)
const logger = pino({ level: config.logLevel, base: null, serializers: logSerializers })
const { origin, runIntervalJobs } = await openSaral(
  config,
  logger,
  { phase: 'starting', undo: [] },
  {
    clockOn: async db => {
      database = db
      // The first server creates the queue's tables only later.
      if (offsetMs > 0) await forgetDeadWorkers(db)
      return clock
    },
    faces: doubting,
  },
)

process.on('disconnect', () => process.exit())
process.on('message', async (message: Message) => {
  if (message.kind === 'clock') await moveTo(message.offsetMs)
  else await runIntervalJobs()
  process.send?.(message)
})
console.log(`Saral is ready at ${origin}`)
// A server that is killed has no time for it.
flushCompileCache()

/** Every second face waits for a person. */
function doubting(usual: FacePort): FacePort {
  let checks = 0
  return {
    asksForBlink: usual.asksForBlink,
    check: async pictures => {
      const check = await usual.check(pictures)
      checks += 1
      return check.state === 'one-face' && checks % 2 === 0 ? { ...check, likeness: UNLIKE } : check
    },
  }
}

/** Moves the clock, and brings jobs that wait forward by as much: their delays are in real time. */
async function moveTo(toMs: number): Promise<void> {
  const byMs = toMs - offsetMs
  offsetMs = toMs
  await database?.raw(
    `UPDATE jobs.job SET start_after = start_after - make_interval(secs => $1)
     WHERE state IN ('created', 'retry') AND start_after > now()`,
    [byMs / 1_000],
  )
}

/**
 * Marks workers that were killed as long silent: the queue would wait for them for seconds, which
 * are days here.
 */
async function forgetDeadWorkers(db: Database): Promise<void> {
  await db.raw(
    `UPDATE jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`,
  )
}
