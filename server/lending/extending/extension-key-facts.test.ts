import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import { type Borrower, detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
beforeAll(async () => {
  const seven = demoCatalogue.find(({ id }) => id === 'saral-seven')
  if (seven?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  const terms = {
    ...seven.terms,
    processingFee: basisPoints(1_000),
    extensionFee: basisPoints(1_000),
    maxTenorDays: 28,
  }
  await publish(world.services.db, [
    ...demoCatalogue,
    { ...seven, id: 'dear-extension', name: 'Dear Extension', terms },
  ])
})

const key = () => ({ idempotencyKey: randomUUID() })
const calls = ({ browser }: Borrower) => browser.calls(contract.extension)

async function extensible(days = 7) {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'dear-extension' })
  world.server.clock.advance({ days })
  return { borrower, orderId }
}

async function offered(borrower: Borrower, orderId: string) {
  const quote = await calls(borrower).calculate({ id: orderId })
  if (!quote.ok) throw new Error(quote.reason)
  const { extensionId, orderRepayId } = quote.data
  return { extensionId, orderRepayId, orderId }
}

async function read(borrower: Borrower, orderId: string, extensionId: string) {
  const answer = await calls(borrower).keyFacts({ orderId, extensionId })
  if (!answer.ok) throw new Error(answer.reason)
  const rows = answer.data.sections.flatMap(section => section.rows)
  const value = (label: string) => rows.find(row => row.label === label)?.value
  return { ...answer.data, value }
}

async function payPage(paymentUrl: string) {
  const event = world.provider.attempt(paymentUrl.slice(paymentUrl.lastIndexOf('/') + 1))
  expect((await world.webhook(event)).status).toBe(200)
}

test('V8: three extensions, each after its own addendum; the last states 6,640 paid on 4,410 received, at 654.66 %', async () => {
  const { borrower, orderId } = await extensible()
  const { orderNo } = await detailOf(borrower, orderId)
  const expected = [
    ['₹625.00', '₹1,160.00', '14 days'],
    ['₹1,160.00', '₹1,695.00', '21 days'],
    ['₹1,695.00', '₹2,230.00', '28 days'],
  ] as const
  for (const [index, [costNow, costExtended, runs]] of expected.entries()) {
    const wish = await offered(borrower, orderId)
    const addendum = await read(borrower, orderId, wish.extensionId)
    expect(addendum.proposalNo).toBe(`${orderNo}-E${index + 1}`)
    const rows = {
      'Service fee, to the lender': '₹500.00',
      'Penal charge to date': '₹0.00',
      'Interest to date': '₹35.00',
      'To pay for the extension': '₹535.00',
      'You received': '₹4,410.00',
      'Cost if you repay today': costNow,
      'Cost if you extend': costExtended,
      'Extra cost of extending': '₹535.00',
      'Length of the loan if you extend': runs,
      'Or repay everything today': '₹5,035.00',
    }
    for (const [label, value] of Object.entries(rows))
      expect(addendum.value(label), label).toBe(value)
    if (index === 2) {
      expect(addendum.value('APR of the whole loan if you extend')).toBe('654.66%')
      expect(JSON.stringify(addendum.sections)).toContain('₹6,640.00 paid in total')
    }
    const request = await calls(borrower).apply({ ...wish, keyFactsHash: addendum.hash }, key())
    if (!request.ok) throw new Error(request.reason)
    await payPage(request.data.paymentUrl)
    world.server.clock.advance({ days: 7 })
  }
  expect(await detailOf(borrower, orderId)).toMatchObject({ isRestructured: 1 })
  const listed = await borrower.browser.calls(contract.loanDocument).list({ orderId })
  if (!listed.ok) throw new Error(listed.reason)
  const addenda = listed.data.documents.filter(({ kind }) => kind === 'key-facts-addendum')
  expect(addenda.map(({ amount }) => amount)).toEqual([53_500, 53_500, 53_500])
  const page = await borrower.browser
    .calls(contract.loanDocument)
    .page({ documentId: addenda[2]?.documentId ?? '' })
  expect(JSON.stringify(page)).toContain('654.66%')
})

test('an extension requires the addendum of exactly its offer, in either language, and stores it', async () => {
  const { borrower, orderId } = await extensible(10)
  const wish = await offered(borrower, orderId)
  expect(await calls(borrower).apply(wish, key())).toMatchObject({
    ok: false,
    reason: 'key-facts-required',
  })
  const ofTheLoan = await keyFactsRead(borrower.browser, orderId)
  const other = await calls(borrower).apply({ ...wish, keyFactsHash: ofTheLoan }, key())
  expect(other).toMatchObject({ ok: false, reason: 'key-facts-changed' })
  expect(await detailOf(borrower, orderId)).toMatchObject({ isRestructured: 0 })

  const english = await read(borrower, orderId, wish.extensionId)
  expect(createHash('sha256').update(JSON.stringify(english.sections)).digest('hex')).toBe(
    english.hash,
  )
  const { headers } = borrower.browser
  headers['x-language'] = 'hi'
  const hindi = await read(borrower, orderId, wish.extensionId)
  headers['x-language'] = 'en'
  expect(hindi.hash).not.toBe(english.hash)
  expect(await calls(borrower).apply({ ...wish, keyFactsHash: hindi.hash }, key())).toMatchObject({
    ok: true,
  })
  const [event] = await world.services.db.raw(
    'SELECT details FROM order_event WHERE order_id = $1 AND event = $2',
    [orderId, 'requestExtension'],
  )
  expect(event?.details).toMatchObject({ keyFactsHash: hindi.hash })

  // The acknowledged addendum stays after any outcome of the fee and of the extension.
  const part = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, key())
  if (!part.ok) throw new Error(part.reason)
  await world.webhook(world.provider.attempt(part.data.paymentId, { amount: paise(50_000) }))
  expect((await read(borrower, orderId, wish.extensionId)).hash).toBe(english.hash)
  expect(await calls(borrower).giveUp(wish, key())).toMatchObject({ ok: true })
  expect((await read(borrower, orderId, wish.extensionId)).hash).toBe(english.hash)
  expect(await detailOf(borrower, orderId)).toMatchObject({ isRestructured: 0, extensionState: 5 })
})

test('a payment between reading and requesting makes it another offer', async () => {
  const { borrower, orderId } = await extensible(8)
  const wish = await offered(borrower, orderId)
  const { hash: keyFactsHash } = await read(borrower, orderId, wish.extensionId)
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, key())
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(world.provider.attempt(page.data.paymentId, { amount: paise(100_000) }))
  expect(await calls(borrower).apply({ ...wish, keyFactsHash }, key())).toMatchObject({
    reason: 'terms-changed',
  })
  const now = await offered(borrower, orderId)
  expect(await calls(borrower).apply({ ...now, keyFactsHash }, key())).toMatchObject({
    reason: 'key-facts-changed',
  })
})

test("answers another borrower's addendum as missing, and so one that was never offered", async () => {
  const { borrower, orderId } = await extensible()
  const { extensionId } = await offered(borrower, orderId)
  const stranger = await world.borrower()
  expect(await calls(stranger).keyFacts({ orderId, extensionId })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await calls(borrower).keyFacts({ orderId, extensionId: 'other' })).toMatchObject({
    reason: 'document-not-found',
  })
})
