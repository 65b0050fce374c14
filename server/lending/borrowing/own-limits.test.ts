import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import type { PauseEnd } from '#domain/lending/own-limits.ts'
import { paise } from '#domain/money.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

const rupees = (amount: number) => paise(amount * 100)
const key = () => ({ idempotencyKey: randomUUID() })
const today = (): Day => indiaDayOf(world.server.clock.now())
const inDays = (days: number): Day => addDays(today(), days)
const limitsOf = ({ browser }: Borrower) => browser.calls(contract.ownLimits)
const orderCalls = ({ browser }: Borrower) => browser.calls(contract.order)

async function ceilingOf(borrower: Borrower, amount: number | null) {
  const ceiling = amount === null ? null : rupees(amount)
  const answer = await limitsOf(borrower).setCeiling({ ceiling }, key())
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
async function pausedUntil(borrower: Borrower, until: PauseEnd | null) {
  const answer = await limitsOf(borrower).setPause({ until }, key())
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
const apply = (borrower: Borrower, amount: number) =>
  orderCalls(borrower).apply(wish(borrower, { rupees: amount }), key())
async function infoOf({ browser }: Borrower, id: string) {
  const info = await browser.calls(contract.product).info({ id })
  if (!info.ok) throw new Error(info.reason)
  return info.data
}
async function cardOf({ browser }: Borrower, id: string) {
  const home = await browser.calls(contract.home).index({})
  if (!home.ok) throw new Error(home.reason)
  return home.data.homeProductVos.find(each => each.id === id)
}

test('a ceiling holds at once: larger amounts are neither offered nor lent', async () => {
  const borrower = await world.borrower()
  expect(await ceilingOf(borrower, 3_000)).toMatchObject({
    ceiling: { value: 300_000, later: null },
  })
  expect(await infoOf(borrower, 'saral-weekly')).toMatchObject({
    amountList: [100_000, 200_000, 300_000],
    ownCeiling: 300_000,
    isHeldBack: false,
  })
  expect(await cardOf(borrower, 'saral-weekly')).toMatchObject({
    maxAmount: 300_000,
    fullMsg: null,
  })
  expect(await cardOf(borrower, 'partner-offer')).toMatchObject({ maxAmount: 5_000_000 })
  const refusal = { reason: 'own-ceiling', details: { ceiling: 300_000 } }
  const period = 7
  const larger = { productId: 'saral-weekly', amount: rupees(4_000), period }
  expect(await orderCalls(borrower).quote(larger)).toMatchObject(refusal)
  expect(await orderCalls(borrower).keyFactsOffered(larger)).toMatchObject(refusal)
  expect(await apply(borrower, 4_000)).toMatchObject({
    ...refusal,
    msg: 'This is more than your own ceiling of ₹3,000.00. You can see it under Account, My limits.',
  })
  expect(await apply(borrower, 3_000)).toMatchObject({ ok: true })
})

test('a ceiling below every amount of a product leaves nothing of it, and says so', async () => {
  const borrower = await world.borrower()
  expect(await infoOf(borrower, 'saral-weekly')).toMatchObject({ ownCeiling: null })
  await ceilingOf(borrower, 1_000)
  expect(await infoOf(borrower, 'saral-weekly')).toMatchObject({ amountList: [100_000] })
  const repaid = await world.borrower()
  for (let loans = 0; loans < 3; loans += 1)
    await pay(world, repaid, await runningLoan(world, repaid), 'all')
  await ceilingOf(repaid, 2_000)
  const fullMsg = 'Every amount here is more than your own ceiling of ₹2,000.'
  expect(await infoOf(repaid, 'saral-silver')).toMatchObject({ isHeldBack: true, fullMsg })
  expect(await cardOf(repaid, 'saral-silver')).toMatchObject({ isFull: 0, fullMsg })
})

test('a rise holds after seven India days, and can be taken back before', async () => {
  const borrower = await world.borrower()
  await ceilingOf(borrower, 3_000)
  const later = { value: 500_000, from: inDays(7) }
  expect(await ceilingOf(borrower, 5_000)).toMatchObject({ ceiling: { value: 300_000, later } })
  world.server.clock.advance({ days: 6 })
  expect(await apply(borrower, 5_000)).toMatchObject({ reason: 'own-ceiling' })
  expect(await ceilingOf(borrower, 3_000)).toMatchObject({
    ceiling: { value: 300_000, later: null },
  })
  world.server.clock.advance({ days: 2 })
  expect(await apply(borrower, 5_000)).toMatchObject({ reason: 'own-ceiling' })
  await ceilingOf(borrower, null)
  world.server.clock.advance({ days: 7 })
  expect(await limitsOf(borrower).state({})).toMatchObject({ data: { ceiling: { value: null } } })
  expect(await apply(borrower, 5_000)).toMatchObject({ ok: true })
})

test('a pause holds at once and ends on its day; home and the product say when', async () => {
  const borrower = await world.borrower()
  const until = inDays(3)
  expect(await pausedUntil(borrower, until)).toMatchObject({
    pause: { value: until, later: null },
    pausedUntil: until,
  })
  expect(await apply(borrower, 1_000)).toMatchObject({ reason: 'own-pause' })
  const fullMsg = expect.stringMatching(/^You have paused new loans\. You can borrow again from \d/)
  expect(await infoOf(borrower, 'saral-weekly')).toMatchObject({ isHeldBack: true, fullMsg })
  expect(await cardOf(borrower, 'saral-weekly')).toMatchObject({ isFull: 0, fullMsg })
  expect(await cardOf(borrower, 'partner-offer')).toMatchObject({ fullMsg: null })
  world.server.clock.advance({ days: 3 })
  expect(await apply(borrower, 1_000)).toMatchObject({ ok: true })
})

test('an open pause ends seven India days after its end was asked for', async () => {
  const borrower = await world.borrower()
  expect(await pausedUntil(borrower, 'open')).toMatchObject({
    pause: { value: 'open' },
    pausedUntil: 'open',
  })
  expect((await infoOf(borrower, 'saral-weekly')).fullMsg).toBe(
    'You have paused new loans until you end the pause.',
  )
  const end = inDays(7)
  expect(await pausedUntil(borrower, null)).toMatchObject({
    pause: { value: 'open', later: { value: null, from: end } },
    pausedUntil: end,
  })
  world.server.clock.advance({ days: 6 })
  expect(await apply(borrower, 1_000)).toMatchObject({ reason: 'own-pause' })
  world.server.clock.advance({ days: 1 })
  expect(await apply(borrower, 1_000)).toMatchObject({ ok: true })
})

test('refuses a ceiling that no product has, and a pause until today', async () => {
  const borrower = await world.borrower()
  const { setCeiling, setPause } = limitsOf(borrower)
  expect(await setCeiling({ ceiling: rupees(1_234) }, key())).toMatchObject({
    reason: 'amount-not-offered',
  })
  // A partner's amount is not ours.
  expect(await setCeiling({ ceiling: rupees(50_000) }, key())).toMatchObject({
    reason: 'amount-not-offered',
  })
  expect(await setPause({ until: today() }, key())).toMatchObject({ reason: 'pause-day' })
})

test('the next loan is not reserved beyond the limits, and not applied for', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const { orderNo } = await detailOf(borrower, orderId)
  const { reserve, detail } = borrower.browser.calls(contract.schedule)
  const next = { cardId: borrower.cardId, borrowAmount: rupees(3_000), orderNo }
  await ceilingOf(borrower, 2_000)
  expect(await reserve(next, key())).toMatchObject({ reason: 'own-ceiling' })
  expect(await reserve({ ...next, borrowAmount: rupees(2_000) }, key())).toMatchObject({ ok: true })
  await pausedUntil(borrower, 'open')
  expect(await detail({ orderId })).toMatchObject({ data: { state: 'waiting', estimate: null } })
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(await detail({ orderId })).toMatchObject({
    data: { state: 'refused', refusal: { reason: 'own-pause' } },
  })
})

test('an application in review, an approved offer and a running loan stay as they are', async () => {
  const borrower = await world.borrower()
  const applied = await apply(borrower, 5_000)
  const orderId = applied.ok ? applied.data.orderId : ''
  await pausedUntil(borrower, 'open')
  await ceilingOf(borrower, 1_000)
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'pass' })
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  expect(await orderCalls(borrower).loan({ orderId, keyFactsHash }, key())).toMatchObject({
    data: { orderState: 'lending' },
  })
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    loanAmount: 500_000,
  })
  await pay(world, borrower, orderId, 'all')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled' })
})

test('a request that is repeated changes nothing twice, and each change is audited', async () => {
  const borrower = await world.borrower()
  const audited = async () => {
    const [row] = await world.services.db.raw(
      `SELECT count(*)::int AS entries FROM audit_entry WHERE action = 'own-limits-changed' AND actor = 'borrower' AND subject = $1`,
      [borrower.id],
    )
    return row?.entries
  }
  const once = key()
  const first = await limitsOf(borrower).setCeiling({ ceiling: rupees(2_000) }, once)
  await ceilingOf(borrower, 1_000)
  expect(await limitsOf(borrower).setCeiling({ ceiling: rupees(2_000) }, once)).toEqual(first)
  expect(await limitsOf(borrower).state({})).toMatchObject({
    data: { ceiling: { value: 100_000 } },
  })
  expect(await audited()).toBe(2)
})

test('the download names the limits, and they go with the account', async () => {
  const borrower = await world.borrower()
  await ceilingOf(borrower, 3_000)
  await pausedUntil(borrower, inDays(30))
  const download = await borrower.browser.calls(contract.ownData).download({})
  const number = download.ok && download.data.sections.find(({ kind }) => kind === 'number')
  expect(number ? number.parts.flat() : []).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'ownCeiling', value: '3000' }),
      expect.objectContaining({ field: 'pausedUntil', value: inDays(30) }),
    ]),
  )
  expect(
    await borrower.browser.calls(contract.ownData).erase({ what: 'everything' }),
  ).toMatchObject({
    ok: true,
  })
  const rows = await world.services.db.raw('SELECT 1 FROM own_limit WHERE borrower_id = $1', [
    borrower.id,
  ])
  expect(rows).toEqual([])
})
