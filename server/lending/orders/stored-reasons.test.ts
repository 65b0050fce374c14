import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { productMigrations } from '#server/platform/db/migrate.ts'
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

/** Runs the migration on rows of the previous version. */
function migrateAgain() {
  return asOwner(world.server.database.target, async owner => {
    const sql = await readFile(join(productMigrations, '037-told-reasons.sql'), 'utf8')
    await owner.query(`BEGIN; ALTER TABLE reservation DROP COLUMN refusal; ${sql}; COMMIT`)
  })
}

async function asOld(...reasons: { reason: string; msg: string }[]) {
  await world.services.db.raw(
    'UPDATE loan_order SET reasons = $3 WHERE borrower_id = $1 AND order_id = $2',
    [ben.id, orderId, JSON.stringify(reasons)],
  )
}

const told = async () =>
  (await detailOf(ben, orderId)).reasons.map(({ reason, details }) => ({ reason, details }))

test('a stored sentence becomes its reason and figures, and an unreadable one stays unchanged', async () => {
  await asOld(
    { reason: 'names-differ', msg: 'The name on your PAN differs from the name on your Aadhaar.' },
    {
      reason: 'instalment-too-high',
      msg: 'The instalment of ₹1,05,035.50 is high for the income you stated.',
    },
    { reason: 'under-age', msg: 'You must be at least 21 years old.' },
    { reason: 'was-long-overdue', msg: 'An earlier loan was overdue for more than 30 days.' },
    { reason: 'instalment-too-high', msg: 'The instalment is high.' },
    { reason: 'reviewed-by-a-person', msg: 'Your documents name two people.' },
    { reason: 'of-long-ago', msg: 'Some words of long ago.' },
  )
  const sentences = (await detailOf(ben, orderId)).reasons.map(({ msg }) => msg)
  await migrateAgain()
  expect(await told()).toEqual([
    { reason: 'names-differ', details: {} },
    { reason: 'instalment-too-high', details: { instalment: 1_05_035_50 } },
    { reason: 'under-age', details: { years: 21 } },
    { reason: 'was-long-overdue', details: { days: 30 } },
    { reason: 'instalment-too-high', details: { text: 'The instalment is high.' } },
    { reason: 'reviewed-by-a-person', details: { text: 'Your documents name two people.' } },
    { reason: 'of-long-ago', details: { text: 'Some words of long ago.' } },
  ])
  expect((await detailOf(ben, orderId)).reasons.map(({ msg }) => msg)).toEqual(sentences)
})

test('shows a row that the previous version wrote after the migration', async () => {
  await asOld({
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

test.each([
  ['You already have a loan in progress.', { reason: 'order-in-progress', details: {} }],
  [
    'This product opens after 3 loans repaid.',
    { reason: 'product-locked', details: { loansNeeded: 3 } },
  ],
  [
    'Some words of long ago.',
    { reason: 'as-written', details: { text: 'Some words of long ago.' } },
  ],
])('converts a reservation that was refused with "%s"', async (sentence, refusal) => {
  await world.services.db.raw(
    `INSERT INTO reservation (borrower_id, reservation_id, order_id, product_id, card_id, amount, state, reason, created_at, ended_at)
     SELECT borrower_id, $3, order_id, product_id, card_id, 300000, 'refused', $4, now(), now()
     FROM loan_order WHERE borrower_id = $1 AND order_id = $2`,
    [ben.id, orderId, randomUUID(), sentence],
  )
  const shown = () => ben.browser.calls(contract.schedule).detail({ orderId })
  expect(await shown()).toMatchObject({ data: { reason: sentence } })
  await migrateAgain()
  expect(await shown()).toMatchObject({
    data: { reason: sentence, refusal: { ...refusal, msg: sentence } },
  })
})
