/**
 * Watches over the keys of vendors: a call that a vendor rejects our key for is an error in the log at
 * once, and an item of the inbox until the same call is admitted again.
 */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import type { Log } from '#server/platform/log.ts'
import { instrumentedPort, type Metrics } from '#server/platform/metrics/metrics.ts'
import { redactingPort } from '#server/platform/redaction.ts'
import type { KeyTest } from '#server/providers/key-tests.ts'

const note = statement(
  'vendor-refusal-note',
  `INSERT INTO vendor_refusal AS r (port, call, vendor, since, last_at) VALUES (:port, :call, :vendor, :at, :at)
   ON CONFLICT (port, call) DO UPDATE SET last_at = greatest(r.last_at, excluded.last_at), vendor = excluded.vendor,
     since = CASE WHEN r.vendor = excluded.vendor THEN r.since ELSE excluded.since END`,
)
const clear = statement(
  'vendor-refusal-clear',
  'DELETE FROM vendor_refusal WHERE port = $1 AND call = $2',
)
const list = statement(
  'vendor-refusal-list',
  `SELECT port, call, vendor, since, last_at AS "lastAt" FROM vendor_refusal ORDER BY since, port, call`,
)

export type VendorRefusal = Row<'vendor-refusal-list'>
/** The calls that vendors reject our keys for, the longest first. */
export const vendorRefusals = (db: Queryable): Promise<VendorRefusal[]> => db.query(list)

type VendorCall = { readonly vendor: string; readonly call: string }

export type KeyWatch = {
  /** Takes the place of the metrics of a port: notes how each of its calls ended. */
  readonly metrics: Pick<Metrics, 'vendorAsked'>
  /** Tests every key, in `patienceMs` at most, and names in the log those that are rejected. */
  readonly testAll: (patienceMs: number) => Promise<void>
  /** Reads the notes of other servers every minute, and tests the rejected keys again. */
  readonly start: () => IntervalJob
}

type Parts = {
  readonly db: Database
  readonly clock: Pick<Clock, 'wall'>
  readonly log: Log
  readonly metrics: Metrics
  readonly tests: readonly KeyTest[]
  /** The vendor behind each port; the others are never rejected. */
  readonly vendors: ReadonlyMap<string, string>
}

const RUN_EVERY_MS = 60_000
/** A call that goes on being rejected is logged and noted once in this time. */
const NOTED_EVERY_MS = 60_000
const NOT_ADMITTED = 'not-admitted'
/** Outcomes of calls whose key the vendor admitted. */
const ADMITTED = ['done', 'refused']

const keyOf = ({ vendor, call }: VendorCall) => `${vendor}.${call}`

export function watchKeys({ db, clock, log, metrics, tests, vendors }: Parts): KeyWatch {
  /** The rejected calls as far as this server knows, and when it noted each last. */
  const rejected = new Map<string, number>()
  const failed = (error: unknown) =>
    log.error({ err: error }, 'a rejected key could not be noted for the inbox')

  /** One write after the other, so that the last outcome is the one that stays. */
  let noted: Promise<unknown> = Promise.resolve()
  const noting = (write: () => Promise<unknown>) => {
    noted = noted.then(write).catch(failed)
  }
  const reject = (request: VendorCall, vendor: string) => {
    const at = clock.wall()
    if (at.getTime() - (rejected.get(keyOf(request)) ?? 0) < NOTED_EVERY_MS) return
    rejected.set(keyOf(request), at.getTime())
    const { vendor: port, call } = request
    log.error(
      { port, call, vendor },
      `${vendor} rejects our key for ${port}: replace the key, or have its rights and our address admitted there`,
    )
    noting(() => db.query(note, { port, call, vendor, at }))
  }
  const admit = (request: VendorCall) => {
    if (!rejected.delete(keyOf(request))) return
    const { vendor: port, call } = request
    log.info({ port, call }, 'a key that was rejected is admitted again')
    noting(() => db.query(clear, [port, call]))
  }
  const watching: Pick<Metrics, 'vendorAsked'> = {
    vendorAsked: (request, outcome, seconds) => {
      metrics.vendorAsked(request, outcome, seconds)
      const vendor = vendors.get(request.vendor)
      if (vendor === undefined) return
      if (outcome === NOT_ADMITTED) reject(request, vendor)
      else if (ADMITTED.includes(outcome)) admit(request)
    },
  }
  const testKey = async ({ port, vendor, test }: KeyTest) => {
    const tested = redactingPort(vendor, instrumentedPort(port, { testKey: test }, watching))
    await tested.testKey().catch((error: { code?: string }) => {
      // A rejected key is named by the watch. One that nobody answered is neither good nor bad.
      if (error.code === 'not_admitted') return
      const isAnswer = error.code === 'refused'
      const words = isAnswer ? 'refused the test of our key' : 'did not answer the test of our key'
      log[isAnswer ? 'warn' : 'info']({ err: error, port }, `${vendor} ${words}`)
    })
  }
  /** Adds the rejected calls of other servers, and deletes those of vendors that are no longer configured. */
  const addKeyCalls = async () => {
    for (const { port, call, vendor } of await vendorRefusals(db)) {
      const request = { vendor: port, call }
      if (vendors.get(port) !== vendor) await db.query(clear, [port, call])
      else if (!rejected.has(keyOf(request))) rejected.set(keyOf(request), 0)
    }
  }
  const testRejected = async () => {
    await addKeyCalls()
    const again = tests.filter(({ port }) => rejected.has(keyOf({ vendor: port, call: 'testKey' })))
    await Promise.all(again.map(testKey))
    await noted
  }
  return {
    metrics: watching,
    testAll: async patienceMs => {
      await addKeyCalls()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, patienceMs)
      })
      await Promise.race([Promise.all(tests.map(testKey)).then(() => noted), late])
      clearTimeout(timer)
    },
    start: () => every(RUN_EVERY_MS, { log, metrics }, 'watching over keys', testRejected),
  }
}
