import { insertOrders } from '#bench/orders.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import type { Database } from '#server/platform/db/open.ts'
import { addLivedLoans } from './past.ts'
import { idInSql, insertPeople, SARAL_KEYS } from './people.ts'

/** A server on a database of its own that holds this number of orders. */
export type FilledServer = {
  readonly server: Server
  readonly orders: number
  /** Reserves `count` people who have not applied yet, and returns the number of the first. */
  readonly take: (count: number) => number
}

/** The past orders: whole loans with all their rows, or settled orders with their events alone. */
export type Past = 'lived' | 'orders'

/** Starts a server with past orders, and with people who may apply. */
export async function startFilled(
  orders: number,
  people: number,
  past: Past = 'lived',
): Promise<FilledServer> {
  // No job runs: the bench measures the answers to requests.
  const server = await startServer({
    SARAL_KEYS,
    JOBS: 'no',
    LOG_LEVEL: 'warn',
  })
  let reserved = 0
  const take = (count: number) => {
    reserved += count
    if (reserved > people)
      throw new Error(`The database holds ${people} people, and the bench needs more.`)
    return reserved - count
  }
  try {
    if (past === 'lived') await addLivedLoans(server, orders)
    await server.reading(async db => {
      await insertPeople(db, people)
      if (past === 'orders') await addPastOrders(db, orders)
      await settleDown(db)
    })
    // New connections plan their statements for the filled tables.
    await server.restart()
    return { server, orders, take }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Does PostgreSQL's later work in the background now, so that it does not disturb the bench. */
export async function settleDown(db: Database): Promise<void> {
  // This takes longer than a statement may. The next statement has the same connection.
  await db.raw('SET statement_timeout = 0')
  await db.raw('VACUUM (ANALYZE)')
  // The role may lack the right; PostgreSQL then runs its checkpoint later.
  await db.raw('CHECKPOINT').catch(() => undefined)
}

/** Past orders belong to people who will not apply, twenty orders each. */
const FIRST_PERSON = 100_000_000
const ORDERS_EACH = 20
const PEOPLE_AT_ONCE = 1_000

/** Adds settled orders, each with its events. */
async function addPastOrders(db: Database, orders: number): Promise<void> {
  const people = orders / ORDERS_EACH
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE) {
    const to = Math.min(from + PEOPLE_AT_ONCE, people) - 1
    await db.transaction(async tx => {
      for (const statement of FILL)
        await tx.raw(statement, [FIRST_PERSON + from, FIRST_PERSON + to])
    })
  }
}

const PEOPLE = 'FROM generate_series($1::int, $2::int) AS p (n)'
const ORDERS = `FROM generate_series($1::int, $2::int) AS p (n), generate_series(1, ${ORDERS_EACH}) AS o (k)`
const borrower = `${idInSql('borrower', 'n')}::uuid`
const card = `${idInSql('card', 'n')}::uuid`
const orderId = `${idInSql('order', `n::bigint * ${ORDERS_EACH} + k`)}::uuid`

const FILL = [
  `INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at) SELECT ${borrower}, '', '', now() ${PEOPLE}`,
  `INSERT INTO bank_card (borrower_id, card_id, ifsc, account_hash, account_sealed, account_last_four, name_at_bank_sealed,
     names_agree, added_at)
   SELECT ${borrower}, ${card}, 'SBIN0001234', '', '', '1234', '', 'same', now() ${PEOPLE}`,
  insertOrders(
    {
      borrower_id: borrower,
      order_id: orderId,
      order_no: "'SR ' || k",
      card_id: card,
      state: "'settled'",
      instalments: '1',
      applied_at: 't',
      decided_at: 't',
      offer_until: 't::date',
      confirmed_at: 't',
      disbursed_at: 't',
      disbursed_day: 't::date',
      settled_at: 't',
    },
    `FROM (SELECT n, k, now() - make_interval(days => 10 * k) AS t ${ORDERS}) AS past`,
  ),
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   SELECT ${borrower}, ${orderId}, number, 'apply', 'auditing', 'borrower', '{}', now() ${ORDERS}, generate_series(1, 3) AS e (number)`,
]
