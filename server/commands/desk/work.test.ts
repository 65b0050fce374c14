import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { atDesk } from '#server/commands/desk/work.ts'
import { keyFactsOffered } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

async function referred(auto: 0 | 1 = 0): Promise<{ borrower: Borrower; orderId: string }> {
  const borrower = await world.borrower({ panDigits: '0002' })
  const application = {
    ...wish(borrower, { auto }),
    ...(auto && { keyFactsHash: await keyFactsOffered(borrower.browser) }),
  }
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(application, { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return { borrower, orderId: applied.data.orderId }
}

test('says that no application waits in a new database', async () => {
  expect(await atDesk(world.services, [])).toEqual({
    isDone: true,
    lines: ['No application waits for a decision.'],
  })
})

test('lists an application with the facts of its decision, and nothing that names the borrower', async () => {
  const { borrower, orderId } = await referred()
  const { lines } = await atDesk(world.services, [])
  const text = lines.join('\n')
  expect(text).toContain('1 application waits for a decision')
  expect(text).toContain(orderId)
  expect(text).toContain('names-need-a-look')
  expect(text).toContain('income ₹42,000.00')
  expect(text).not.toContain(borrower.phone.slice(2))
  await atDesk(world.services, ['approve', orderId])
})

test('approves and denies an application once', async () => {
  const one = await referred()
  expect((await atDesk(world.services, ['approve', one.orderId])).isDone).toBe(true)
  expect((await detailOf(one.borrower, one.orderId)).orderState).toBe('2')
  expect((await atDesk(world.services, ['approve', one.orderId])).isDone).toBe(false)
  const two = await referred()
  expect((await atDesk(world.services, ['deny', two.orderId, 'Two', 'names.'])).isDone).toBe(true)
  expect(await detailOf(two.borrower, two.orderId)).toMatchObject({
    orderState: '3',
    reasons: [{ msg: 'Two names.' }],
  })
})

test('keeps messages for the morning when an application is approved at night', async () => {
  const { orderId } = await referred(1)
  world.server.clock.advance({ days: 1 })
  expect((await atDesk(world.services, ['approve', orderId])).isDone).toBe(true)
  await world.runJobs()
  const messages = await world.services.db.raw(
    'SELECT kind, keeps_hours FROM borrower_message WHERE order_id = $1 ORDER BY kind',
    [orderId],
  )
  expect(messages).toEqual([
    { kind: 'documents', keeps_hours: true },
    { kind: 'payout-arrived', keeps_hours: true },
  ])
})

test.each([
  [['approve']],
  [['deny', 'x']],
  [['stop-payout']],
  [['dance']],
  [['deny', 'x', 'y'.repeat(301)]],
])('answers %j with the commands of the operations desk', async words => {
  const { isDone, lines } = await atDesk(world.services, words)
  expect(isDone).toBe(false)
  expect(lines[0]).toContain('npm run desk')
})

test('lists a payment that matches none of our payments', async () => {
  const event = {
    eventId: 'e1',
    paymentId: 'unknown',
    attemptRef: 'a1',
    state: 'paid' as const,
    amount: 12_300 as never,
  }
  expect((await world.webhook(event)).status).toBe(200)
  expect((await atDesk(world.services, [])).lines.join('\n')).toContain(
    '₹123.00 through test, event e1',
  )
})

test('lists a payout under way for more than a day, by the number of its order alone', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, borrower)
  const { orderNo } = await detailOf(borrower, orderId)
  const lines = async () =>
    (await atDesk(world.services, [])).lines.filter(line => line.includes(orderNo))
  expect(await lines()).toEqual([])
  const since = world.services.clock.now().toISOString()
  world.server.clock.advance({ days: 1, seconds: 1 })
  const [line, ...others] = await lines()
  expect(others).toEqual([])
  expect(line).toContain(`Payout under way: ₹4,882.00 of order ${orderNo}, since ${since}`)
  expect(line).not.toContain(borrower.phone.slice(2))
})
