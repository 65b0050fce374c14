/**
 * Records the ends of the audit log's chains outside the database, each minute and after each act of
 * staff: cutting a chain short does not change these anchors.
 */

import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditHeads, type ChainHead } from '#server/platform/audit/entries.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/open.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

export type Anchor = ChainHead & { readonly at: string }

const RUN_EVERY_MS = 60_000
/** Enough for the last anchors of all slots. An end that is anchored twice does no harm. */
const TAIL_BYTES = 65_536

export function anchorFileOf({
  dataDir,
  auditAnchors,
}: Pick<Config, 'dataDir' | 'auditAnchors'>): string {
  return auditAnchors ?? join(dataDir, 'audit-anchors.txt')
}

/**
 * The anchors of a file, oldest first; empty where the file does not exist. A line cut off by a
 * crash is left out.
 */
export async function anchorsIn(file: string): Promise<Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return parsed(text)
}

/** Lines of `<slot>/<number> <seal> <instant>`; those of before the slots have no `<slot>/`. */
function parsed(text: string): Anchor[] {
  return text.split('\n').flatMap(line => {
    const [, slot, number, seal, at] = /^(?:(\d+)\/)?(\d+) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? []
    return number && seal && at
      ? [{ slot: Number(slot ?? 0), number: Number(number), seal, at }]
      : []
  })
}

type Anchoring = { readonly db: Database; readonly clock: Clock; readonly log?: Log | undefined }

/**
 * Appends the current ends of the chains that are not among the newest anchors already, to the file
 * and to the log.
 */
export async function anchor({ db, clock, log }: Anchoring, file: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const last = new Set(parsed(tail.toString('utf8')).map(({ slot, seal }) => `${slot}/${seal}`))
    const heads = (await auditHeads(db)).filter(({ slot, seal }) => !last.has(`${slot}/${seal}`))
    if (heads.length === 0) return
    const at = clock.wall().toISOString()
    const lines = heads.map(({ slot, number, seal }) => `${slot}/${number} ${seal} ${at}`)
    // Starts with a line break, in case the line before was cut off.
    await handle.writeFile(`\n${lines.join('\n')}\n`)
    await handle.sync()
    log?.info({ anchors: lines }, 'the audit log was anchored')
  } finally {
    await handle.close()
  }
}

/** Anchors now, every minute, and once more at the stop. */
export function startAnchoring(services: {
  readonly db: Database
  readonly clock: Clock
  readonly config: Pick<Config, 'dataDir' | 'auditAnchors'>
  readonly log: Log
  readonly metrics?: Metrics | undefined
}): IntervalJob {
  const job = every(RUN_EVERY_MS, services, 'anchoring the audit log', () =>
    anchor(services, anchorFileOf(services.config)),
  )
  return {
    run: job.run,
    stop: () => {
      void job.run()
      return job.stop()
    },
  }
}
