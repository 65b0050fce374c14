import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { approveByHand, denyByHand } from '#server/testing/by-hand.ts'
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

let anna: Borrower
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  anna = await world.borrower()
})

let keys = 0
const key = () => ({ idempotencyKey: `key-${++keys}` })
const orderOf = ({ browser }: Borrower) => browser.calls(contract.order)
const NOBODYS = '01999999-9999-7999-8999-999999999999'

async function appliedFor(
  borrower: Borrower,
  about: Parameters<typeof wish>[1] = {},
): Promise<string> {
  const applied = await orderOf(borrower).apply(wish(borrower, about), key())
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return applied.data.orderId
}

describe('a quote', () => {
  test.each([
    ['an unknown product', { productId: 'nothing' }, 'product-not-found'],
    ['a locked product', { productId: 'saral-silver' }, 'product-locked'],
    [
      'a locked one even with an amount that it has not',
      { productId: 'saral-gold', amount: paise(1) },
      'product-locked',
    ],
    ['a full product', { productId: 'saral-festive' }, 'product-full'],
    ['an external product', { productId: 'partner-offer' }, 'product-external'],
    ['an amount that is not in the list', { amount: paise(4_999_99) }, 'amount-not-offered'],
    ['another period', { period: 14 }, 'period-not-offered'],
  ])('is refused for %s', async (_what, changed, reason) => {
    const result = await orderOf(anna).quote({
      productId: 'saral-weekly',
      amount: paise(5_000_00),
      period: 7,
      ...changed,
    })
    expect(result).toMatchObject({ ok: false, code: -1, reason })
  })

  test('names what unlocks a locked product', async () => {
    const result = await orderOf(anna).quote({
      productId: 'saral-silver',
      amount: paise(3_000_00),
      period: 7,
    })
    expect(result).toMatchObject({ msg: 'This product opens after 3 loans repaid.' })
  })
})

describe('an application', () => {
  test.each([
    [
      'no bank card, before everything else',
      { cardId: undefined, productId: 'nothing' },
      'bank-card-required',
    ],
    [
      'a bank card that is none, before the product',
      { cardId: 'nonsense', productId: 'nothing' },
      'bank-card-not-found',
    ],
    ['nobody’s bank card', { cardId: NOBODYS }, 'bank-card-not-found'],
    ['an unknown product', { productId: 'nothing' }, 'product-not-found'],
    ['a locked product', { productId: 'saral-gold' }, 'product-locked'],
    ['a full product', { productId: 'saral-festive' }, 'product-full'],
    ['an external product', { productId: 'partner-offer' }, 'product-external'],
    ['an amount that is not offered', { borrowAmount: paise(1_50_000) }, 'amount-not-offered'],
    ['another period', { periods: 91 }, 'period-not-offered'],
    ['other terms than those read', { termsHash: 'something-else' }, 'terms-changed'],
  ])('is refused for %s', async (_what, changed, reason) => {
    const { cardId, ...rest } = { ...wish(anna), ...changed }
    const result = await orderOf(anna).apply({ ...rest, ...(cardId && { cardId }) }, key())
    expect(result).toMatchObject({ ok: false, code: -1, reason })
    expect(await orderOf(anna).list({})).toMatchObject({ data: [] })
  })

  test('is refused for a missing bank card in the specification’s words', async () => {
    const { cardId: _, ...rest } = wish(anna)
    expect(await orderOf(anna).apply(rest, key())).toMatchObject({
      msg: 'Attention! Just one step away from receiving cash! Add payment account.',
    })
  })

  test('is refused for another borrower’s bank card, as missing', async () => {
    const ben = await world.borrower()
    expect(await orderOf(anna).apply({ ...wish(anna), cardId: ben.cardId }, key())).toMatchObject({
      reason: 'bank-card-not-found',
    })
  })

  test('is refused for an unfinished verification', async () => {
    const ben = await world.borrower()
    await world.services.db.raw(
      `DELETE FROM verification_step WHERE borrower_id = $1 AND step = 'contacts'`,
      [ben.id],
    )
    expect(await orderOf(ben).apply(wish(ben), key())).toMatchObject({
      reason: 'verification-incomplete',
    })
  })

  test('is refused beside a running order', async () => {
    const ben = await world.borrower()
    await appliedFor(ben)
    expect(await orderOf(ben).apply(wish(ben), key())).toMatchObject({
      reason: 'order-in-progress',
    })
    expect(await orderOf(ben).apply({ ...wish(ben), cardId: anna.cardId }, key())).toMatchObject({
      reason: 'bank-card-not-found',
    })
  })

  test('is answered again for a repeated key, and refused for another request with it', async () => {
    const ben = await world.borrower()
    const first = await orderOf(ben).apply(wish(ben), { idempotencyKey: 'mine' })
    expect(await orderOf(ben).apply(wish(ben), { idempotencyKey: 'mine' })).toEqual(first)
    expect(
      await orderOf(ben).apply(wish(ben, { rupees: 4_000 }), { idempotencyKey: 'mine' }),
    ).toMatchObject({
      reason: 'idempotency-key-reused',
    })
    expect(await orderOf(ben).list({})).toMatchObject({ data: [{ loanAmount: 5_000_00 }] })
  })
})

describe('a denial', () => {
  test('names its reason and its end: 15 days, to the hour', async () => {
    const ben = await world.borrower({ panDigits: '0003' })
    const orderId = await appliedFor(ben)
    const reasons = [
      {
        reason: 'names-differ',
        details: {},
        msg: 'The name on your PAN differs from the name on your Aadhaar.',
      },
    ]
    expect(await detailOf(ben, orderId)).toMatchObject({
      orderState: 'denied',
      reasons,
      position: null,
    })
    expect(await orderOf(ben).precheck({ productId: 'saral-weekly' })).toMatchObject({
      data: { orderStatus: 0, rejectStatusVO: { day: 15, hour: 0 }, reasons },
    })
    world.server.clock.advance({ days: 14 })
    world.server.clock.advance({ seconds: 3_600 })
    expect(await orderOf(ben).precheck({ productId: 'saral-weekly' })).toMatchObject({
      data: { rejectStatusVO: { day: 0, hour: 23 } },
    })
    expect(await orderOf(ben).apply(wish(ben), key())).toMatchObject({
      reason: 'reapply-too-soon',
      msg: 'We could not approve your apolication at this moment. Please re-apply in 15 days.',
    })
    world.server.clock.advance({ days: 1 })
    expect(await orderOf(ben).precheck({ productId: 'saral-weekly' })).toMatchObject({
      data: { orderStatus: 1, rejectStatusVO: null },
    })
    expect(await orderOf(ben).apply(wish(ben), key())).toMatchObject({ ok: true })
  })

  test('is on home with the instant at which its wait ends, until then', async () => {
    const ben = await world.borrower({ panDigits: '0003' })
    const home = () => ben.browser.calls(contract.home).index({})
    expect(await home()).toMatchObject({ data: { reapplyAt: null } })
    await appliedFor(ben)
    const end = new Date(world.server.clock.now().getTime() + 15 * 86_400_000)
    expect(await home()).toMatchObject({ data: { undwayList: [], reapplyAt: end } })
    world.server.clock.advance({ days: 15 })
    expect(await home()).toMatchObject({ data: { reapplyAt: null } })
  })

  test('names the instalment that the income does not cover, with the amount', async () => {
    const ben = await world.borrower({ monthlyIncome: '5000' })
    const orderId = await appliedFor(ben)
    expect((await detailOf(ben, orderId)).reasons).toEqual([
      {
        reason: 'instalment-too-high',
        details: { instalment: 399_86 },
        msg: 'The instalment of ₹399.86 is high for the income you stated.',
      },
    ])
    expect(await orderOf(ben).list({})).toMatchObject({
      data: [{ orderState: 'denied', arriveAmount: null, repaymentAmount: null }],
    })
  })
})

describe('an application that the rules cannot settle', () => {
  test('waits until a person approves it', async () => {
    const ben = await world.borrower({ panDigits: '0002' })
    const orderId = await appliedFor(ben)
    expect(await detailOf(ben, orderId)).toMatchObject({ orderState: 'auditing', isWithPerson: 1 })
    expect(await approveByHand(world.services, { borrowerId: ben.id, orderId })).toBe(true)
    expect(await detailOf(ben, orderId)).toMatchObject({ orderState: 'pass', isWithPerson: 0 })
    expect(await approveByHand(world.services, { borrowerId: ben.id, orderId })).toBe(false)
  })

  test('waits until a person denies it, with a reason that the borrower reads', async () => {
    const ben = await world.borrower({ panDigits: '0002' })
    const orderId = await appliedFor(ben)
    expect(
      await denyByHand(
        world.services,
        { borrowerId: ben.id, orderId },
        'Your documents name two people.',
      ),
    ).toBe(true)
    expect(await detailOf(ben, orderId)).toMatchObject({
      orderState: 'denied',
      reasons: [{ reason: 'reviewed-by-a-person', msg: 'Your documents name two people.' }],
    })
  })

  test('cannot be decided by a person unless the rules referred it', async () => {
    const ben = await world.borrower()
    const applied = await orderOf(ben).apply(wish(ben), key())
    const orderId = applied.ok ? applied.data.orderId : ''
    expect(await detailOf(ben, orderId)).toMatchObject({ orderState: 'auditing', isWithPerson: 0 })
    expect(await approveByHand(world.services, { borrowerId: ben.id, orderId })).toBe(false)
    await world.runJobs()
  })
})

describe('withdrawing', () => {
  test('is possible for an application, and for an offer', async () => {
    const ben = await world.borrower()
    for (const run of [async () => undefined, world.runJobs]) {
      const applied = await orderOf(ben).apply(wish(ben), key())
      const orderId = applied.ok ? applied.data.orderId : ''
      await run()
      expect(await orderOf(ben).withdraw({ orderId }, key())).toMatchObject({
        data: { orderState: 'cancelled' },
      })
      await world.runJobs()
      expect((await detailOf(ben, orderId)).orderState).toBe('cancelled')
      expect(await orderOf(ben).withdraw({ orderId }, key())).toMatchObject({
        reason: 'order-state',
      })
      expect(await orderOf(ben).loan({ orderId }, key())).toMatchObject({ reason: 'order-state' })
    }
  })

  test('is impossible once the money is under way', async () => {
    const ben = await world.borrower()
    const orderId = await runningLoan(world, ben)
    expect(await orderOf(ben).withdraw({ orderId }, key())).toMatchObject({ reason: 'order-state' })
    expect(await orderOf(ben).loan({ orderId }, key())).toMatchObject({ reason: 'order-state' })
  })
})

describe('another borrower’s ids answer exactly as missing ones', () => {
  test('for an order and a payment, in every call', async () => {
    const orderId = await runningLoan(world, anna)
    const page = await anna.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, key())
    const paymentId = page.ok ? page.data.paymentId : ''
    const ben = await world.borrower()
    const repay = ben.browser.calls(contract.repay)
    for (const id of [orderId, NOBODYS, 'nonsense']) {
      expect(await orderOf(ben).detail({ orderId: id })).toMatchObject({
        reason: 'order-not-found',
      })
      expect(await orderOf(ben).loan({ orderId: id }, key())).toMatchObject({
        reason: 'order-not-found',
      })
      expect(await orderOf(ben).withdraw({ orderId: id }, key())).toMatchObject({
        reason: 'order-not-found',
      })
      expect(await repay.repay({ orderId: id, scope: 'due' }, key())).toMatchObject({
        reason: 'order-not-found',
      })
    }
    for (const id of [paymentId, NOBODYS, 'nonsense'])
      expect(await repay.status({ paymentId: id })).toMatchObject({ reason: 'payment-not-found' })
    expect(await anna.browser.calls(contract.repay).status({ paymentId })).toMatchObject({
      data: { status: 'pending', orderId },
    })
  })

  test('for unknown products', async () => {
    expect(await orderOf(anna).precheck({ productId: 'nothing' })).toMatchObject({
      reason: 'product-not-found',
    })
    const product = anna.browser.calls(contract.product)
    expect(await product.info({ id: 'nothing' })).toMatchObject({ reason: 'product-not-found' })
    expect(await product.info({ id: 'partner-offer' })).toMatchObject({
      reason: 'product-external',
    })
  })
})

test('the native audit page gets 10 once the order is past 1 and 2', async () => {
  const ben = await world.borrower()
  const orderId = await appliedFor(ben)
  const audit = () => orderOf(ben).detail({ orderId, scene: 'audit' })
  expect(await audit()).toMatchObject({ data: { orderState: 'pass' } })
  await orderOf(ben).loan(
    { orderId, keyFactsHash: await keyFactsRead(ben.browser, orderId) },
    key(),
  )
  expect(await audit()).toMatchObject({ data: { orderState: 'finished' } })
  expect((await detailOf(ben, orderId)).orderState).toBe('lending')
  await world.runJobs()
})

test('home shows every kind of product, and what unlocks the locked ones', async () => {
  const index = await anna.browser.calls(contract.home).index({})
  if (!index.ok) throw new Error(index.reason)
  const shown = index.data.homeProductVos.map(
    ({ id, productStatus, isFull, productType, fullMsg, tenorText, apr }) => [
      id,
      productStatus,
      isFull,
      productType,
      fullMsg,
      tenorText,
      apr,
    ],
  )
  expect(shown).toEqual([
    ['saral-weekly', 1, 0, 1, null, '91~180 days', 4_739],
    ['saral-seven', 1, 0, 1, null, '7~28 days', 16_341],
    ['saral-silver', 0, 0, 1, 'Opens after 3 loans repaid', '91~180 days', 4_739],
    ['saral-gold', 0, 0, 1, 'Opens after 5 loans repaid', '91~180 days', 4_739],
    ['saral-festive', 1, 1, 1, 'This product is full at the moment', '7~28 days', 16_341],
    ['partner-offer', 1, 0, 0, null, null, null],
  ])
})

test('home says why a product is locked or full in the language of the app', async () => {
  anna.browser.headers['x-language'] = 'hi'
  const index = await anna.browser.calls(contract.home).index({})
  anna.browser.headers['x-language'] = 'en'
  if (!index.ok) throw new Error(index.reason)
  expect(index.data.homeProductVos.flatMap(({ fullMsg }) => fullMsg ?? [])).toEqual([
    '3 लोन चुकाने के बाद खुलेगा',
    '5 लोन चुकाने के बाद खुलेगा',
    'इस लोन का कोटा अभी पूरा है',
  ])
})

test('three repaid loans unlock silver, and loans repaid on time earn the discount of their tier', async () => {
  const ben = await world.borrower()
  for (let loans = 0; loans < 3; loans += 1) {
    const orderId = await runningLoan(world, ben, { productId: 'saral-seven', rupees: 1_000 })
    await pay(world, ben, orderId, 'all')
  }
  expect(
    await orderOf(ben).quote({ productId: 'saral-silver', amount: paise(10_000_00), period: 7 }),
  ).toMatchObject({
    data: { discount: 900, serviceFee: 18_200 },
  })
})
