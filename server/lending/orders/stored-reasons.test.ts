import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'

let ben: Borrower
let orderId: string
const world = forFile(() => lendingWorld())
beforeEach(async () => {
  ben = await world.borrower({ monthlyIncome: '5000' })
  const applied = await ben.browser
    .calls(contract.order)
    .apply(wish(ben), { idempotencyKey: randomUUID() })
  if (!applied.ok) throw new Error(applied.reason)
  orderId = applied.data.orderId
  await world.runJobs()
})

async function storeReasons(...reasons: { reason: string; msg: string }[]) {
  await world.services.db.raw(
    'UPDATE loan_order SET reasons = $3 WHERE borrower_id = $1 AND order_id = $2',
    [ben.id, orderId, JSON.stringify(reasons)],
  )
}

test('shows a reason that is stored as a sentence', async () => {
  await storeReasons({
    reason: 'face-needs-a-look',
    msg: 'Your picture needs to be looked at by a person.',
  })
  expect((await detailOf(ben, orderId)).reasons).toEqual([
    {
      reason: 'face-needs-a-look',
      details: { text: 'Your picture needs to be looked at by a person.' },
      msg: 'Your picture needs to be looked at by a person.',
    },
  ])
})

test('shows a refused reservation that is stored with a sentence alone', async () => {
  const sentence = 'You already have a loan in progress.'
  await world.services.db.raw(
    `INSERT INTO reservation (borrower_id, reservation_id, order_id, product_id, card_id, amount, state, reason, created_at, ended_at)
     SELECT borrower_id, $3, order_id, product_id, card_id, 300000, 'refused', $4, now(), now()
     FROM loan_order WHERE borrower_id = $1 AND order_id = $2`,
    [ben.id, orderId, randomUUID(), sentence],
  )
  expect(await ben.browser.calls(contract.schedule).detail({ orderId })).toMatchObject({
    data: {
      reason: sentence,
      refusal: { reason: 'as-written', details: { text: sentence }, msg: sentence },
    },
  })
})
