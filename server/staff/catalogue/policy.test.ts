import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, addWorkingDays, type Day, indiaDayOf } from '#domain/day.ts'
import { DEFAULT_FIGURES, type DecisionFigures } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { executePolicy } from '#server/staff/catalogue/policy.ts'
import type { Browser } from '#server/testing/browser.ts'
import { approveByHand } from '#server/testing/by-hand.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let manager: Browser
let compliance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  manager = await staffBrowser(world.server, 'product-manager')
  compliance = await staffBrowser(world.server, 'compliance')
})

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

/** A proposal of another policy. */
function change(figures: DecisionFigures, limits: PolicyLimits, fromDay: Day) {
  return { figures, limits: { ...limits, tiers: [...limits.tiers] }, fromDay, why }
}

/** An application for 5,000 rupees, repaid at once, by somebody with this income, as it is decided. */
async function decided(monthlyIncome: string): Promise<{ who: Borrower; orderId: string }> {
  const who = await world.borrower({ monthlyIncome })
  return { who, orderId: await appliedFor(who) }
}

async function appliedFor(who: Borrower): Promise<string> {
  const apply = who.browser.calls(contract.order).apply
  const application = wish(who, { productId: 'saral-seven' })
  const { orderId } = await data(apply(application, { idempotencyKey: randomUUID() }))
  await world.runJobs()
  return orderId
}

test('other figures are rehearsed, proposed, approved by another person, and decide from their day on', async () => {
  // 5,035 rupees to repay and 3,000 of other obligations: 48 % and 60 % of these incomes. Up to 50 % is approved.
  const first = await decided('16700')
  const second = await decided('13400')
  expect((await detailOf(first.who, first.orderId)).orderState).toBe('pass')
  expect((await detailOf(second.who, second.orderId)).orderState).toBe('auditing')

  const figures = { ...DEFAULT_FIGURES, affordablePercent: 40, outOfReachPercent: 45 }
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
  const { proposalId } = await data(
    proposals().changePolicy(change(figures, DEFAULT_LIMITS, fromDay)),
  )
  expect(await proposals().approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'not-permitted',
  })
  expect((await data(policy().list({}))).proposed).toEqual({
    figures,
    limits: DEFAULT_LIMITS,
    fromDay,
  })
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))

  // Until its day comes, the old figures decide; decided orders stay decided.
  expect((await data(policy().list({}))).figures).toEqual(DEFAULT_FIGURES)
  const third = await decided('16700')
  expect((await detailOf(third.who, third.orderId)).orderState).toBe('pass')
  world.server.clock.advance({ days: 1 })
  expect((await data(policy().list({}))).figures).toEqual(figures)
  const fourth = await decided('16700')
  expect((await detailOf(fourth.who, fourth.orderId)).orderState).toBe('denied')
  expect((await detailOf(first.who, first.orderId)).orderState).toBe('pass')

  // The officer who decides about the other one reads the figures by which it was referred.
  const officer = await staffBrowser(world.server, 'credit-officer')
  const application = officer.calls(staffContract.application)
  expect(await data(application.open({ orderId: second.orderId, why: 'decision' }))).toMatchObject({
    facts: { affordablePercent: DEFAULT_FIGURES.affordablePercent },
  })
})

test('a proposed change is outdated once another was approved, and a change needs a difference', async () => {
  const { figures, limits } = await data(policy().list({}))
  const fromDay = today()
  expect(await proposals().changePolicy(change(figures, limits, fromDay))).toMatchObject({
    reason: 'outdated',
  })
  const wish = { ...figures, lateDaysToDeny: 29 }
  const { proposalId } = await data(proposals().changePolicy(change(wish, limits, fromDay)))
  await world.services.db.raw(
    `INSERT INTO policy_version SELECT version + 1, from_day, affordable_percent, out_of_reach_percent, late_days_to_look_at,
       late_days_to_deny, made_at FROM policy_version ORDER BY version DESC LIMIT 1`,
  )
  expect(await proposals(compliance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
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

/** The processing fee that a borrower is quoted today for 5,000 rupees. */
const feeToday = async (who: Borrower) => {
  const input = { productId: 'saral-seven', amount: paise(5_000_00), period: 7 }
  return (await data(who.browser.calls(contract.order).quote(input))).serviceFee
}

/** The repaid loans that open a product of each tier. */
async function loansNeeded(who: Borrower) {
  const { homeProductVos } = await data(who.browser.calls(contract.home).index({}))
  return [1, 2, 3].map(
    tier => homeProductVos.find(({ orderNum }) => orderNum === tier)?.loansNeeded,
  )
}

function applySilver(who: Borrower) {
  const input = wish(who, { productId: 'saral-silver' })
  return who.browser.calls(contract.order).apply(input, { idempotencyKey: randomUUID() })
}

async function waitOf(who: Borrower) {
  const precheck = who.browser.calls(contract.order).precheck
  return (await data(precheck({ productId: 'saral-seven' }))).reapplyAt
}

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(world.services.clock.now().getTime() + days * DAY_MS)

test('other limits hold from their day on, and change nothing that a borrower read before', async () => {
  const { figures } = await data(policy().list({}))
  const fromDay = addDays(today(), 1)
  const limits: PolicyLimits = {
    reapplyWaitDays: 20,
    offerWorkingDays: 5,
    tiers: [{ loansOnTime: 1, discount: basisPoints(2_000) }],
    ladder: [
      { loansRepaid: 1, least: paise(500_00), most: paise(6_000_00) },
      { loansRepaid: 2, least: paise(3_000_00), most: paise(20_000_00) },
      { loansRepaid: 9, least: paise(20_000_00), most: paise(50_000_00) },
    ],
    secondPersonFrom: null,
    newAccountDays: 7,
    looksPerDay: { operations: 500 },
  }
  const unsound: Partial<PolicyLimits>[] = [
    { looksPerDay: { operations: 0 } },
    { reapplyWaitDays: 91 },
    { offerWorkingDays: 0 },
    { tiers: [...limits.tiers, ...limits.tiers] },
    { tiers: [{ loansOnTime: 1, discount: basisPoints(5_001) }] },
    { ladder: [limits.ladder[0], limits.ladder[2], limits.ladder[1]] },
  ]
  for (const each of unsound)
    expect(
      await proposals().changePolicy(change(figures, { ...limits, ...each }, fromDay)),
    ).toMatchObject({ reason: 'input-invalid' })

  // Somebody denied, somebody whose application waits for a person, and one on time with a loan.
  const denied = await world.borrower({ panDigits: '0003' })
  await appliedFor(denied)
  const lastDay = daysFromNow(15)
  expect(await waitOf(denied)).toEqual(lastDay)
  const waiting = await decided('19000')
  expect((await detailOf(waiting.who, waiting.orderId)).orderState).toBe('auditing')
  const regular = await world.borrower()
  const loan = await runningLoan(world, regular, { productId: 'saral-seven' })
  await pay(world, regular, loan, 'all')
  // Silver opens after three repaid loans, gold after five (specification §9).
  const twice = await world.borrower()
  for (let loans = 0; loans < 2; loans += 1)
    await pay(world, twice, await runningLoan(world, twice, { productId: 'saral-seven' }), 'all')
  expect(await loansNeeded(twice)).toEqual([0, 3, 5])
  expect(await applySilver(twice)).toMatchObject({
    reason: 'product-locked',
    details: { loansNeeded: 3 },
  })
  // 2 % of 5,000 rupees are 100; less 5 %.
  expect(await feeToday(regular)).toBe(95_00)
  const regularOrder = await appliedFor(regular)
  expect((await detailOf(regular, regularOrder)).offerUntil).toBe(addWorkingDays(today(), 3))

  const { proposalId } = await data(proposals().changePolicy(change(figures, limits, fromDay)))
  expect(await proposals().approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'not-permitted',
  })
  const { effect } = await data(proposals(compliance).open({ proposalId }))
  const values = effect.act === 'change-policy' ? effect.values : []
  expect(values.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['reapplyWaitDays', '15', '20'],
    ['offerWorkingDays', '3', '5'],
    ['tiers', '1 → 5% · 2 → 9% · 4 → 13% · 5 → 14%', '1 → 20%'],
    [
      'ladder',
      '1 → ₹1,000.00 to ₹5,000.00 · 3 → ₹3,000.00 to ₹10,000.00 · 5 → ₹5,000.00 to ₹40,000.00',
      '1 → ₹500.00 to ₹6,000.00 · 2 → ₹3,000.00 to ₹20,000.00 · 9 → ₹20,000.00 to ₹50,000.00',
    ],
    ['looksPerDay', looksText(100), looksText(500)],
  ])
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))

  // Its day has not come.
  const sameDay = await world.borrower({ panDigits: '0003' })
  await appliedFor(sameDay)
  expect(await waitOf(sameDay)).toEqual(daysFromNow(15))
  expect(await feeToday(regular)).toBe(95_00)
  expect(await loansNeeded(twice)).toEqual([0, 3, 5])

  world.server.clock.advance({ days: 1 })
  expect((await data(policy().list({}))).limits).toEqual(limits)
  expect(await waitOf(denied)).toEqual(lastDay)
  const later = await world.borrower({ panDigits: '0003' })
  await appliedFor(later)
  expect(await waitOf(later)).toEqual(daysFromNow(20))
  const again = wish(later, { productId: 'saral-seven' })
  expect(
    await later.browser.calls(contract.order).apply(again, { idempotencyKey: randomUUID() }),
  ).toMatchObject({
    reason: 'reapply-too-soon',
    msg: 'We could not approve your apolication at this moment. Please re-apply in 20 days.',
  })

  // The quote follows the new step, the order that exists keeps its fee and its end.
  expect(await feeToday(regular)).toBe(80_00)
  const before = await detailOf(regular, regularOrder)
  expect(before.serviceFee).toBe(95_00)
  expect(before.offerUntil).toBe(addWorkingDays(addDays(today(), -1), 3))
  const me = await data(regular.browser.calls(contract.account).me({}))
  expect(me).toMatchObject({ loansRepaidOnTime: 1, tiers: limits.tiers, ladder: limits.ladder })
  const home = await data(regular.browser.calls(contract.home).index({}))
  expect(home).toMatchObject({ tiers: limits.tiers, ladder: limits.ladder })
  expect(await loansNeeded(twice)).toEqual([0, 2, 9])
  const { info } = twice.browser.calls(contract.product)
  expect(await data(info({ id: 'saral-silver' }))).toMatchObject({
    productStatus: 1,
    loansNeeded: 2,
  })
  expect(await applySilver(twice)).toMatchObject({ ok: true })
  const faq = JSON.stringify(await data(regular.browser.calls(contract.content).faq({})))
  expect(faq).toContain('after 20 days')
  expect(faq).toContain('at least 5 working days')
  expect(faq).toContain('processing fee: 1 loan by 20%.')

  // Approved today, so the offer stays open for the days of today.
  await approveByHand(world.services, { borrowerId: waiting.who.id, orderId: waiting.orderId })
  const offer = await detailOf(waiting.who, waiting.orderId)
  expect(offer.offerUntil).toBe(addWorkingDays(today(), 5))
})

test('an offer stays open as long as its Key Facts Statement says, though the policy is shorter since', async () => {
  const { figures, limits } = await data(policy().list({}))
  const waiting = await decided('19000')
  const fromDay = addDays(today(), 1)
  const shorter = { ...limits, offerWorkingDays: 1, tiers: [] }
  const { proposalId } = await data(proposals().changePolicy(change(figures, shorter, fromDay)))
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
  world.server.clock.advance({ days: 1 })
  await approveByHand(world.services, { borrowerId: waiting.who.id, orderId: waiting.orderId })
  const offer = await detailOf(waiting.who, waiting.orderId)
  expect(offer.offerUntil).toBe(addWorkingDays(today(), 5))
  const { sections } = await data(
    waiting.who.browser.calls(contract.order).keyFacts({ orderId: waiting.orderId }),
  )
  expect(JSON.stringify(sections)).toContain('5 working days from the approval')

  // By law an offer of a loan that runs for a week stays open for three working days.
  const next = await world.borrower()
  const { offerUntil } = await detailOf(next, await appliedFor(next))
  expect(offerUntil).toBe(addWorkingDays(today(), 3))
  expect(await feeToday(next)).toBe(100_00)
})

test('a change proposed by the previous version leaves the limits as they are', async () => {
  const before = (await data(policy().list({}))).limits
  const { figures } = await data(policy().list({}))
  const next = { ...figures, lateDaysToDeny: 28 }
  const [{ version = 0 } = {}] = (await data(policy().list({}))).versions
  const proposed = { figures: next, fromDay: today(), base: version }
  const isDone = await world.services.db.transaction(tx =>
    executePolicy({ services: world.services, tx, at: world.services.clock.now() }, proposed),
  )
  expect(isDone).toBe(true)
  expect(await data(policy().list({}))).toMatchObject({ figures: next, limits: before })
})

/** The limits of looks as both persons read them: those of decision 96, but for operations. */
function looksText(operations: number): string {
  return [
    'viewer 20 · credit-officer 100 · kyc-officer 100',
    `operations ${operations}`,
    'collections 100 · grievance-officer 100 · product-manager 50 · finance 50 · compliance 50 · administrator 20',
  ].join(' · ')
}
