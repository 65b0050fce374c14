import { expect, test } from 'vitest'
import { comparisonRoutes } from '#server/lending/routes/product.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { loggedText } from '#server/testing/logged.ts'

const server = forFile(() => testServer({ routes: comparisonRoutes }))

/**
 * The regulator's own example. key-facts-vectors.test.ts checks its result with the other vectors.
 */
const RBI = {
  amount: 20_000,
  charges: 400,
  isGstAdded: false,
  instalment: 969.73,
  instalments: 24,
  every: { unit: 'month', count: 1 },
}

async function ask(body: object) {
  const response = await fetch(`${server.origin}/api1/comparison/v1/true-cost`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { response, answer: await response.json() }
}

test('answers anybody, in rupees and percent, and is never cached', async () => {
  const { response, answer } = await ask(RBI)
  expect(answer).toEqual({
    code: 0,
    msg: 'success',
    data: {
      gstFee: 0,
      arriveAmount: 19_600,
      repaymentAmount: 23_273.52,
      cost: 3_673.52,
      apr: 17.07,
    },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each<[string, object, string]>([
  [
    'charges that leave nothing',
    { charges: 20_000 },
    'After the charges, nothing is left of the loan. Please check the figures.',
  ],
  [
    'instalments that come to less than is received',
    { instalments: 20 },
    'These instalments add up to less than you receive. Please check the number of instalments and the amount of each.',
  ],
])('refuses %s with a sentence', async (_name, change, msg) => {
  const { answer } = await ask({ ...RBI, ...change })
  expect(answer).toMatchObject({
    code: -1,
    msg,
    data: { reason: expect.stringMatching(/^(nothing-received|repays-less)$/) },
  })
})

test.each<[string, object]>([
  ['no amount', { amount: 0 }],
  ['an amount below nothing', { amount: -20_000 }],
  ['more than ten crore', { amount: 100_000_000.01 }],
  ['a third decimal', { instalment: 969.731 }],
  ['no number', { charges: 'four hundred' }],
  ['no instalments', { instalments: 0 }],
  ['half an instalment', { instalments: 1.5 }],
  ['more instalments than fifty years have months', { instalments: 601 }],
  ['an instalment every 367 days', { every: { unit: 'day', count: 367 } }],
  ['an instalment every 13 months', { every: { unit: 'month', count: 13 } }],
  ['an instalment every fortnight by that name', { every: { unit: 'fortnight', count: 1 } }],
  ['something more about when', { every: { unit: 'day', count: 7, from: '2026-11-21' } }],
  ['something more', { name: 'Another Lender' }],
  ['something less', { instalment: undefined }],
])('refuses %s before any computation', async (_name, change) => {
  const { answer } = await ask({ ...RBI, ...change })
  expect(answer).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
})

test('answers the largest figures with a finite APR', async () => {
  const largest = {
    amount: 100_000_000,
    charges: 99_999_999,
    instalment: 100_000_000,
    instalments: 600,
  }
  const { answer } = await ask({ ...RBI, ...largest, every: { unit: 'day', count: 1 } })
  expect(answer).toMatchObject({ code: 0, data: { arriveAmount: 1, apr: 3_650_000_000_000 } })
})

test('logs none of it', async () => {
  const before = server.logged.length
  await ask({ ...RBI, amount: 73_519, instalment: 8_264.51 })
  const logged = loggedText(server, before)
  expect(logged).not.toMatch(/73519|8264\.?51/)
})
