/**
 * The job queue. A job is written in the transaction of its cause, so neither exists without the
 * other. It runs at least once, so a handler must tolerate running again after an interruption.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import type { WriteLog } from '#server/platform/log.ts'
import { instrumented, type Metrics } from '#server/platform/metrics/metrics.ts'
import { redactedError } from '#server/platform/redaction.ts'
import { type Cause, currentCause, traced } from '#server/platform/tracing/traced.ts'

/** Every kind of job with its payload: `jobs.ts` of every room adds its own. */
// biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by the rooms.
// biome-ignore lint/suspicious/noEmptyInterface: it is empty only here.
export interface JobData {}
export type JobName = keyof JobData

/** The payloads of a room's jobs: what its handlers take besides the services. */
export type PayloadsOf<Handlers extends Record<keyof Handlers, RoomHandler>> = {
  readonly [Name in keyof Handlers]: Parameters<Handlers[Name]>[1]
}
/** Each handler names its own services and payload. */
type RoomHandler = (services: never, data: never) => Promise<void>

export type EnqueueOptions = {
  /** Wall time, not the product's clock: for pauses between tries, not for dates of a loan. */
  startAfter?: Date
  /** While a job of this name and key waits, no other is added. */
  singletonKey?: string
}

/** The part of a transaction that enqueuing needs. */
export type EnqueueTransaction = Pick<Transaction, 'query' | 'afterCommit'>

export type JobContext = {
  id: string /** 1 for the first try. */
  attempt: number
  signal: AbortSignal
}

export type Handler<Data> = (data: Data, context: JobContext) => Promise<void>

export type Queue<Jobs extends Record<keyof Jobs, object>> = {
  enqueue: <Name extends keyof Jobs & string>(
    tx: EnqueueTransaction,
    name: Name,
    data: Jobs[Name],
    options?: EnqueueOptions,
  ) => Promise<void>
  /** Enqueues several jobs of a name, in one statement. */
  enqueueAll: <Name extends keyof Jobs & string>(
    tx: EnqueueTransaction,
    name: Name,
    all: readonly Jobs[Name][],
  ) => Promise<void>
  /**
   * The same, except where a job of the same name and key waits, runs or is to be retried: each
   * lost job is replaced exactly once.
   */
  enqueueMissing: <Name extends keyof Jobs & string>(
    tx: EnqueueTransaction,
    name: Name,
    all: readonly { readonly key: string; readonly data: Jobs[Name] }[],
  ) => Promise<void>
  /**
   * Handles the jobs of a name, `concurrency` at a time in this process. A job whose handler throws
   * is retried.
   */
  work: <Name extends keyof Jobs & string>(
    name: Name,
    handle: Handler<Jobs[Name]>,
    options?: { concurrency?: number },
  ) => Promise<void>
  /** The jobs that failed for good, for a person to look at. */
  deadLetters: () => Promise<{ name: string; data: object; failedAt: Date }[]>
  /** Takes no new jobs, and waits for the current ones. */
  stop: () => Promise<void>
}

const schema = 'jobs'
const deadLetterQueue = 'dead-letter'
const ownConnections = 3
const pollSeconds = 0.5
const stopPatienceMs = 30_000
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 1
const workOptions = {
  pollingIntervalSeconds: pollSeconds,
  includeMetadata: true,
  heartbeatRefreshSeconds,
} as const
const sweepMs = 2_000
/**
 * A worker is dead after this silence: it sends a heartbeat every second, on connections of its
 * own.
 */
const silenceSeconds = 5

/**
 * Hanging jobs are searched for each minute. Old jobs are deleted each hour, because that reads the
 * whole table.
 */
const expirySeconds = 60
const deletionSeconds = 3_600

/**
 * A transaction holds back the clearing of deleted jobs for as long as it lasts. That of an
 * ordinary request is no fault.
 */
const longTransactionSeconds = 60
/**
 * Ended jobs are stored for a week. Jobs that nobody took, such as one that failed for good and
 * waits for a person, are stored for a year.
 */
const retention = { deleteAfterSeconds: 7 * 86_400, retentionSeconds: 365 * 86_400 }

/** Retries for about an hour: 1 s, 2 s, 4 s … 5 min apart. Then a person looks at it. */
const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 }

const liveKeys = `SELECT singleton_key AS key FROM ${schema}.job
  WHERE name = $1 AND singleton_key = ANY ($2::text[]) AND state < 'completed'`

type QueueOptions<Jobs> = {
  readonly names: readonly (keyof Jobs & string)[]
  readonly log: WriteLog
  /**
   * How often the queue expires hanging jobs and deletes old ones, for tests; a sensible default if
   * absent.
   */
  readonly maintenanceSeconds?: number | undefined
  readonly metrics?: Pick<Metrics, 'jobEnded'> | undefined
}

/** Starts the queue for these job names, in the product's database. */
export async function createQueue<Jobs extends Record<keyof Jobs, object>>(
  database: Database,
  { names, log, maintenanceSeconds, metrics }: QueueOptions<Jobs>,
): Promise<Queue<Jobs>> {
  const db = await database.another(ownConnections)
  const boss = new PgBoss({
    db: executorOf(db),
    schema,
    createSchema: false,
    schedule: false,
    useListenNotify: false,
    superviseIntervalSeconds: maintenanceSeconds ?? expirySeconds,
    monitorIntervalSeconds: maintenanceSeconds ?? expirySeconds,
    maintenanceIntervalSeconds: maintenanceSeconds ?? deletionSeconds,
  })
  boss.on('error', error => log(`The job queue: ${redactedError(error).message}`, 'error'))
  boss.on('warning', ({ message, data }) => {
    if (!isPassingHold(data)) log(`The job queue: ${message}`, 'warn')
  })
  await boss.start()
  await admitOwner(db)
  await declareQueues(boss, names)
  const stopSweeping = sweepAbandoned(boss, db, log)
  const workerIds = new Map<string, string[]>()
  const wakeWorkers = (name: string) =>
    workerIds.get(name)?.forEach(id => void boss.notifyWorker(id))

  return {
    enqueue: async (tx, name, data, { startAfter, singletonKey } = {}) => {
      const when = startAfter && { startAfter }
      await boss.send(name, caused(data), {
        ...when,
        singletonKey: singletonKey ?? randomUUID(),
        db: preparingExecutorOf(tx),
      })
      tx.afterCommit(() => wakeWorkers(name))
    },
    enqueueAll: async (tx, name, all) => {
      const jobs = all.map(data => ({ data: caused(data), singletonKey: randomUUID() }))
      await boss.insert(name, jobs, { db: preparingExecutorOf(tx) })
      tx.afterCommit(() => wakeWorkers(name))
    },
    enqueueMissing: async (tx, name, all) => {
      const db = preparingExecutorOf(tx)
      const { rows } = await db.executeSql(liveKeys, [name, all.map(({ key }) => key)])
      const live = new Set(rows.map(row => row.key))
      const jobs = all.flatMap(({ key, data }) =>
        live.has(key) ? [] : [{ data: caused(data), singletonKey: key }],
      )
      if (jobs.length === 0) return
      await boss.insert(name, jobs, { db })
      tx.afterCommit(() => wakeWorkers(name))
    },
    work: async (name, handle, { concurrency = 1 } = {}) => {
      const ids = workerIds.get(name) ?? []
      workerIds.set(name, ids)
      const measured: typeof handle = (data, context) =>
        instrumented(
          () => handle(data, context),
          (thrown, seconds) => metrics?.jobEnded(name, thrown ? 'failed' : 'done', seconds),
        )
      const run = logged(name, measured, log)
      for (let worker = 0; worker < concurrency; worker++)
        ids.push(await boss.work(name, workOptions, run))
    },
    deadLetters: async () => {
      const jobs = await boss.findJobs<object>(deadLetterQueue)
      return jobs.map(({ sourceName, name, data, createdOn }) => ({
        name: sourceName ?? name,
        data: withoutCause(data).data,
        failedAt: createdOn,
      }))
    },
    stop: async () => {
      await stopSweeping()
      // Each worker ends with its current job; a graceful stop would look for that each half second.
      const idle = Promise.all([...workerIds.keys()].map(name => boss.offWork(name)))
      await Promise.race([idle, sleep(stopPatienceMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      await db.close()
    },
  }
}

/** The queue retries failures and stores them silently, so they are logged here, redacted. */
function logged<Data>(name: string, handle: Handler<Data>, log: WriteLog) {
  return async (jobs: JobWithMetadata<Data>[]): Promise<void> => {
    for (const { id, data: stored, retryCount, retryLimit, signal } of jobs) {
      const { data, cause } = withoutCause(stored)
      const run = () =>
        handle(data, { id, attempt: retryCount + 1, signal }).catch((thrown: Error) => {
          const error = redactedError(thrown)
          const isLast = retryCount >= retryLimit
          log(
            `The job ${name} ${id} failed at try ${retryCount + 1}: ${error.message}`,
            isLast ? 'error' : 'warn',
          )
          throw error
        })
      await traced(`job ${name}`, { job: name }, run, cause)
    }
  }
}

/** The name under which a job's data has the span that caused it, while traces are sent. */
const CAUSE = 'causedBy'

function caused<Data extends object>(data: Data): Data & { [CAUSE]?: Cause } {
  const cause = currentCause()
  return cause ? { ...data, [CAUSE]: cause } : data
}

function withoutCause<Data>(stored: Data): { data: Data; cause: Cause | undefined } {
  const { [CAUSE]: cause, ...data } = stored as Data & { [CAUSE]?: Cause }
  return { data: data as Data, cause }
}

type Executor = {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
}

function executorOf(runner: Pick<Database, 'raw'>): Executor {
  return { executeSql: async (text, values) => ({ rows: await runner.raw(text, values) }) }
}

const insertNames = new Map<string, string>()

/**
 * The queue's few insert statements recur constantly: they get names, so that PostgreSQL plans each
 * once per connection.
 */
function preparingExecutorOf(tx: EnqueueTransaction): Executor {
  return {
    executeSql: async (sql, values) => {
      const name = insertNames.get(sql) ?? `job-insert-${insertNames.size + 1}`
      insertNames.set(sql, name)
      return { rows: await tx.query({ name, sql }, values) }
    },
  }
}

/**
 * The application's role created the tables and owns them; backup and restore run as the database's
 * owner. One server at a time: concurrent grants on one table make PostgreSQL fail one of them. The lock
 * is on a table: PostgreSQL releases one on a row a moment before others see the new rights.
 */
async function admitOwner(db: Database): Promise<void> {
  await db.transaction(async tx => {
    await tx.raw(`LOCK TABLE ${schema}.version IN SHARE ROW EXCLUSIVE MODE`)
    const [row] = await tx.raw(
      'SELECT nspowner::regrole::text AS owner FROM pg_namespace WHERE nspname = $1',
      [schema],
    )
    await tx.raw(`GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA ${schema} TO ${row?.owner}`)
  })
}

/**
 * `short`: one waiting job per key. The product owns the queue table: a start updates the queues with
 * other options than its own.
 */
async function declareQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  const declare = async (name: string, options: object, policy: object): Promise<void> => {
    const queue = new Map(Object.entries(existing.get(name) ?? {}))
    if (queue.size === 0) await boss.createQueue(name, { ...options, ...policy })
    else if (Object.entries(options).some(([option, value]) => queue.get(option) !== value))
      await boss.updateQueue(name, options)
  }
  await declare(deadLetterQueue, retention, {})
  const options = { ...retries, ...retention, deadLetter: deadLetterQueue, heartbeatSeconds }
  for (const name of names) await declare(name, options, { policy: 'short' })
}

/**
 * Hands the jobs of killed processes to living ones: the queue's own monitor would take more than a
 * minute.
 */
function sweepAbandoned(boss: PgBoss, db: Database, log: WriteLog): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    const rows = await db.raw(
      `SELECT id, name FROM ${schema}.job WHERE state = 'active' AND heartbeat_on < now() - make_interval(secs => $1)`,
      [silenceSeconds],
    )
    for (const { id, name } of rows)
      await boss.fail(String(name), String(id), { message: 'its worker was killed' })
  }
  let underWay = Promise.resolve()
  const run = (): void => {
    underWay = sweep().catch((error: Error) =>
      log(`The job queue: ${redactedError(error).message}`, 'error'),
    )
  }
  run()
  const timer = setInterval(run, sweepMs)
  return () => {
    clearInterval(timer)
    return underWay
  }
}

/**
 * Returns whether a warning of the queue says that transactions hold back the clearing of deleted
 * jobs, while the oldest of them is a minute old at most.
 */
export function isPassingHold(warning: object): boolean {
  const { source, oldestTransactionSeconds: seconds } = warning as Record<string, unknown>
  return source === 'backends' && Number(seconds) <= longTransactionSeconds
}
