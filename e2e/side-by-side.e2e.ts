import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { type Borrower, newBorrower, newPhone, readyBorrower } from '#e2e/rig/borrower.ts'
import { minutesUntilMorning } from '#e2e/rig/morning.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, type ServerProcess, startServer } from '#e2e/rig/server.ts'
import { browserOn } from '#server/testing/browser.ts'

const BORROWERS = 6
const FEEDBACKS_A_DAY = 20
const MS_PER_DAY = 86_400_000
const LATE_BY_DAYS = 9

let first: Server
let second: ServerProcess
beforeAll(async () => {
  first = await startServer()
  second = await first.beside()
})
afterAll(async () => {
  await second.end()
  await first.stop()
})

test('a code that one server sent counts for the wait at the other', async () => {
  const phone = `91${newPhone()}`
  const requestAt = (origin: string) => browserOn(origin).calls(contract.login).sendCode({ phone })
  expect(await requestAt(first.origin)).toMatchObject({ ok: true })
  expect(await requestAt(second.origin)).toMatchObject({
    ok: false,
    reason: 'code-resend-too-soon',
  })
})

test('a session is valid at every server, and its daily limits count for all', async () => {
  const { browser } = await newBorrower(first.origin)
  const there = browserOn(second.origin)
  for (const [name, value] of browser.cookies) there.cookies.set(name, value)
  Object.assign(there.headers, browser.headers)
  there.token = browser.token
  const entry = { content: 'When will it come?', problemType: 'payout' }
  const save = (index: number) =>
    (index % 2 === 0 ? browser : there).calls(contract.feedback).save(entry)
  for (let index = 0; index < FEEDBACKS_A_DAY; index += 1)
    expect(await save(index)).toMatchObject({ ok: true })
  expect(await save(0)).toMatchObject({ ok: false, reason: 'rate-limited' })
  expect(await save(1)).toMatchObject({ ok: false, reason: 'rate-limited' })
})

test('two servers run each job once, and close each day once', async () => {
  const origins = [first.origin, second.origin]
  const people = await Promise.all(
    Array.from({ length: BORROWERS }, (_, index) =>
      readyBorrower(origins[index % origins.length] ?? first.origin),
    ),
  )
  const orders = await Promise.all(
    people.map((person: Borrower) => person.borrow('saral-seven', 2_000)),
  )
  await until(
    'the jobs to end',
    () => first.reading(async db => (await openJobs(db)) === 0 || undefined),
    60_000,
  )

  // Days pass while both servers are down, and both then find them at once. No day ends meanwhile.
  const lateByMs = LATE_BY_DAYS * MS_PER_DAY + minutesUntilMorning(Date.now()) * 60_000
  const today = indiaDayOf(new Date(Date.now() + lateByMs))
  await second.end()
  await first.end()
  await first.reading(db =>
    db.raw(
      `INSERT INTO sandbox.clock (id, offset_ms) VALUES (1, $1)
       ON CONFLICT (id) DO UPDATE SET offset_ms = excluded.offset_ms`,
      [lateByMs],
    ),
  )
  await Promise.all([first.restart(), second.restart()])
  await until(
    'the day of all loans to be closed',
    () => first.reading(async db => (await countClosed(db, today)) === BORROWERS || undefined),
    60_000,
  )
  await second.end()
  await first.end()
  const closed = await first.reading(db =>
    db.raw(
      `SELECT order_id::text AS id,
        (SELECT count(*)::int FROM order_event e WHERE e.order_id = o.order_id AND event = 'approve') AS approved,
        (SELECT count(*)::int FROM payout p WHERE p.order_id = o.order_id) AS paid,
        (SELECT count(*)::int FROM order_event e WHERE e.order_id = o.order_id AND event = 'fallOverdue') AS fell,
        (SELECT sum(loans)::int FROM accrual_sum WHERE day = $1) AS accrued
      FROM loan_order o`,
      [today],
    ),
  )
  expect(closed.map(({ id }) => id).sort()).toEqual([...orders].sort())
  for (const order of closed)
    expect(order).toMatchObject({ approved: 1, paid: 1, fell: 1, accrued: BORROWERS })
})

type Reader = Parameters<Parameters<Server['reading']>[0]>[0]

async function openJobs(db: Reader): Promise<number> {
  const [row] = await db.raw(
    `SELECT count(*) AS count FROM jobs.job WHERE state IN ('created', 'retry', 'active') AND name = 'decide-order'`,
  )
  return Number(row?.count)
}

/** Counts the overdue loans whose charges are accrued to a day. */
async function countClosed(db: Reader, day: Day): Promise<number> {
  const [row] = await db.raw(
    "SELECT count(*) AS count FROM loan_order WHERE state = 'overdue' AND accrued_day = $1",
    [day],
  )
  return Number(row?.count)
}
