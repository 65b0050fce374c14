import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { jobNames, workOnJobs } from '#server/jobs.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { keyFactsOffered } from '#server/testing/key-facts.ts'
import { detailOf, type LendingWorld, lendingWorld, pay, wish } from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld({ jobs: 'real' })
})
afterAll(() => world.close())

test('an order proceeds by itself on the real queue, and a slow payout is asked about again', async () => {
  const queue = await createQueue(world.services.db, { names: jobNames, log: () => undefined })
  await workOnJobs({ ...world.services, queue })
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  world.bank.next = { state: 'pending' }
  const keyFactsHash = await keyFactsOffered(borrower.browser)
  const applied = await order.apply(
    { ...wish(borrower, { auto: 1 }), keyFactsHash },
    { idempotencyKey: 'apply' },
  )
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await expect.poll(() => world.bank.sent.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  world.bank.set(world.bank.sent[0]?.key ?? '', { state: 'succeeded', utr: '000000000009' })
  await expect
    .poll(async () => (await detailOf(borrower, orderId)).orderState, { timeout: 60_000 })
    .toBe('loaned')
  await pay(world, borrower, orderId, 'all')
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  await queue.stop()
})
