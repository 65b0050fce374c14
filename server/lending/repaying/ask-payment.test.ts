import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  runningLoan,
} from '#server/testing/lending.ts'

/** The pause until the next question, in minutes of wall time, by which jobs are delayed. */
const pauses: number[] = []
let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
  const { provider } = world
  const { queue } = world.services
  const { enqueue } = queue
  const { attempts } = provider
  provider.attempts = async linkRef => {
    if (provider.isDown) throw new Error('the provider is down')
    return attempts(linkRef)
  }
  queue.enqueue = async (tx, name, data, options) => {
    const { startAfter } = options ?? {}
    if (name === 'ask-payment' && startAfter)
      pauses.push((startAfter.getTime() - Date.now()) / 60_000)
    await enqueue(tx, name, data, options)
  }
})
afterAll(() => world.close())
beforeEach(() => {
  world.provider.isDown = false
  pauses.length = 0
})

/** An open page, without other work than the questions about it. */
async function openPage() {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const repay = borrower.browser.calls(contract.repay)
  const key = { idempotencyKey: randomUUID() }
  const page = await repay.repay({ orderId, scope: 'due' }, key)
  if (!page.ok) throw new Error(page.reason)
  const { paymentId } = page.data
  world.jobs.splice(
    0,
    world.jobs.length,
    ...world.jobs.filter(({ data }) => 'paymentId' in data && data.paymentId === paymentId),
  )
  const status = async () => {
    const answer = await borrower.browser.calls(contract.repay).status({ paymentId })
    return answer.ok ? answer.data.status : answer.reason
  }
  const again = (withKey = { idempotencyKey: randomUUID() }) =>
    repay.repay({ orderId, scope: 'due' }, withKey)
  return { borrower, orderId, paymentId, key, page, status, again }
}

const questions = () => world.jobs.filter(({ name }) => name === 'ask-payment')

/** Moves time to the next question, and asks it. */
async function nextQuestion(): Promise<void> {
  world.server.clock.advance({ seconds: Math.ceil((pauses.at(-1) ?? 0) * 60) })
  await world.runJobs({ later: 'ask-payment' })
}

async function paid(borrower: Borrower, orderId: string): Promise<number> {
  const { position } = await detailOf(borrower, orderId)
  return (
    (position?.paid.principal ?? 0) + (position?.paid.interest ?? 0) + (position?.paid.penal ?? 0)
  )
}

test('an unpaid page is asked about less and less often, once after its end, and fails; a payment reported later is accepted', async () => {
  const { borrower, orderId, paymentId, status } = await openPage()
  while (questions().length > 0) {
    expect(await status()).toBe('pending')
    await nextQuestion()
  }
  expect(pauses.map(Math.round)).toEqual([1, 1, 2, 5, 10, 30, 60, 120, 240, 240, 240, 240, 240, 41])
  expect(pauses.reduce((sum, minutes) => sum + minutes, 0)).toBeCloseTo(24.5 * 60, 0)
  expect(await status()).toBe('failed')
  await world.webhook(world.provider.attempt(paymentId))
  expect(await paid(borrower, orderId)).toBe(39_986)
})

test('the last question finds an unreported payment shortly before the end', async () => {
  const { borrower, orderId, paymentId, status } = await openPage()
  while ((pauses.at(-1) ?? 0) > 200 || pauses.length < 10) await nextQuestion()
  world.provider.attempt(paymentId)
  expect(await status()).toBe('pending')
  await nextQuestion()
  expect([await status(), await paid(borrower, orderId), questions()]).toEqual(['paid', 39_986, []])
})

test('a provider that cannot be reached for days is asked every four hours, and the money is found once it answers', async () => {
  const { borrower, orderId, paymentId, status } = await openPage()
  world.provider.attempt(paymentId)
  world.provider.isDown = true
  for (let question = 0; question < 30; question += 1) await nextQuestion()
  expect(pauses.slice(-10).map(Math.round)).toEqual(Array(10).fill(240))
  expect(await status()).toBe('pending')
  world.provider.isDown = false
  await nextQuestion()
  expect([await status(), await paid(borrower, orderId), questions()]).toEqual(['paid', 39_986, []])
})

test('a paid page is asked about once more after its end, and a second payment is refunded', async () => {
  const { paymentId, status } = await openPage()
  world.provider.attempt(paymentId)
  await nextQuestion()
  expect(await status()).toBe('paid')
  const second = world.provider.attempt(paymentId, { amount: paise(600_000) })
  await nextQuestion()
  expect(pauses.map(Math.round)).toEqual([1, 24 * 60 + 29])
  await world.runJobs()
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === second.attemptRef),
  ).toHaveLength(1)
  expect([await status(), questions()]).toEqual(['paid', []])
})

test('a paid page is asked about until an answer has come after its end, and a second payment is refunded', async () => {
  const { paymentId, status } = await openPage()
  world.provider.attempt(paymentId)
  await nextQuestion()
  const second = world.provider.attempt(paymentId, { amount: paise(600_000) })
  world.provider.isDown = true
  await nextQuestion()
  expect([await status(), questions().length]).toEqual(['paid', 1])
  world.provider.isDown = false
  await nextQuestion()
  await world.runJobs()
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === second.attemptRef),
  ).toHaveLength(1)
  expect([await status(), questions()]).toEqual(['paid', []])
})

test('after the end the same action still returns its page, and the next action opens another', async () => {
  const { paymentId, key, page, again } = await openPage()
  world.server.clock.advance({ days: 1 })
  expect(await again(key)).toEqual(page)
  const next = await again()
  expect(next.ok && next.data.paymentId).not.toBe(paymentId)
  expect(next.ok && next.data.paymentUrl).not.toBe(page.data.paymentUrl)
})

test('a page that could not be opened in its time is not opened after it', async () => {
  const { again } = await openPage()
  const late = { idempotencyKey: randomUUID() }
  world.provider.isDown = true
  expect(await again(late)).toMatchObject({ reason: 'payment-not-available' })
  world.server.clock.advance({ days: 1 })
  world.provider.isDown = false
  expect(await again(late)).toMatchObject({ reason: 'payment-not-available' })
  expect(await again()).toMatchObject({ ok: true })
})
