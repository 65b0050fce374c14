import { randomBytes } from 'node:crypto'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { type Cipher, cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { idInSql, settlePeople } from './people.ts'

/** One server on a database of its own, with so many orders in it. */
export type Filled = {
  readonly server: Server
  readonly cipher: Cipher
  readonly orders: number
  /** Nobody applies twice: the number of the first of so many people who have not yet. */
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
    return { server, cipher, orders, take }
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

/** Past orders are of people beyond all who will apply, twenty each. */
const FIRST_PERSON = 100_000_000
const ORDERS_EACH = 20
const PEOPLE_AT_ONCE = 1_000

/** Fills the tables until they hold so many settled orders, each with its history; `have` are there already. */
async function addPastOrders(db: Database, have: number, want: number): Promise<void> {
  for (let from = have / ORDERS_EACH; from < want / ORDERS_EACH; from += PEOPLE_AT_ONCE) {
    const to = Math.min(from + PEOPLE_AT_ONCE, want / ORDERS_EACH) - 1
    await db.transaction(async tx => {
      for (const statement of FILL)
        await tx.raw(statement, [FIRST_PERSON + from, FIRST_PERSON + to])
    })
  }
  // A plan that was made for empty tables would stay.
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
   FROM (SELECT n, k, now() - make_interval(days => 10 * k) AS t ${ORDERS}) AS made`,
  `INSERT INTO order_event (borrower_id, order_id, number, event, state, actor, details, at)
   SELECT ${borrower}, ${orderId}, number, 'apply', 'auditing', 'borrower', '{}', now() ${ORDERS}, generate_series(1, 3) AS e (number)`,
]
