/** The vectors of loans (V3 to V7; V8 stands with extensions): quoted, applied for, stated, paid out and owed, each by its public call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, day, indiaDayOf } from '#domain/day.ts'
import { basisPoints, paise, ppmPerDay, ppmPerYear } from '#domain/money.ts'
import type { ProductTerms } from '#domain/terms.ts'
import { demoCatalogue, publish } from '#server/catalogue.ts'
import { detailOf, type LendingWorld, lendingWorld, runningLoan } from '#server/testing/lending.ts'

/** What 5,000 cost, in paise and basis points. */
type Vector = { name: string; terms: Partial<ProductTerms>; arrive: number; repayment: number; apr: number; instalment: number }

const sevenDays = { rate: ppmPerDay(1_000), processingFee: basisPoints(1_000), periodDays: 7, instalments: 1, maxTenorDays: 7 }
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
    ...{ name: 'V5', terms: { processingFee: basisPoints(0), rate: yearly } },
    ...{ arrive: 500_000, repayment: 502_877, apr: 3_000, instalment: 502_877 },
  },
  {
    ...{ name: 'V6', terms: { periodDays: 91, maxTenorDays: 91 } },
    ...{ arrive: 441_000, repayment: 545_500, apr: 9_504, instalment: 545_500 },
  },
  {
    name: 'V7',
    terms: { processingFee: basisPoints(200), rate: yearly, instalments: 13, maxTenorDays: 91 },
    // The last of the thirteen takes the rounding.
    ...{ arrive: 488_200, repayment: 520_369, apr: 4_819, instalment: 40_028 },
  },
]

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
  const [like] = demoCatalogue.filter(({ id }) => id === 'saral-seven')
  if (like?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  const products = vectors.map(({ name, terms }) => ({
    ...{ ...like, id: `vector-${name.toLowerCase()}`, name },
    terms: { ...like.terms, ...sevenDays, ...terms },
  }))
  await publish(world.services.db, [...demoCatalogue, ...products])
})
afterAll(() => world.close())

const rupeesOf = (amount: number) => `₹${(amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`

test.each(vectors)('$name through the public calls', async ({ name, terms, arrive, repayment, apr, instalment }) => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const { periodDays, instalments } = { ...sevenDays, ...terms }
  const costs = { arriveAmount: arrive, repaymentAmount: repayment, apr, cost: repayment - arrive }
  const asked = { productId: `vector-${name.toLowerCase()}`, amount: paise(500_000), period: periodDays }
  const quoted = await order.quote(asked)
  expect(quoted).toMatchObject({ ok: true, data: costs })
  if (quoted.ok)
    expect(quoted.data.schedule.map(({ amount }) => amount).slice(0, -1)).toEqual(Array(instalments - 1).fill(instalment))

  const orderId = await runningLoan(world, borrower, { productId: `vector-${name.toLowerCase()}`, periods: periodDays })
  const stated = await order.keyFacts({ orderId })
  if (!stated.ok) throw new Error(stated.reason)
  for (const said of [rupeesOf(arrive), rupeesOf(repayment), rupeesOf(instalment), `${apr / 100}%`])
    expect(JSON.stringify(stated.data.sections)).toContain(said)
  expect(world.bank.sent.at(-1)).toMatchObject({ amount: arrive })

  const detail = await detailOf(borrower, orderId)
  expect(detail).toMatchObject({ ...costs, orderState: '6' })
  const firstDue = addDays(indiaDayOf(world.server.clock.now()), periodDays)
  expect(detail.schedule[0]).toMatchObject({ dueDay: day(firstDue) })
  expect(detail.schedule.reduce((sum, { amount }) => sum + amount, 0)).toBe(repayment)
})
