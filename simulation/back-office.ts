import { setTimeout as pause } from 'node:timers/promises'
import { jobNames } from '#server/jobs.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import { waitingOrders } from '#server/lending/db/waiting.ts'
import { readConfig } from '#server/platform/config.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { type Cipher, cipherWith } from '#server/platform/db/encrypt.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { answerByHand, approveByHand, denyByHand } from '#server/testing/by-hand.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'

/** Work beside the server, on the same database: the decisions that staff leave, and a list of open work. */
export type BackOffice = {
  readonly db: Database
  readonly cipher: Cipher
  /** Decides most waiting applications, and approves most of them. */
  readonly decide: (chance: Chance) => Promise<void>
  /** Waits until no job is running, but not long. */
  readonly waitForJobs: () => Promise<void>
  /** Names the open work in the server's books, and the entries of the vendors that they lack. */
  readonly openWork: (moved: MovedMoney) => Promise<string[]>
  readonly close: () => Promise<void>
}

/** Money that moved: the payments that arrived, and the payouts that came back, by their keys. */
export type MovedMoney = { readonly paid: readonly string[]; readonly reversed: readonly string[] }

/** A job that runs while the clock moves seems to act hours later, so it is waited for unless it hangs. */
const JOBS_PATIENCE_MS = 15_000

/** Opens it on the database of a server with this environment, after that server started. */
export async function openBackOffice(
  environment: Readonly<Record<string, string>>,
  clock: SimulatedClock,
): Promise<BackOffice> {
  const config = readConfig({ ...environment, PUBLIC_URL: 'http://localhost' })
  const quiet = () => undefined
  const embedded = config.database
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: quiet })
  const target = config.database ?? embedded?.connection
  if (!target) throw new Error('there is no database')
  const db = await openDatabase(target, { log: quiet })
  const cipher = cipherWith(await openKeys(config, target))
  const queue = await createQueue(db, { names: jobNames, log: quiet })
  const services = {
    db,
    queue,
    clock: { now: clock.now, wall: clock.now },
    ids: randomIds(),
    cipher,
  }
  return {
    db,
    cipher,
    decide: async chance => {
      const elsewhere = await waitElsewhere(db, clock.now())
      for (const key of await waitingOrders(db)) {
        if (elsewhere.has(key.orderId)) continue
        if (chance.happens(0.7)) await approveByHand(services, key)
        else await denyByHand(services, key, 'Your income could not be confirmed.')
      }
      // Half of the requests for a hardship plan are left to the calendar.
      for (const key of await waitingPlans(db)) {
        if (chance.happens(0.97)) continue
        await answerByHand(services, key, chance.happens(0.5) ? undefined : 'Please call.')
      }
    },
    waitForJobs: async () => {
      const giveUpAt = performance.now() + JOBS_PATIENCE_MS
      while ((await runningJobs(db)) > 0 && performance.now() < giveUpAt) await pause(10)
    },
    openWork: async ({ paid, reversed }) => {
      const rows = await db.raw(
        `SELECT 'order ' || order_id || ' is ' || state AS open FROM loan_order
         WHERE state NOT IN ('denied', 'failed', 'settled', 'cancelled')
         UNION ALL SELECT 'refund ' || refund_id || ' is pending' FROM refund WHERE state = 'pending'
         UNION ALL SELECT 'mandate ' || mandate_id || ' is ' || state || ' here and ' || held_state || ' at its service'
         FROM mandate WHERE state = 'asked' OR state <> held_state
         UNION ALL SELECT 'payout ' || payout_id || ' is ' || state || ', but came back' FROM payout
         WHERE payout_id::text = ANY ($1) AND state <> 'reversed'`,
        [reversed],
      )
      const receipts = await db.raw('SELECT attempt_ref AS ref FROM payment_receipt')
      const refs = new Set(receipts.map(({ ref }) => ref))
      return [
        ...rows.map(({ open }) => String(open)),
        ...paid.filter(ref => !refs.has(ref)).map(ref => `payment ${ref} is unknown`),
      ]
    },
    close: async () => {
      await queue.stop()
      await db.close()
      await embedded?.stop()
    },
  }
}

/** The applications that wait for their borrower's answer, or for a person who looks at a face. */
async function waitElsewhere(db: Database, now: Date): Promise<ReadonlySet<string>> {
  const rows = await db.raw(
    `SELECT order_id::text AS id FROM application_question WHERE answered_at IS NULL AND answer_until > $1
     UNION SELECT o.order_id::text FROM loan_order o JOIN face_review f ON f.borrower_id = o.borrower_id
     WHERE o.state = 'auditing' AND f.settled_at IS NULL`,
    [now],
  )
  return new Set(rows.map(({ id }) => String(id)))
}

async function waitingPlans(db: Database): Promise<OrderKey[]> {
  const rows = await db.raw(
    `SELECT borrower_id::text AS borrower, order_id::text AS id FROM hardship_plan
     WHERE state = 'awaiting' ORDER BY requested_at`,
  )
  return rows.map(({ borrower, id }) => ({ borrowerId: String(borrower), orderId: String(id) }))
}

async function runningJobs(db: Database): Promise<number> {
  const [row] = await db.raw(`SELECT count(*)::int AS count FROM jobs.job WHERE state = 'active'`)
  return Number(row?.count)
}
