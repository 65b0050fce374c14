import { afterEach, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { audit } from '#server/lending/books/audit.ts'
import { stopPayoutByHand } from '#server/lending/payout/under-way.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  runningLoan,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

const original = { send: undefined as LendingWorld['bank']['send'] | undefined }
afterEach(() => {
  if (original.send) world.bank.send = original.send
})

/** Applies for a loan whose payout fails at the bank at every attempt. */
async function failingPayout() {
  const borrower = await world.borrower()
  original.send = world.bank.send
  const attempts: string[] = []
  world.bank.send = async ({ key }) => {
    attempts.push(key)
    throw new Error('refused (status 400)')
  }
  const orderId = await runningLoan(world, borrower)
  return { borrower, orderId, payoutId: attempts.at(-1) ?? '', attempts }
}

const stop = (payoutId: string) =>
  stopPayoutByHand(world.services.db, payoutId, world.services.clock.now())

const askAgain = () => world.runJobs({ later: 'send-payout' })

test('stops sending a payout, which ends as refused once the bank surely does not know it', async () => {
  const { borrower, orderId, payoutId, attempts } = await failingPayout()
  await askAgain()
  expect(attempts).toHaveLength(2)
  expect(await stop(payoutId)).toBe(true)
  await askAgain()
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  world.server.clock.advance({ seconds: 901 })
  await askAgain()
  expect(attempts).toHaveLength(2)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'failed',
    reasons: [{ reason: 'payout-refused' }],
  })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
  expect((await audit(world.services.db)).faults).toEqual([])
  expect(await stop(payoutId)).toBe(false)
})

test('ends a stopped payout as the bank says if the bank knows it after all', async () => {
  const { borrower, orderId, payoutId } = await failingPayout()
  await stop(payoutId)
  world.bank.set(payoutId, { state: 'pending' })
  world.server.clock.advance({ days: 2 })
  await askAgain()
  const { orderNo, orderState } = await detailOf(borrower, orderId)
  expect(orderState).toBe('lending')
  const operations = (await staffBrowser(world.server, 'operations')).calls(staffContract.inbox)
  expect(await operations.trouble({ kind: 'payout', id: payoutId })).toMatchObject({
    data: { orderNo, notes: ['stopped'], reference: payoutId },
  })
  world.bank.set(payoutId, { state: 'succeeded', utr: '000000000009' })
  await askAgain()
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
})

test.each(['nothing', '01990000-0000-7000-8000-000000000000'])(
  'stops nothing for the unknown id %s',
  async id => {
    expect(await stop(id)).toBe(false)
  },
)
