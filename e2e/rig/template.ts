/**
 * Starts the product once before all journeys: each of their servers begins with a copy of its
 * database.
 */
import { freshDatabase, offerTemplate } from './database.ts'
import { startOnce, takeLogFaults } from './server.ts'

let drop = async () => {}

export async function setup(): Promise<void> {
  const database = await freshDatabase()
  drop = database.drop
  try {
    await startOnce(database.env)
    const faults = takeLogFaults()
    if (faults.length > 0) throw new Error(`The first start logged: ${faults.join('\n')}`)
  } catch (failure) {
    await drop()
    throw failure
  }
  offerTemplate(database.env)
}

export async function teardown(): Promise<void> {
  await drop()
}
