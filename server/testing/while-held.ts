/** Lets an act begin while another transaction holds its lock. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '#server/platform/db/open.ts'

/**
 * The number of locks that this database's connections wait for. `pg_stat_activity` shows a wait to
 * the connection's own role alone, `pg_locks` shows it to everybody.
 */
async function waiting(db: Database): Promise<number> {
  const [row] = await db.raw(
    `SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE datname = current_database() AND NOT granted`,
  )
  return Number(row?.waiting)
}

/**
 * Starts an act while another transaction holds something, and returns its result. That transaction
 * goes on with `then`, and commits, once the act waits. Throws if the act ended without waiting.
 */
export async function whileHeld<T>(
  db: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  act: () => Promise<T>,
  then: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<T> {
  let hasEnded = false
  const { action } = await db.transaction(async tx => {
    await hold(tx)
    const started = act().finally(() => {
      hasEnded = true
    })
    // An act that fails before anybody waits for it fails its own test, and no other.
    started.catch(() => undefined)
    while (!hasEnded && (await waiting(db)) === 0) await sleep(5)
    if (hasEnded) throw new Error('the act ended while another transaction held what it needs')
    await then(tx)
    return { action: started }
  })
  return action
}
