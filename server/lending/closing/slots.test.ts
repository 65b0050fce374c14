import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { slotOfBorrower } from '#domain/slot.ts'
import {
  runCloseOfBusiness,
  startCalendar,
  startClosingBusiness,
} from '#server/lending/closing/close-of-business.ts'
import { inSlots } from '#server/lending/db/portion.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { copyLoan } from '#server/testing/copied-loans.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld, runningLoan } from '#server/testing/lending.ts'

/** Copies of a loan, in the slots 0, 1 and 2: in each, three transactions close them. */
const SLOTS_USED = 3
const COPIES = 360
const IN_SLOT = COPIES / SLOTS_USED
/**
 * The transaction within which a server dies. The first loan has one of its own where it has a slot
 * of its own: whichever slots come first, the sixth is the second or third of a slot of copies.
 */
const DIES_AT = 6
const borrowerId = (n: string) =>
  `(left(md5('borrower' || ${n}), 31) || to_hex(${n} % ${SLOTS_USED}))::uuid`

let original: Borrower
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  original = await world.borrower()
  const orderId = await runningLoan(world, original)
  await copyLoan(world, orderId, {
    count: COPIES,
    borrowerId: borrowerId('n'),
    accruedDay: 'o.accrued_day',
  })
  await runCloseOfBusiness(world.services)
})
beforeEach(async () => {
  await owner('DELETE FROM closing_lease')
  world.server.clock.advance({ days: 1 })
})

const rows = (sql: string) => world.services.db.raw(sql)
const owner = (sql: string) => asOwner(world.server.database.target, client => client.query(sql))
const today = () => indiaDayOf(world.server.clock.now())

/** The number of copies in each slot that are not accrued to today. */
async function openInSlots(): Promise<number[]> {
  const open = await rows(
    `SELECT borrower_id FROM loan_order WHERE order_no LIKE 'COPY-%' AND accrued_day < '${today()}'`,
  )
  const slots = open.map(row => slotOfBorrower(String(row.borrower_id)))
  return Array.from({ length: SLOTS_USED }, (_, slot) => slots.filter(each => each === slot).length)
}

/** Waits until the database fulfils a condition. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5)
}

/** How many loans the sums of today count. A loan that is closed twice counts twice. */
async function accruals(): Promise<number> {
  expect(await rows('SELECT step FROM order_left_behind')).toEqual([])
  const [sum] = await rows(
    `SELECT sum(loans)::int AS loans FROM accrual_sum WHERE day = '${today()}'`,
  )
  return Number(sum?.loans)
}

/**
 * A server whose process dies in the middle of its work: it falls silent at a transaction. Its
 * death is reported once the other transactions that it had begun have ended.
 */
function mortal(services: LendingServices, { atTransaction }: { atTransaction: number }) {
  const { db } = services
  const { promise: death, resolve: die } = Promise.withResolvers<void>()
  const silence = new Promise<never>(() => undefined)
  const begun: Promise<unknown>[] = []
  let remaining = atTransaction
  const alive =
    <Values extends unknown[], Result>(call: (...values: Values) => Promise<Result>) =>
    (...values: Values) =>
      remaining > 0 ? call(...values) : silence
  const dying: LendingServices = {
    ...services,
    db: {
      ...db,
      query: alive(db.query) as typeof db.query,
      one: alive(db.one) as typeof db.one,
      maybeOne: alive(db.maybeOne) as typeof db.maybeOne,
      transaction: work => {
        remaining -= 1
        if (remaining > 0) {
          const running = db.transaction(work)
          begun.push(running)
          return running
        }
        void Promise.allSettled(begun).then(() => die())
        return silence
      },
    },
  }
  return { services: dying, death }
}

test('a borrower is in the same slot on a server and in the database', async () => {
  const ids = Array.from({ length: 200 }, () => randomUUID())
  const computed = await rows(
    `SELECT borrower_id::text, slot FROM unnest('{${ids}}'::uuid[]) AS b (borrower_id), generate_series(0, 15) AS s (slot)
     WHERE ${inSlots('b', 's.slot', 's.slot')}`,
  )
  expect(computed.length).toBe(ids.length)
  for (const { borrower_id: id, slot } of computed) expect(slotOfBorrower(String(id))).toBe(slot)
  expect(new Set(computed.map(({ slot }) => slot)).size).toBe(16)
})

test('servers close different slots: one order that takes long delays its own slot alone', async () => {
  const [locked] = await rows(`SELECT ${borrowerId('1')}::text AS id`)
  const both = await world.services.db.transaction(async tx => {
    await lockBorrower(tx, String(locked?.id))
    const running = [runCloseOfBusiness(world.services), runCloseOfBusiness(world.services)]
    await until(async () => {
      const [first, second, third] = await openInSlots()
      return first === 0 && third === 0 && second !== 0
    })
    return { running }
  })
  await Promise.all(both.running)
  expect(await openInSlots()).toEqual([0, 0, 0])
  expect(await accruals()).toBe(COPIES + 1)
})

test('a server that dies within a slot keeps it until its lease ends, and another finishes it', async () => {
  const dying = mortal(world.services, { atTransaction: DIES_AT })
  void runCloseOfBusiness(dying.services)
  await dying.death
  // No time passes for the lease until the test says so.
  await owner(`UPDATE closing_lease SET held_until = 'infinity'`)
  const [lease, ...others] = await rows('SELECT slot FROM closing_lease')
  expect(others).toEqual([])
  const openBySlot = await openInSlots()
  const isPartly = openBySlot.filter(count => count > 0 && count < IN_SLOT)
  expect(isPartly.length).toBe(1)
  expect(openBySlot[Number(lease?.slot)]).toBe(isPartly[0])

  let hasEnded = false
  const other = runCloseOfBusiness(world.services).finally(() => {
    hasEnded = true
  })
  const expected = openBySlot.map((count, slot) => (slot === lease?.slot ? count : 0))
  await until(async () => `${await openInSlots()}` === `${expected}`)
  expect(hasEnded).toBe(false)

  await owner(`UPDATE closing_lease SET held_until = clock_timestamp() - interval '1 second'`)
  await other
  expect(await openInSlots()).toEqual([0, 0, 0])
  expect(await accruals()).toBe(COPIES + 1)
  expect(await rows('SELECT slot FROM closing_lease')).toEqual([])
})

test('reminders go out while the accrual of another borrower takes long', async () => {
  const [order] = await rows(
    `SELECT next_due_day AS day FROM loan_order WHERE borrower_id = '${original.id}'`,
  )
  // The first reminder is that of three days before (decision 30).
  const noon = startOfIndiaDay(addDays(order?.day as Day, -3)).getTime() + 12 * 3_600_000
  world.server.clock.advance({ seconds: (noon - world.server.clock.now().getTime()) / 1_000 })
  const slow = await world.borrower()
  const slowOrder = await runningLoan(world, slow)
  const reminded = async () => {
    const reminders = await rows(
      `SELECT 1 FROM borrower_message WHERE borrower_id = '${original.id}' AND kind = 'reminder'`,
    )
    return reminders.length > 0
  }
  expect(await reminded()).toBe(false)
  const works = await world.services.db.transaction(async tx => {
    await lockBorrower(tx, slow.id)
    const started = [startClosingBusiness(world.services), startCalendar(world.services)]
    await until(reminded)
    return started
  })
  await Promise.all(works.map(work => work.stop()))
  expect(
    await rows(`SELECT accrued_day AS day FROM loan_order WHERE order_id = '${slowOrder}'`),
  ).toEqual([{ day: today() }])
})
