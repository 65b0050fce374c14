/**
 * Records the end of the audit chain outside the database at intervals: cutting the chain short
 * does not change these anchors.
 */

import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditHead, type ChainHead } from '#server/platform/audit/entries.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/open.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

export type Anchor = ChainHead & { readonly at: string }

const RUN_EVERY_MS = 3_600_000

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
  return text.split('\n').flatMap(line => {
    const [, number, seal, at] = /^(\d+) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? []
    return number && seal && at ? [{ number: Number(number), seal, at }] : []
  })
}

/** Appends the current end of the chain, unless it is the last anchor already. */
export async function anchor(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  file: string,
): Promise<void> {
  const head = await auditHead(db)
  const last = (await anchorsIn(file)).at(-1)
  if (head.number === (last?.number ?? 0)) return
  const handle = await open(file, 'a', 0o600)
  try {
    // Starts with a line break, in case the line before was cut off.
    await handle.writeFile(`\n${head.number} ${head.seal} ${clock.wall().toISOString()}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Anchors now, every hour, and once more at the stop. */
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
