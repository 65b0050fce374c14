import { randomBytes } from 'node:crypto'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { fixedKeys, type Sealer, sealer } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { addPastOrders } from './past-orders.ts'
import { settlePeople } from './people.ts'

/** One server on a database of its own, with so many orders in it. */
export type Filled = {
  readonly server: Server
  readonly seals: Sealer
  readonly orders: number
  /** Nobody applies twice: the number of the first of so many people who have not yet. */
  readonly take: (count: number) => number
}

/** Starts a server with past orders, and with people who may apply. */
export async function startFilled(orders: number, people: number): Promise<Filled> {
  const [master, hashing] = [randomBytes(32), randomBytes(32)]
  const keys = {
    active: 'k1',
    masters: { k1: master.toString('base64') },
    hashing: hashing.toString('base64'),
  }
  const seals = sealer(fixedKeys({ active: 'k1', masters: new Map([['k1', master]]), hashing }))
  // Another process would take the jobs: what is measured is the answering of requests.
  const server = await startServer({
    SARAL_KEYS: JSON.stringify(keys),
    JOBS: 'no',
    LOG_LEVEL: 'warn',
  })
  let taken = 0
  const take = (count: number) => {
    taken += count
    if (taken > people) throw new Error('More people are needed than were put into the database.')
    return taken - count
  }
  try {
    await server.reading(async db => {
      await settlePeople(db, people)
      await addPastOrders(db, 0, orders)
      await settleDown(db)
    })
    // Connections that planned for empty tables begin anew.
    await server.restart()
    return { server, seals, orders, take }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Does at once what the database would do in the background for what was written: a filled table is measured, not its filling. */
export async function settleDown(db: Database): Promise<void> {
  await db.raw('VACUUM (ANALYZE)')
  // Not everybody may ask for it; where not, the database does it in its own time.
  await db.raw('CHECKPOINT').catch(() => undefined)
}
