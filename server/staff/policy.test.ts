import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { GIVEN_FIGURES } from '#domain/lending/decision.ts'
import type { Browser } from '#server/testing/browser.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let world: LendingWorld
let manager: Browser
let compliance: Browser
beforeAll(async () => {
  world = await lendingWorld()
  manager = await staffBrowser(world.server, 'product-manager')
  compliance = await staffBrowser(world.server, 'compliance')
})
afterAll(() => world.close())

const policy = () => manager.calls(staffContract.policy)
const products = () => manager.calls(staffContract.products)
const proposals = (by = manager) => by.calls(staffContract.proposal)
const today = () => indiaDayOf(world.services.clock.now())
const why = 'Fewer loans went well than we thought.'

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

/** An application for 5,000 rupees, repaid at once, by somebody with this income, as it is decided. */
async function decided(monthlyIncome: string): Promise<{ who: Borrower; orderId: string }> {
  const who = await world.borrower({ monthlyIncome })
  const apply = who.browser.calls(contract.order).apply
  const application = wish(who, { productId: 'saral-seven' })
  const { orderId } = await data(apply(application, { idempotencyKey: `apply-${who.phone}` }))
  await world.runJobs()
  return { who, orderId }
}

test('other figures are rehearsed, proposed, approved by another person, and decide from their day on', async () => {
  // 5,035 rupees to repay and 3,000 of other obligations: 48 % and 60 % of these incomes. Up to 50 % is approved.
  const first = await decided('16700')
  const second = await decided('13400')
  expect((await detailOf(first.who, first.orderId)).orderState).toBe('2')
  expect((await detailOf(second.who, second.orderId)).orderState).toBe('1')

  const figures = { ...GIVEN_FIGURES, affordablePercent: 40, outOfReachPercent: 45 }
  const rehearsed = await data(policy().rehearse({ figures }))
  expect(rehearsed).toMatchObject({
    applications: 2,
    before: { approve: 1, refer: 1, deny: 0 },
    after: { approve: 0, refer: 0, deny: 2 },
  })
  expect(rehearsed.changed.map(({ before, after }) => [before, after]).sort()).toEqual([
    ['approve', 'deny'],
    ['refer', 'deny'],
  ])
  const unsound = { ...figures, outOfReachPercent: 30 }
  expect(await policy().rehearse({ figures: unsound })).toMatchObject({ reason: 'input-invalid' })

  const fromDay = addDays(today(), 1)
  const { proposalId } = await data(proposals().changePolicy({ figures, fromDay, why }))
  expect(await proposals().approve({ proposalId })).toMatchObject({ reason: 'not-permitted' })
  expect((await data(policy().list({}))).isProposed).toBe(true)
  await data(proposals(compliance).approve({ proposalId }))

  // Until its day comes, the old figures decide; what was decided stays decided.
  expect((await data(policy().list({}))).figures).toEqual(GIVEN_FIGURES)
  const third = await decided('16700')
  expect((await detailOf(third.who, third.orderId)).orderState).toBe('2')
  world.server.clock.advance({ days: 1 })
  expect((await data(policy().list({}))).figures).toEqual(figures)
  const fourth = await decided('16700')
  expect((await detailOf(fourth.who, fourth.orderId)).orderState).toBe('3')
  expect((await detailOf(first.who, first.orderId)).orderState).toBe('2')
})

test('a proposed change ends where another was approved since, and one that changes nothing is none', async () => {
  const { figures } = await data(policy().list({}))
  const fromDay = today()
  expect(await proposals().changePolicy({ figures, fromDay, why })).toMatchObject({
    reason: 'outdated',
  })
  const wanted = { ...figures, lateDaysToDeny: 29 }
  const { proposalId } = await data(proposals().changePolicy({ figures: wanted, fromDay, why }))
  await world.services.db.raw(
    `INSERT INTO policy_version SELECT version + 1, from_day, affordable_percent, out_of_reach_percent, late_days_to_look_at,
       late_days_to_deny, made_at FROM policy_version ORDER BY version DESC LIMIT 1`,
  )
  expect(await proposals(compliance).approve({ proposalId })).toMatchObject({ reason: 'outdated' })
})

test('the terms of a draft are rehearsed on the applications for its product alone', async () => {
  const productId = 'saral-seven'
  expect(await products().rehearse({ productId })).toMatchObject({ reason: 'product-not-found' })
  const { revision } = await data(products().start({ productId }))
  const { draft } = await data(products().open({ productId }))
  if (!draft) throw new Error('there is no draft')
  // Twice the rate: 35 rupees of interest more on 5,000 for a week.
  const content = { ...draft.content, rate: '0.2' }
  await data(products().save({ productId, revision, content }))
  const rehearsed = await data(products().rehearse({ productId }))
  expect(rehearsed.applications).toBe(4)
  expect(rehearsed.costAfter - rehearsed.costBefore).toBe(4 * 35_00)
  const fewer = { ...content, amounts: '1000' }
  await data(products().save({ productId, revision: revision + 1, content: fewer }))
  expect((await data(products().rehearse({ productId }))).after).toMatchObject({ 'not-offered': 4 })
  await data(products().start({ productId: 'saral-gold' }))
  expect((await data(products().rehearse({ productId: 'saral-gold' }))).applications).toBe(0)
})
