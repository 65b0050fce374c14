import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import { answered, type Borrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { dice } from '#e2e/rig/dice.ts'
import { minutesUntilMorning } from '#e2e/rig/morning.ts'
import { openSandbox, until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { audit, difference } from '#server/lending/books/audit.ts'

const BORROWERS = 6
const DUE_DAYS = 2
const KILLS_A_DEBIT = 4
const LIFE_MIN_MS = 20
const LIFE_MAX_MS = 1_500
/** A debit whose message died with the server is asked about after one minute, and after three. */
const DEBITED_WITHIN_MS = 240_000
const TIMEOUT_MS = 900_000
const HOUR_MS = 3_600_000

let server: Server
beforeEach(async () => {
  server = await startServer()
  // All loans begin on one day.
  await openSandbox(server.origin).advance(`PT${minutesUntilMorning(Date.now())}M`)
})
afterEach(() => server.stop())

test('debits each instalment once, although the server is killed while it debits', {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const next = dice(seed)
  const people = await Promise.all(Array.from({ length: BORROWERS }, withAutoPay))
  const dueDays = people[0]?.schedule.slice(0, DUE_DAYS) ?? []
  for (const [index, { dueDay }] of dueDays.entries()) {
    await moveTo(addDays(dueDay, -1), 9)
    await until('the notices', async () => (await noticed(dueDay)) === BORROWERS || undefined)
    // The first kill ends the close of business that starts the debits, or what comes after it.
    moveTo(dueDay, 13.5).catch(() => undefined)
    for (let kill = 0; kill < KILLS_A_DEBIT; kill += 1) {
      await pause(LIFE_MIN_MS + next() * (LIFE_MAX_MS - LIFE_MIN_MS))
      await server.kill9()
      await server.restart()
    }
    await moveTo(dueDay, 13.5)
    await until(
      'the debits',
      async () => (await receipts()).length >= (index + 1) * BORROWERS || undefined,
      DEBITED_WITHIN_MS,
    )
  }
  const expected = people.flatMap(({ orderId, schedule }) =>
    schedule.slice(0, DUE_DAYS).map(({ amount }) => ({ orderId, amount })),
  )
  const byOrder = (one: { orderId: string; amount: number }) => `${one.orderId} ${one.amount}`
  expect((await receipts()).map(byOrder).sort(), `seed ${seed}`).toEqual(
    expected.map(byOrder).sort(),
  )
  expect(await debited(), `seed ${seed}`).toBe(BORROWERS * DUE_DAYS)
  for (const { phone } of people)
    expect(await noticesTo(phone), `seed ${seed}`).toHaveLength(DUE_DAYS)
  const { faults, trialBalance } = await server.reading(audit)
  expect(faults, `seed ${seed}`).toEqual([])
  expect(difference(trialBalance), `seed ${seed}`).toBe(0)
})

/** A borrower with a running loan, and AutoPay approved in their UPI app. */
async function withAutoPay(): Promise<
  Pick<Borrower, 'phone'> & {
    orderId: string
    schedule: readonly { dueDay: Day; amount: number }[]
  }
> {
  const borrower = await readyBorrower(server.origin)
  const orderId = await borrower.borrow('saral-weekly', 3_000)
  const autopay = borrower.browser.calls(contract.autopay)
  const { url } = answered(await autopay.setUp({ orderId, isAgreed: true }))
  const press = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ action: 'approve' }),
  })
  expect(press.status).toBe(200)
  await until('AutoPay to be on', async () =>
    answered(await autopay.status({ orderId })).state === 'active' ? true : undefined,
  )
  const { schedule } = await borrower.detail(orderId)
  return { phone: borrower.phone, orderId, schedule }
}

/** Moves the clock to an hour of a day in India, unless it has passed. */
async function moveTo(day: Day, hour: number): Promise<void> {
  const sandbox = openSandbox(server.origin)
  const targetMs = startOfIndiaDay(day).getTime() + hour * HOUR_MS
  const minutes = Math.ceil((targetMs - (await sandbox.now()).getTime()) / 60_000)
  if (minutes > 0) await sandbox.advance(`PT${minutes}M`)
}

/** The number of debits of a due day that were announced to the borrower and the UPI app. */
function noticed(dueDay: Day): Promise<number> {
  return countOf(
    `SELECT count(*)::int AS count FROM autopay_debit d JOIN borrower_message m ON m.borrower_id = d.borrower_id
     WHERE m.kind = 'autopay-notice' AND m.occasion = d.debit_id::text AND m.was_texted
       AND d.vendor_noticed_at IS NOT NULL AND d.due_day = $1`,
    [dueDay],
  )
}

/** The number of debits that the simulated service made. */
function debited(): Promise<number> {
  return countOf(
    `SELECT count(DISTINCT attempt_ref)::int AS count FROM sandbox.mandate_debit WHERE state = 'paid'`,
    [],
  )
}

async function countOf(sql: string, values: readonly unknown[]): Promise<number> {
  return server.reading(async db => Number((await db.raw(sql, [...values]))[0]?.count))
}

function receipts(): Promise<{ orderId: string; amount: number }[]> {
  return server.reading(async db =>
    (await db.raw('SELECT order_id::text AS id, amount FROM payment_receipt')).map(
      ({ id, amount }) => ({ orderId: String(id), amount: Number(amount) }),
    ),
  )
}

async function noticesTo(phone: string): Promise<string[]> {
  const messages = await openSandbox(server.origin).sms(phone)
  return messages.map(({ text }) => text).filter(text => text.includes('AutoPay will take'))
}
