/** Checks whether this server can work, and names the reasons if it cannot. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/db/open.ts'
import { writeProbe } from '#server/platform/db/write-probe.ts'

/** A server that is starting or stopping still answers, but asks proxies for no new traffic. */
export type Phase = 'starting' | 'serving' | 'stopping'

export type NotReady =
  | Exclude<Phase, 'serving'>
  | 'database-silent'
  | 'database-not-migrated'
  | 'database-not-writable'
  | 'pooler-in-transaction-mode'
  | 'clock-differs-from-database'

export type ReadinessParts = {
  readonly db: Database
  readonly phase: () => Phase
  /** The newest migration that the code expects. */
  readonly migration: number
  /** This machine's own clock, which nothing corrects. */
  readonly machineMs?: () => number
}

/** A database that takes longer to answer counts as down. */
const DATABASE_PATIENCE_MS = 3_000
const POOLER_ASKED_EVERY_MS = 60_000
/** Due days, codes and sessions depend on both clocks. */
const CLOCKS_DIFFER_MS = 5_000

/** Returns a function that lists the present obstacles; empty if this server can work. */
export function readiness({
  db,
  phase,
  migration,
  machineMs = Date.now,
}: ReadinessParts): () => Promise<readonly NotReady[]> {
  const isWritable = writeProbe(db)
  const isPooledWrongly = cachedFor(POOLER_ASKED_EVERY_MS, db.isPooledByTransaction)
  const ofDatabase = async (): Promise<NotReady[]> => {
    const [state, isWritten, isPooled] = await Promise.all([
      stateOf(db, machineMs),
      isWritable(),
      isPooledWrongly().catch(() => false),
    ])
    if (!state) return ['database-silent']
    const reasons: (NotReady | false)[] = [
      state.migration < migration && 'database-not-migrated',
      !isWritten && 'database-not-writable',
      isPooled && 'pooler-in-transaction-mode',
      state.clockDiffersMs > CLOCKS_DIFFER_MS && 'clock-differs-from-database',
    ]
    return reasons.filter(reason => reason !== false)
  }
  return async () => {
    const present = phase()
    if (present !== 'serving') return [present]
    const silent: NotReady[] = ['database-silent']
    return Promise.race([ofDatabase(), pause(DATABASE_PATIENCE_MS, silent, { ref: false })])
  }
}

/** Undefined if the database does not answer. */
async function stateOf(db: Database, machineMs: () => number) {
  const beforeMs = machineMs()
  const rows = await db
    .raw(
      `SELECT max(number) AS migration, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms
       FROM schema_migration`,
    )
    .catch(() => [])
  const [row] = rows
  if (!row) return undefined
  const tripMs = machineMs() - beforeMs
  const apartMs = Math.abs(beforeMs + tripMs / 2 - Number(row.ms))
  return { migration: Number(row.migration), clockDiffersMs: apartMs - tripMs / 2 }
}

/** Repeats an answer for a while; an answer that failed is asked for again. */
function cachedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAtMs = Number.NEGATIVE_INFINITY
  let answer: Promise<T>
  return () => {
    if (performance.now() - askedAtMs >= ms) {
      askedAtMs = performance.now()
      answer = ask()
      answer.catch(() => {
        askedAtMs = Number.NEGATIVE_INFINITY
      })
    }
    return answer
  }
}
