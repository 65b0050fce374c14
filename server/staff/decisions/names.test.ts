/**
 * Names of an identity or account that could be one person's wait for the KYC officer (decision
 * 83).
 */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { day } from '#domain/day.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { waitingNames } from '#server/identity/db/name-review.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { BANK_CARD } from '#server/testing/verification.ts'

let officer: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  officer = await staffBrowser(world.server, 'kyc-officer')
})
beforeEach(() => vi.restoreAllMocks())

const calls = (browser = officer) => browser.calls(staffContract.staffNames)
const ordersOf = ({ browser }: Borrower) => browser.calls(contract.order)

async function reviewOf({ id }: Pick<Borrower, 'id'>, what: 'identity' | 'bank-account') {
  const waiting = await waitingNames(world.services.db)
  const review = waiting.find(each => each.borrowerId === id && each.what === what)
  if (!review) throw new Error(`no ${what} waits`)
  return review.reviewId
}

async function apply(borrower: Borrower, cardId = borrower.cardId) {
  const answer = await ordersOf(borrower).apply(
    { ...wish(borrower), cardId },
    { idempotencyKey: `apply-${cardId}` },
  )
  await world.runJobs()
  return answer
}

async function addAccount({ browser }: Borrower, cardNo: string) {
  const added = await browser
    .calls(contract.bank)
    .addCard({ ...BANK_CARD, cardNo, confirmCardNo: cardNo })
  if (!added.ok) throw new Error(added.msg)
  return added.data
}
const accountsOf = async ({ browser }: Borrower) => {
  const cards = await browser.calls(contract.bank).cards({})
  return cards.ok
    ? cards.data.map(({ nameCheck, deniedBecause }) => [nameCheck, deniedBecause])
    : []
}
const namesOf = async (id: string) =>
  (await identityOf(world.services, id, day('2026-11-21')))?.namesAgree

test('the KYC officer compares both names, and each look is recorded', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const reviewId = await reviewOf(borrower, 'identity')
  const inbox = await officer.calls(staffContract.inbox).list({ kind: 'names' })
  expect(inbox).toMatchObject({
    data: { items: [{ kind: 'names', id: reviewId, notes: ['identity'] }] },
  })
  const opened = await calls().open({ reviewId, why: 'identity' })
  if (!opened.ok) throw new Error(opened.reason)
  const { maskedAadhaarName, maskedOtherName, ...others } = opened.data
  expect(others).toMatchObject({
    borrowerId: borrower.id,
    what: 'identity',
    aadhaarProof: 'otp',
    account: null,
    others: [],
  })
  const name = (await identityOf(world.services, borrower.id, day('2026-11-21')))?.name ?? ''
  expect([maskedAadhaarName, maskedOtherName].join()).not.toContain(name.split(' ').at(-1))
  const whole = await calls().reveal({ reviewId, why: 'identity' })
  expect(whole).toMatchObject({ data: { aadhaarName: name } })
  const overview = await borrower.browser.calls(contract.ownData).overview({})
  expect(overview).toMatchObject({ data: { looks: [{ part: 'name', count: 2 }] } })
})

test('a passed name claims the PAN, and decides the application that waited for nothing else', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const applied = await apply(borrower)
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'auditing' })
  const reviewId = await reviewOf(borrower, 'identity')
  expect(await calls().pass({ reviewId })).toEqual({ ok: true, data: null })
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'pass' })
  expect(await namesOf(borrower.id)).toBe('same')
  expect(await calls().pass({ reviewId })).toMatchObject({ reason: 'outdated' })
})

test('a denied name denies the application with the reason, and the borrower verifies the identity again', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const kyc = borrower.browser.calls(contract.kyc)
  expect(await kyc.type({})).toMatchObject({ data: { isLookedAt: 1, deniedBecause: null } })
  const applied = await apply(borrower)
  if (!applied.ok) throw new Error(applied.reason)
  const reviewId = await reviewOf(borrower, 'identity')
  const reason = 'The PAN is not in the name on your Aadhaar.'
  expect(await calls().deny({ reviewId, reason })).toEqual({ ok: true, data: null })
  expect(await detailOf(borrower, applied.data.orderId)).toMatchObject({
    orderState: 'denied',
    reasons: [{ reason: 'reviewed-by-a-person', details: { text: reason } }],
  })
  expect(await kyc.type({})).toMatchObject({
    data: { isAadhaarVerified: 0, isLookedAt: 0, deniedBecause: reason },
  })
  const status = await borrower.browser.calls(contract.verify).status({})
  expect(status).toMatchObject({ data: { kycAadhaarAndPan: 0 } })
})

test('money goes to an account only after a person passed its name, and to another one meanwhile', async () => {
  const borrower = await world.borrower()
  const waiting = await addAccount(borrower, '7777770002')
  expect(await apply(borrower, waiting.id)).toMatchObject({ reason: 'bank-card-not-checked' })
  const reviewId = await reviewOf(borrower, 'bank-account')
  expect(await calls().open({ reviewId, why: 'identity' })).toMatchObject({
    data: { what: 'bank-account', account: 'State Bank of India •••• 0002', others: [] },
  })
  expect(await calls().pass({ reviewId })).toEqual({ ok: true, data: null })
  expect(await accountsOf(borrower)).toEqual([
    ['passed', null],
    ['passed', null],
  ])
  expect(await apply(borrower, waiting.id)).toMatchObject({ ok: true })
})

test('a denied account stays listed with the reason, gets no money, and can be added again', async () => {
  const borrower = await world.borrower()
  const denied = await addAccount(borrower, '7777780002')
  const reason = 'The account is in the name of another person.'
  const reviewId = await reviewOf(borrower, 'bank-account')
  expect(await calls().deny({ reviewId, reason })).toEqual({ ok: true, data: null })
  expect(await accountsOf(borrower)).toEqual([
    ['passed', null],
    ['denied', reason],
  ])
  expect(await apply(borrower, denied.id)).toMatchObject({ reason: 'bank-card-not-checked' })
  expect(await apply(borrower)).toMatchObject({ ok: true })
  await addAccount(borrower, '7777780002')
  expect(await accountsOf(borrower)).toEqual([
    ['passed', null],
    ['needs-a-look', null],
  ])
})

test('a person decides which of two borrowers a number belongs to', async () => {
  const first = await world.borrower({ panDigits: '4321' })
  const [{ pan = '' } = {}] = await world.services.db.raw(
    `SELECT encode(pan_hash, 'hex') AS pan FROM identity WHERE borrower_id = $1`,
    [first.id],
  )
  const second = await world.borrower({ panDigits: '0002' })
  // The second borrower states the PAN of the first, under their own name.
  await world.services.db.raw(
    `UPDATE identity SET pan_hash = decode($2, 'hex') WHERE borrower_id = $1`,
    [second.id, String(pan)],
  )
  const applied = await apply(second)
  if (!applied.ok) throw new Error(applied.reason)
  const credit = await staffBrowser(world.server, 'credit-officer')
  const { orderId } = applied.data
  expect(await credit.calls(staffContract.application).approve({ orderId })).toMatchObject({
    reason: 'identity-contested',
  })
  const reviewId = await reviewOf(second, 'identity')
  expect(await calls().open({ reviewId, why: 'identity' })).toMatchObject({
    data: { others: [first.id] },
  })
  expect(await calls().pass({ reviewId })).toEqual({ ok: true, data: null })
  expect(await namesOf(second.id)).toBe('same')
  expect(await namesOf(first.id)).toBe('close')
  const again = await reviewOf(first, 'identity')
  expect(await calls().open({ reviewId: again, why: 'identity' })).toMatchObject({
    data: { others: [second.id] },
  })
})

test('an approval by hand settles the names of the application, too', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const applied = await apply(borrower)
  if (!applied.ok) throw new Error(applied.reason)
  const reviewId = await reviewOf(borrower, 'identity')
  const credit = await staffBrowser(world.server, 'credit-officer')
  const { orderId } = applied.data
  expect(await credit.calls(staffContract.application).approve({ orderId })).toMatchObject({
    ok: true,
  })
  expect(await namesOf(borrower.id)).toBe('same')
  expect(await calls().open({ reviewId, why: 'identity' })).toMatchObject({ reason: 'outdated' })
})

test('only the KYC officer sees and settles the names', async () => {
  const reviewId = await reviewOf(await world.borrower({ panDigits: '0002' }), 'identity')
  for (const role of ['credit-officer', 'operations', 'administrator'] as const) {
    const other = calls(await staffBrowser(world.server, role))
    for (const answer of [
      await other.open({ reviewId, why: 'identity' }),
      await other.reveal({ reviewId, why: 'identity' }),
      await other.pass({ reviewId }),
      await other.deny({ reviewId, reason: 'No.' }),
    ])
      expect(answer).toMatchObject({ reason: 'not-permitted' })
  }
})
