import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  lendingWorld,
  runningLoan,
  type TestProvider,
} from '#server/testing/lending.ts'

let openUpi: TestProvider['openUpi']
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  openUpi = world.provider.openUpi
})

const upiOf = ({ browser }: Borrower, paymentId: string) =>
  browser.calls(contract.repay).upi({ paymentId })

/** A borrower with thirteen weekly instalments of ₹399.86, and an open page for a part of the loan. */
async function withPage(about: { scope: 'due' } | { scope: 'part'; rupees: number }) {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const wish = about.scope === 'due' ? {} : { amount: paise(about.rupees * 100) }
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope: about.scope, ...wish }, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  return { borrower, orderId, paymentId: page.data.paymentId }
}

const refundsOf = (refs: readonly string[]) =>
  world.provider.refunds
    .filter(({ attemptRef }) => refs.includes(attemptRef))
    .map(({ attemptRef, amount }) => [attemptRef, amount])

test.each([
  [{ scope: 'due' } as const, 'am=399.86', 399_86],
  [{ scope: 'part', rupees: 100.5 } as const, 'am=100.50', 100_50],
])('gives the link and the code of a page for %j', async (about, am, amount) => {
  const { borrower, paymentId } = await withPage(about)
  const upi = await upiOf(borrower, paymentId)
  expect(upi).toMatchObject({
    ok: true,
    data: { payee: 'Test Lender', address: 'lender@test', amount },
  })
  if (!upi.ok) return
  const { intent, code, closesAt } = upi.data
  expect(intent).toContain(`&${am}&`)
  expect(closesAt).toEqual(new Date(world.server.clock.now().getTime() + 24 * 3_600_000))
  // The finder pattern of a code begins with seven dark modules and a light one.
  expect(code[0]).toMatch(/^11111110[01]+01111111$/)
  expect(new Set(code.map(row => row.length))).toEqual(new Set([code.length]))
})

test('the same page gets the same link, also when it is asked for twice at once', async () => {
  const { borrower, paymentId } = await withPage({ scope: 'due' })
  const both = await Promise.all([upiOf(borrower, paymentId), upiOf(borrower, paymentId)])
  const again = await upiOf(borrower, paymentId)
  const intents = [...both, again].map(upi => upi.ok && upi.data.intent)
  expect(new Set(intents).size).toBe(1)
  expect(intents[0]).toMatch(/^upi:/)
  const requested = world.provider.upiRequests.filter(id => id === paymentId)
  expect(requested.length).toBeLessThanOrEqual(2)
  await upiOf(borrower, paymentId)
  expect(world.provider.upiRequests.filter(id => id === paymentId)).toEqual(requested)
})

test('a payment from the app counts like one on the page, and a payment by both ways is refunded', async () => {
  const { borrower, orderId, paymentId } = await withPage({ scope: 'due' })
  await upiOf(borrower, paymentId)
  const inApp = world.provider.attempt(paymentId)
  await world.webhook(inApp)
  expect((await detailOf(borrower, orderId)).position?.paid).toMatchObject({ interest: 4_00 })
  const status = await borrower.browser.calls(contract.repay).status({ paymentId })
  expect(status).toMatchObject({ data: { status: 'paid', amount: 399_86 } })
  expect(await upiOf(borrower, paymentId)).toMatchObject({ reason: 'upi-not-available' })
  const onPage = world.provider.attempt(paymentId)
  await world.webhook(onPage)
  await world.runJobs()
  expect(refundsOf([inApp.attemptRef, onPage.attemptRef])).toEqual([[onPage.attemptRef, 399_86]])
  expect((await audit(world.server.database.db)).faults).toEqual([])
})

test('asks the provider about the app’s payments too, where its message did not come', async () => {
  const { borrower, orderId, paymentId } = await withPage({ scope: 'part', rupees: 200 })
  const upiRefs: (string | undefined)[] = []
  const { attempts } = world.provider
  world.provider.attempts = (linkRef, upiRef) => {
    if (linkRef === `link-${paymentId}`) upiRefs.push(upiRef)
    return attempts(linkRef, upiRef)
  }
  const others = world.jobs.filter(({ data }) => !Object.values<unknown>(data).includes(paymentId))
  for (const job of others) world.jobs.splice(world.jobs.indexOf(job), 1)
  await world.runJobs({ later: 'ask-payment' })
  await upiOf(borrower, paymentId)
  world.provider.attempt(paymentId)
  await world.runJobs({ later: 'ask-payment' })
  world.provider.attempts = attempts
  expect(upiRefs[0]).toBeUndefined()
  expect(upiRefs.at(-1)).toMatch(/^T\d+$/)
  expect((await detailOf(borrower, orderId)).position?.payoff).toBe(4_804_00)
})

test('gives no link for a page of another borrower, or one that does not exist', async () => {
  const { paymentId } = await withPage({ scope: 'due' })
  const stranger = await world.borrower()
  for (const id of [paymentId, randomUUID(), 'no-id'])
    expect(await upiOf(stranger, id)).toMatchObject({
      reason: 'payment-not-found',
      msg: 'We could not find this payment.',
    })
  expect(world.provider.upiRequests).not.toContain(paymentId)
})

test('a provider without UPI, one that cannot be reached, and one that asks for another amount', async () => {
  const { borrower, paymentId } = await withPage({ scope: 'due' })
  const unavailable = {
    reason: 'upi-not-available',
    msg: 'This payment cannot be made from a UPI app. Please use the payment page.',
  }
  world.provider.openUpi = undefined
  expect(await upiOf(borrower, paymentId)).toMatchObject(unavailable)
  world.provider.openUpi = () => Promise.reject(new Error('the provider cannot be reached'))
  expect(await upiOf(borrower, paymentId)).toMatchObject(unavailable)
  for (const am of ['399.85', '39986', '399.86&am=1'])
    for (const cu of ['INR', 'USD']) {
      const intent = `upi://pay?pa=lender@test&pn=Lender&tr=T&am=${am}&cu=${cu}`
      world.provider.openUpi = async () => ({ upiRef: 'wrong', intent })
      expect(await upiOf(borrower, paymentId)).toMatchObject(unavailable)
    }
  world.provider.openUpi = openUpi
  const upi = await upiOf(borrower, paymentId)
  expect(upi.ok && upi.data.intent).toContain('am=399.86')
})

test('opens no link in the last quarter of an hour of a page, and gives none after its end', async () => {
  const late = await withPage({ scope: 'due' })
  const page = await withPage({ scope: 'due' })
  const before = await upiOf(page.borrower, page.paymentId)
  world.server.clock.advance({ seconds: 24 * 3_600 - 900 })
  expect(await upiOf(late.borrower, late.paymentId)).toMatchObject({ reason: 'upi-not-available' })
  expect(await upiOf(page.borrower, page.paymentId)).toEqual(before)
  world.server.clock.advance({ seconds: 900 })
  expect(await upiOf(page.borrower, page.paymentId)).toMatchObject({
    reason: 'upi-not-available',
  })
})
