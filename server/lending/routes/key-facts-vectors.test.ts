/**
 * The eight vectors of the disclosure rules, each through public calls. V1 and V2 are loans of
 * other lenders, so they are compared; V3 to V7 are quoted, applied for, stated, paid out and owed,
 * and compared as if they were another lender's; V8 is extended three times.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, day, indiaDayOf } from '#domain/day.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerDay, ppmPerYear } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { comparisonRoutes } from '#server/lending/routes/product.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

/** The costs of 5,000, in paise and basis points. */
type Vector = {
  name: string
  terms: Partial<ProductTerms>
  arrive: number
  repayment: number
  apr: number
  instalment: number
}

const sevenDays = {
  rate: ppmPerDay(1_000),
  processingFee: basisPoints(1_000),
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 7,
}
const yearly = ppmPerYear(300_000)
const vectors: Vector[] = [
  { name: 'V3', terms: {}, arrive: 441_000, repayment: 503_500, apr: 73_899, instalment: 503_500 },
  {
    name: 'V4',
    terms: { processingFee: basisPoints(200) },
    arrive: 488_200,
    repayment: 503_500,
    apr: 16_341,
    instalment: 503_500,
  },
  {
    name: 'V5',
    terms: { processingFee: basisPoints(0), rate: yearly },
    arrive: 500_000,
    repayment: 502_877,
    apr: 3_000,
    instalment: 502_877,
  },
  {
    name: 'V6',
    terms: { periodDays: 91, maxTenorDays: 91 },
    arrive: 441_000,
    repayment: 545_500,
    apr: 9_504,
    instalment: 545_500,
  },
  {
    name: 'V7',
    terms: { processingFee: basisPoints(200), rate: yearly, instalments: 13, maxTenorDays: 91 },
    // The last of the thirteen takes the rounding.
    arrive: 488_200,
    repayment: 520_369,
    apr: 4_819,
    instalment: 40_028,
  },
]

let world: LendingWorld
/** Compares without lending. */
let comparing: TestServer
beforeAll(async () => {
  world = await lendingWorld()
  comparing = await testServer({ routes: comparisonRoutes })
  const [like] = demoCatalogue.filter(({ id }) => id === 'saral-seven')
  if (like?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  const extended = { name: 'V8', terms: { extensionFee: basisPoints(1_000), maxTenorDays: 28 } }
  const products = [...vectors, extended].map(({ name, terms }) => ({
    ...like,
    id: `vector-${name.toLowerCase()}`,
    name: 'Worked Example',
    terms: { ...like.terms, ...sevenDays, ...terms },
  }))
  await publish(world.services.db, [...demoCatalogue, ...products])
})
afterAll(() => Promise.all([world.close(), comparing.close()]))

const rupeesOf = (amount: number) =>
  `₹${(amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`

test.each(vectors)(
  '$name through the public calls',
  async ({ name, terms, arrive, repayment, apr, instalment }) => {
    const borrower = await world.borrower()
    const order = borrower.browser.calls(contract.order)
    const { periodDays, instalments } = { ...sevenDays, ...terms }
    const costs = {
      arriveAmount: arrive,
      repaymentAmount: repayment,
      apr,
      cost: repayment - arrive,
    }
    const request = {
      productId: `vector-${name.toLowerCase()}`,
      amount: paise(500_000),
      period: periodDays,
    }
    const quoted = await order.quote(request)
    expect(quoted).toMatchObject({ ok: true, data: costs })
    if (quoted.ok)
      expect(quoted.data.schedule.map(({ amount }) => amount).slice(0, -1)).toEqual(
        Array(instalments - 1).fill(instalment),
      )

    const orderId = await runningLoan(world, borrower, {
      productId: `vector-${name.toLowerCase()}`,
      periods: periodDays,
    })
    const stated = await order.keyFacts({ orderId })
    if (!stated.ok) throw new Error(stated.reason)
    for (const text of [
      rupeesOf(arrive),
      rupeesOf(repayment),
      rupeesOf(instalment),
      `${apr / 100}%`,
    ])
      expect(JSON.stringify(stated.data.sections)).toContain(text)
    expect(world.bank.sent.at(-1)).toMatchObject({ amount: arrive })

    const detail = await detailOf(borrower, orderId)
    expect(detail).toMatchObject({ ...costs, orderState: 'loaned' })
    const firstDue = addDays(indiaDayOf(world.server.clock.now()), periodDays)
    expect(detail.schedule[0]).toMatchObject({ dueDay: day(firstDue) })
    expect(detail.schedule.reduce((sum, { amount }) => sum + amount, 0)).toBe(repayment)
  },
)

const month = { unit: 'month', count: 1 } as const
const days = (count: number) => ({ unit: 'day', count }) as const

/** By the rules’ document, in rupees: amount, charges, whether GST comes on top, instalments, how often. */
test.each([
  ['V1', 20_000, 400, false, 969.73, 24, month, { arriveAmount: 19_600, gstFee: 0, apr: 17.07 }],
  [
    'V2',
    47_000,
    1_175,
    true,
    2_415.14,
    24,
    month,
    { arriveAmount: 45_613.5, gstFee: 211.5, apr: 24.15 },
  ],
  [
    'V3',
    5_000,
    500,
    true,
    5_035,
    1,
    days(7),
    { arriveAmount: 4_410, repaymentAmount: 5_035, cost: 625, apr: 738.99 },
  ],
  [
    'V4',
    5_000,
    100,
    true,
    5_035,
    1,
    days(7),
    { arriveAmount: 4_882, repaymentAmount: 5_035, cost: 153, apr: 163.41 },
  ],
  [
    'V5',
    5_000,
    0,
    true,
    5_028.77,
    1,
    days(7),
    { arriveAmount: 5_000, repaymentAmount: 5_028.77, cost: 28.77, apr: 30 },
  ],
  [
    'V6',
    5_000,
    500,
    true,
    5_455,
    1,
    days(91),
    { arriveAmount: 4_410, repaymentAmount: 5_455, cost: 1_045, apr: 95.04 },
  ],
  ['V7', 5_000, 100, true, 400.28, 13, days(7), { arriveAmount: 4_882, apr: 48.19 }],
])(
  '%s as another lender’s, compared without a login',
  async (_name, amount, charges, isGstAdded, instalment, instalments, every, says) => {
    const response = await fetch(`${comparing.origin}/api1/comparison/v1/true-cost`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount, charges, isGstAdded, instalment, instalments, every }),
    })
    expect(await response.json()).toMatchObject({ code: 0, data: says })
  },
)

/**
 * Requests the offered extension, pays for it, and returns its cost and the yearly rate that is
 * then stated.
 */
async function extend({ browser }: Borrower, orderId: string) {
  const extension = browser.calls(contract.extension)
  const offered = await extension.calculate({ id: orderId })
  if (!offered.ok) throw new Error(offered.reason)
  const { extensionId, orderRepayId, extensionFee, apr } = offered.data
  const wish = { extensionId, orderRepayId, orderId }
  const keyFactsHash = await addendumRead(browser, wish)
  const answer = await extension.apply({ ...wish, keyFactsHash }, { idempotencyKey: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  await world.webhook(world.provider.attempt(answer.data.paymentUrl.split('/').at(-1) ?? ''))
  await world.runJobs()
  return { extensionFee, apr }
}

test('V8 through the public calls: three extensions, then the loan: 6,640 paid on 4,410 received in 28 days', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'vector-v8' })
  const { arriveAmount, loanDate } = await detailOf(borrower, orderId)
  const extensions: Awaited<ReturnType<typeof extend>>[] = []
  for (let count = 1; count <= 4; count += 1) {
    world.server.clock.advance({ days: 7 })
    await runCloseOfBusiness(world.services)
    if (count <= 3) extensions.push(await extend(borrower, orderId))
  }
  expect(extensions.map(({ extensionFee }) => extensionFee)).toEqual([53_500, 53_500, 53_500])
  expect(extensions.at(-1)?.apr).toBe(65_466)
  const last = await pay(world, borrower, orderId)
  expect([arriveAmount, 3 * 53_500 + (last.amount ?? 0)]).toEqual([441_000, 664_000])
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', loanDate })
  expect(addDays(day(loanDate ?? ''), 28)).toBe(indiaDayOf(world.server.clock.now()))
})
