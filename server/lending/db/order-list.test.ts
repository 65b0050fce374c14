import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSessions, secretHash } from '#server/accounts/db/session.ts'
import { findSessionsWithOrders } from '#server/lending/db/order-list.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The plans for given values that PostgreSQL makes before it may keep one for all values. */
const PLANS_FOR_VALUES = 5
const REQUESTS = 12
const epoch = new Date(0)

test.each([
  ['session-by-tokens', findSessions, 1],
  ['session-by-tokens', findSessions, 2],
  ['order-in-list-by-sessions', findSessionsWithOrders, 1],
  ['order-in-list-by-sessions', findSessionsWithOrders, 2],
] as const)('plans %s once, and not for each request', async (name, find, count) => {
  const sessions = Array.from({ length: count }, () => ({
    borrowerId: randomUUID(),
    tokenHash: secretHash('token', randomUUID()),
    formerHash: undefined,
  }))
  // A connection of its own has planned nothing yet.
  const db = await database.db.another(1)
  try {
    // In tables of this size planning would cost more than all that it saves.
    await db.raw('SET cpu_operator_cost = 0.0001')
    for (let request = 0; request < REQUESTS; request += 1)
      await find(db, sessions, { createdSince: epoch, seenSince: epoch, notedSince: epoch })
    const [plans] = await db.raw(
      'SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE name = $1',
      [name],
    )
    expect(plans).toEqual({ custom: PLANS_FOR_VALUES, generic: REQUESTS - PLANS_FOR_VALUES })
  } finally {
    await db.close()
  }
})
