import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { atDesk } from '#server/commands/desk/work.ts'
import { audit } from '#server/lending/books/audit.ts'
import {
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  runningLoan,
} from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

const usual = { send: undefined as LendingWorld['bank']['send'] | undefined }
afterEach(() => {
  if (usual.send) world.bank.send = usual.send
})

/** A payout that the bank refuses to take, again and again. */
async function refusedAgainAndAgain() {
  const borrower = await world.borrower()
  usual.send = world.bank.send
  const asked: string[] = []
  world.bank.send = async ({ key }) => {
    asked.push(key)
    throw new Error('refused (status 400)')
  }
  const orderId = await runningLoan(world, borrower)
  return { borrower, orderId, payoutId: asked.at(-1) ?? '', asked }
}

const askAgain = () => world.runJobs({ later: 'send-payout' })

test('a payout that was stopped is sent no more, and ends as refused once the bank is sure not to know it', async () => {
  const { borrower, orderId, payoutId, asked } = await refusedAgainAndAgain()
  await askAgain()
  expect(asked).toHaveLength(2)
  expect(await atDesk(world.services, ['stop-payout', payoutId], 'asha')).toMatchObject({
    isDone: true,
  })
  await askAgain()
  expect((await detailOf(borrower, orderId)).orderState).toBe('4')
  world.server.clock.advance({ seconds: 901 })
  await askAgain()
  expect(asked).toHaveLength(2)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: '5',
    reasons: [{ reason: 'payout-refused' }],
  })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
  expect((await audit(world.services.db)).faults).toEqual([])
  expect(await atDesk(world.services, ['stop-payout', payoutId])).toMatchObject({ isDone: false })
  const [entry] = await world.services.db.raw(
    'SELECT actor, action FROM audit_entry WHERE subject = $1 ORDER BY number LIMIT 1',
    [payoutId],
  )
  expect(entry).toEqual({ actor: 'desk:asha', action: 'desk-stop-payout' })
})

test('a stopped payout that the bank knows after all ends as the bank says', async () => {
  const { borrower, orderId, payoutId } = await refusedAgainAndAgain()
  await atDesk(world.services, ['stop-payout', payoutId])
  world.bank.set(payoutId, { state: 'pending' })
  world.server.clock.advance({ days: 2 })
  await askAgain()
  const { orderNo, orderState } = await detailOf(borrower, orderId)
  expect(orderState).toBe('4')
  const { lines } = await atDesk(world.services, [])
  expect(
    lines.filter(line => line.startsWith('A payout that was stopped') && line.includes(orderNo)),
  ).toHaveLength(1)
  world.bank.set(payoutId, { state: 'succeeded', utr: '000000000009' })
  await askAgain()
  expect((await detailOf(borrower, orderId)).orderState).toBe('6')
})

test.each(['nothing', '01990000-0000-7000-8000-000000000000'])(
  'no payout has the id %s',
  async id => {
    expect(await atDesk(world.services, ['stop-payout', id])).toMatchObject({ isDone: false })
  },
)
