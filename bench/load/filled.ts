import { randomBytes } from 'node:crypto'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { type Cipher, cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { idInSql, insertPeople } from './people.ts'

/** A server on a database of its own that holds this number of orders. */
export type Filled = {
  readonly server: Server
  readonly cipher: Cipher
  readonly orders: number
  /** Reserves `count` people who have not applied yet, and returns the number of the first. */
  readonly take: (count: number) => number
}

/** Starts a server with past orders, and with people who may apply. */
export async function startFilled(orders: number, people: number): Promise<Filled> {
  const master = randomBytes(32)
  const hashing = randomBytes(32)
  const keys = {
    active: 'k1',
    masters: { k1: master.toString('base64') },
    hashing: hashing.toString('base64'),
  }
  const cipher = cipherWith(
    fixedKeys({ active: 'k1', masters: new Map([['k1', master]]), hashing }),
  )
  // Jobs stay unworked: the bench measures the answers to requests.
  const server = await startServer({
    SARAL_KEYS: JSON.stringify(keys),
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
    await server.reading(async db => {
      await insertPeople(db, people)
      await addPastOrders(db, orders)
      await settleDown(db)
    })
    // New connections plan their statements for the filled tables.
    await server.restart()
    return { server, cipher, orders, take }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Does now what PostgreSQL would do later in the background, so that it does not disturb the bench. */
export async function settleDown(db: Database): Promise<void> {
  await db.raw('VACUUM (ANALYZE)')
  // The role may lack the right; PostgreSQL then runs its checkpoint later.
  await db.raw('CHECKPOINT').catch(() => undefined)
}

/** Past orders belong to people who will not apply, twenty orders each. */
const FIRST_PERSON = 100_000_000
const ORDERS_EACH = 20
const PEOPLE_AT_ONCE = 1_000

/** Adds settled orders, each with its history. */
async function addPastOrders(db: Database, orders: number): Promise<void> {
  const people = orders / ORDERS_EACH
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE) {
    const to = Math.min(from + PEOPLE_AT_ONCE, people) - 1
    await db.transaction(async tx => {
      for (const statement of FILL)
        await tx.raw(statement, [FIRST_PERSON + from, FIRST_PERSON + to])
    })
  }
  // Without statistics PostgreSQL plans for empty tables.
  await db.raw('ANALYZE')
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
  `INSERT INTO loan_order (borrower_id, order_id, order_no, product_id, product_name, card_id, state, principal, rate_ppm_year,
     processing_fee_bps, discount_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps,
     extension_fee_bps, cooling_off_days, service_fee, gst, arrive, interest, repayment, apr_bps, terms_hash, auto_get_money, applied_at,
     decided_at, offer_until, confirmed_at, disbursed_at, disbursed_day, settled_at)
   SELECT ${borrower}, ${orderId}, 'SR ' || k, 'saral-seven', 'Saral Seven', ${card}, 'settled', 200000, 365000, 500, 0, 7, 1, 28,
     180000, 500, 300, 1, 10000, 1800, 188200, 1400, 201400, 40000, repeat('x', 43), false, t, t, t::date, t, t, t::date, t
   FROM (SELECT n, k, now() - make_interval(days => 10 * k) AS t ${ORDERS}) AS past`,
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   SELECT ${borrower}, ${orderId}, number, 'apply', 'auditing', 'borrower', '{}', now() ${ORDERS}, generate_series(1, 3) AS e (number)`,
]
