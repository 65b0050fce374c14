/**
 * Measures the writes a second on the rows on which every borrower once waited for every other: on
 * one row, as before, and spread over several rows by the product's own functions.
 */
import { randomUUID } from 'node:crypto'
import { cipher, SARAL_KEYS } from '#bench/load/people.ts'
import { type Measure, median, shown } from '#bench/table.ts'
import { startServer } from '#e2e/rig/server.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import { countUse, rowOf } from '#server/platform/db/rate-window.ts'

const WRITERS = 16
const ROUNDS = 5
const ROUND_MS = 2_000
const WINDOW_SECONDS = 86_400
/** The target of the sharding: so many times the rate of one row. */
const TARGET = { atLeast: 3 }
/**
 * The times for which a row stays locked after it was written. At once: the disk of this machine
 * alone, where the writers and the database also share its processors. A thousandth of a second: a
 * commit that waits for a standby, or a database on another machine.
 */
const COMMITS = [
  { when: 'committed at once', afterwards: undefined },
  { when: 'committed after 1 ms', afterwards: 'SELECT pg_sleep(0.001)' },
] as const
type Commit = (typeof COMMITS)[number]

type Write = (tx: Transaction, subject: string) => Promise<unknown>
type HotRow = {
  readonly what: string
  readonly onOneRow: Write
  readonly spread: Write
}

const audited: Write = (tx, subject) =>
  writeAudit(tx, cipher, { actor: 'server', action: 'log-keyed', subject, at: new Date() })
const counted = (tx: Transaction, bucket: string) =>
  countUse(tx, { bucket, windowSeconds: WINDOW_SECONDS }, new Date())
/** All entries of one subject are in one chain. */
const oneSubject = randomUUID()

const HOT_ROWS: readonly HotRow[] = [
  {
    what: 'entries of the audit log',
    onOneRow: tx => audited(tx, oneSubject),
    spread: audited,
  },
  {
    what: 'counts of codes sent',
    onOneRow: tx => counted(tx, 'bench-all'),
    spread: (tx, subject) =>
      counted(tx, `bench-all:${rowOf(cipher.keyedHash('rate-window', subject), WRITERS)}`),
  },
]

/** Starts a database and writes from sixteen connections, the two ways taking turns. */
export async function measureHotRows(): Promise<Measure[]> {
  const server = await startServer({ SARAL_KEYS, JOBS: 'no', LOG_LEVEL: 'silent' })
  try {
    return await server.reading(async reader => {
      const db = await reader.another(WRITERS)
      try {
        const measures: Measure[] = []
        for (const commit of COMMITS)
          for (const each of HOT_ROWS) measures.push(...(await measure(db, each, commit)))
        return measures
      } finally {
        await db.close()
      }
    })
  } finally {
    await server.stop()
  }
}

async function measure(
  db: Database,
  { what, onOneRow, spread }: HotRow,
  commit: Commit,
): Promise<Measure[]> {
  const one: number[] = []
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await writesPerSecond(db, onOneRow, commit))
    all.push(await writesPerSecond(db, spread, commit))
  }
  const ratio = median(all.map((value, round) => value / (one[round] ?? value)))
  const name = `${what}, ${commit.when}`
  return [
    { what: `${name}, one row for all`, unit: '/s', value: median(one), note: notesOf(one) },
    { what: `${name}, spread`, unit: '/s', value: median(all), note: notesOf(all) },
    { what: `${name}: spread to one row`, unit: '', value: ratio, target: TARGET },
  ]
}

/** Every connection writes for another subject each time, one transaction after the other. */
async function writesPerSecond(
  db: Database,
  write: Write,
  { afterwards }: Commit,
): Promise<number> {
  const began = performance.now()
  let written = 0
  const writer = async () => {
    while (performance.now() - began < ROUND_MS) {
      const subject = randomUUID()
      await db.transaction(async tx => {
        await write(tx, subject)
        if (afterwards) await tx.raw(afterwards)
      })
      written += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return (written * 1_000) / (performance.now() - began)
}

const notesOf = (values: readonly number[]) =>
  `median of ${values.map(shown).join(' ')}; ${WRITERS} connections`
