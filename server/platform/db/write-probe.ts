import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const PROBE_EVERY_MS = 5_000
/** Half a page of the database. */
const PROBE_BYTES = 4_000

const insertProbe = statement(
  'write-probe',
  'INSERT INTO write_probe (id, filling) VALUES ($1, $2)',
)

/**
 * Checks whether the database can be written to, at most every few seconds: a standby, a role
 * without the right, or a full disk refuses. A try leaves nothing behind, but needs new space in
 * the table, which a full disk does not have.
 */
export function writeProbe(db: Database): () => Promise<boolean> {
  let triedAtMs = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(false)
  return () => {
    if (performance.now() - triedAtMs < PROBE_EVERY_MS) return answer
    triedAtMs = performance.now()
    const undo = new Error('undo')
    const probe = db.transaction(async tx => {
      await tx.query(insertProbe, [randomUUID(), randomBytes(PROBE_BYTES)])
      throw undo
    })
    answer = probe.catch((error: unknown) => error === undo)
    return answer
  }
}
