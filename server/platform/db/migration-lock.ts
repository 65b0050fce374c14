import type pg from 'pg'

/** Runs `work` in one transaction while no other server migrates. */
export async function withMigrationLock<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('BEGIN')
  try {
    await owner.query('SELECT 1 FROM schema_migration WHERE number = 0 FOR UPDATE')
    const result = await work()
    await owner.query('COMMIT')
    return result
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
