import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { DEFAULT_FIGURES } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS } from '#domain/lending/policy-limits.ts'
import type { Paise } from '#domain/money.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let officer: Browser
let colleague: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  officer = await staffBrowser(world.server, 'credit-officer')
  colleague = await staffBrowser(world.server, 'kyc-officer')
  await world.services.db.raw(
    `UPDATE staff SET roles = ARRAY['credit-officer'] WHERE roles = ARRAY['kyc-officer']`,
  )
})

const why = 'The employer confirmed the income.'
const proposals = (browser: Browser) => browser.calls(staffContract.proposal)
const applications = (browser = officer) => browser.calls(staffContract.application)

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

/** 5,035 rupees to repay and 3,000 of other obligations are 60 % of this income: a person decides. */
async function referred(): Promise<{ who: Borrower; orderId: string }> {
  const who = await world.borrower({ monthlyIncome: '13400' })
  const application = wish(who, { productId: 'saral-seven' })
  const apply = who.browser.calls(contract.order).apply
  const { orderId } = await data(apply(application, { idempotencyKey: randomUUID() }))
  await world.runJobs()
  expect((await detailOf(who, orderId)).orderState).toBe('auditing')
  return { who, orderId }
}

/** Two persons change the policy of today. */
async function policy(secondPersonFrom: number | null, figures = DEFAULT_FIGURES): Promise<void> {
  const manager = await staffBrowser(world.server, 'product-manager')
  const compliance = await staffBrowser(world.server, 'compliance')
  const fromDay = indiaDayOf(world.services.clock.now())
  const tiers = [...DEFAULT_LIMITS.tiers]
  const limits = { ...DEFAULT_LIMITS, tiers, secondPersonFrom: secondPersonFrom as Paise | null }
  const { proposalId } = await data(
    proposals(manager).changePolicy({ figures, limits, fromDay, why }),
  )
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
}

const proposed = async (orderId: string) =>
  (await data(proposals(officer).approveApplication({ orderId, why }))).proposalId
const opened = (orderId: string) => data(applications().open({ orderId, why: 'decision' }))
const stateOf = async ({ who, orderId }: { who: Borrower; orderId: string }) =>
  (await detailOf(who, orderId)).orderState

describe('the amount from which a second person decides', () => {
  test('is unset by default: one person approves', async () => {
    const one = await referred()
    expect(await opened(one.orderId)).toMatchObject({ secondPerson: null, proposedUntil: null })
    expect((await applications().approve({ orderId: one.orderId })).ok).toBe(true)
    expect(await stateOf(one)).toBe('pass')
  })

  test('applies to a loan of just that amount, and to none below it', async () => {
    await policy(5_000_01)
    const below = await referred()
    expect(await opened(below.orderId)).toMatchObject({ secondPerson: null })
    expect((await applications().approve({ orderId: below.orderId })).ok).toBe(true)

    await policy(5_000_00)
    const one = await referred()
    const { orderId } = one
    expect(await opened(orderId)).toMatchObject({ secondPerson: 'amount', proposedUntil: null })
    expect(await applications().approve({ orderId })).toMatchObject({
      reason: 'second-person-needed',
    })
    expect(await stateOf(one)).toBe('auditing')
    const proposalId = await proposed(orderId)
    const { until, ...shown } = await data(proposals(colleague).open({ proposalId }))
    expect(shown).toMatchObject({
      subject: orderId,
      effect: { act: 'approve-application', amount: 5_000_00, denials: [] },
      why,
      cannotDecide: null,
    })
    expect(await opened(orderId)).toMatchObject({ proposedUntil: until })
    expect(await proposals(colleague).approveApplication({ orderId, why })).toMatchObject({
      reason: 'outdated',
    })

    expect(await proposals(officer).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
      reason: 'second-person-needed',
    })
    expect(await stateOf(one)).toBe('auditing')
    expect((await proposals(colleague).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
    expect(await stateOf(one)).toBe('pass')
    const me = await data(colleague.calls(staffContract.staffSession).me({}))
    expect(
      await world.services.db.raw(
        `SELECT actor FROM audit_entry WHERE action = 'desk-approve' AND subject = $1`,
        [orderId],
      ),
    ).toEqual([{ actor: `staff:${me.staffId}` }])
  })

  test('does not apply to a denial, which ends the proposed approval', async () => {
    const one = await referred()
    const { orderId } = one
    const proposalId = await proposed(orderId)
    const denial = { orderId, reasons: ['instalment-too-high' as const], text: null }
    expect((await applications(colleague).deny(denial)).ok).toBe(true)
    expect(await proposals(colleague).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
      reason: 'outdated',
    })
    expect(await stateOf(one)).toBe('denied')
  })

  test('does not approve an application that its borrower has withdrawn', async () => {
    const one = await referred()
    const proposalId = await proposed(one.orderId)
    await data(
      one.who.browser
        .calls(contract.order)
        .withdraw({ orderId: one.orderId }, { idempotencyKey: randomUUID() }),
    )
    expect(await proposals(colleague).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
      reason: 'outdated',
    })
    expect(await data(proposals(colleague).open({ proposalId }))).toMatchObject({
      outcome: 'outdated',
    })
  })

  test('cannot be approved by somebody who does not decide applications', async () => {
    const { orderId } = await referred()
    const proposalId = await proposed(orderId)
    for (const role of ['finance', 'compliance', 'administrator'] as const) {
      const browser = await staffBrowser(world.server, role)
      expect(await proposals(browser).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
        reason: 'not-permitted',
      })
    }
  })
})

describe('where the second person is switched off for the act', () => {
  const switchOff = (off: ReadonlySet<'approve-application'>) =>
    Object.assign(world.services.config, { twoPersonsOff: off })
  afterEach(() => switchOff(new Set()))

  test('lets its proposer approve it alone, and the audit log says so', async () => {
    switchOff(new Set(['approve-application']))
    const one = await referred()
    const proposalId = await proposed(one.orderId)
    expect((await proposals(officer).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
    expect(await stateOf(one)).toBe('pass')
    expect(await data(proposals(officer).open({ proposalId }))).toMatchObject({ isAlone: true })
  })
})

test('an approval against a rule that denies since needs two persons for any amount, who both read the rule', async () => {
  await policy(null)
  const one = await referred()
  const other = await referred()
  const early = await proposed(other.orderId)
  // 60 % of the income: the figures of the same day deny it.
  await policy(null, { ...DEFAULT_FIGURES, affordablePercent: 40, outOfReachPercent: 45 })
  expect(await opened(one.orderId)).toMatchObject({ secondPerson: 'against-rules' })
  expect(await applications().approve({ orderId: one.orderId })).toMatchObject({
    reason: 'second-person-needed',
  })
  const proposalId = await proposed(one.orderId)
  expect(await data(proposals(colleague).open({ proposalId }))).toMatchObject({
    effect: { denials: ['instalment-too-high'] },
  })
  expect((await proposals(colleague).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
  expect(await stateOf(one)).toBe('pass')

  expect(
    await proposals(colleague).approve({ proposalId: early, reason: 'I read it.' }),
  ).toMatchObject({
    reason: 'outdated',
  })
  expect(await stateOf(other)).toBe('auditing')
})
