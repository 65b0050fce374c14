/**
 * Starts the product once before all journeys: each of their servers begins with a copy of its
 * database. It starts as a lender's, which publishes nothing: a demonstration publishes its products
 * at its own start.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/db/open.ts'
import { answerBeforeDisk } from '#server/testing/database.ts'
import { temporaryFolder } from '#server/testing/memory.ts'
import { freshDatabase, offerTemplate } from './database.ts'
import { LENDER_WITH_SIMULATORS, NO_PRODUCT } from './lender.ts'
import { PATIENCE_MS } from './patience.ts'
import { startOnce, takeLogFaults } from './server.ts'
import { endShared, listShared } from './shared.ts'

let drop = async () => {}

export async function setup(): Promise<void> {
  listShared()
  const database = await freshDatabase(temporaryFolder())
  drop = database.drop
  try {
    await startOnce({ ...database.env, ...LENDER_WITH_SIMULATORS }, async () => {
      if (database.env.DATABASE_URL === undefined)
        await database.reading(db => answerBeforeDisk(db.raw))
      await database.reading(untilBranchesAreImported)
      // Most journeys are of a demonstration, which a lender's database refuses.
      await database.reading(db => db.raw('DELETE FROM installation'))
    })
    const faults = takeLogFaults().filter(line => !NO_PRODUCT.test(line))
    if (faults.length > 0) throw new Error(`The first start logged: ${faults.join('\n')}`)
  } catch (failure) {
    await drop()
    throw failure
  }
  await offerTemplate(database.env)
}

/** The server imports the directory of bank branches in the background. */
export async function untilBranchesAreImported(db: Database): Promise<void> {
  const deadline = Date.now() + 3 * PATIENCE_MS
  while ((await db.raw('SELECT 1 FROM bank_directory WHERE up_to IS NULL')).length === 0) {
    if (Date.now() > deadline) throw new Error('The bank branches were not imported.')
    await pause(200)
  }
}

export async function teardown(): Promise<void> {
  await endShared()
  await drop()
}
