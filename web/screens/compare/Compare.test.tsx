import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { basisPoints } from '#domain/money.ts'
import { rs } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { field, see, shown, tap, turn, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

const { trueCost } = contract.comparison
/** The example of the RBI’s circular on key facts. */
const example = {
  gstFee: rs(0),
  arriveAmount: rs(19_600),
  repaymentAmount: rs(23_273.52),
  cost: rs(3_673.52),
  apr: basisPoints(17_07),
}

async function enterTheExample(): Promise<void> {
  await type('Loan amount', '20,000')
  await type('Fees deducted or charged', '400')
  await type('Each instalment', '969.73')
  await type('How many instalments', '24')
}

test('shows the cost of an offer, and forgets it as soon as a figure changes', async () => {
  const calls = stub(trueCost, example)
  await open('/compare', 'visitor')
  await tap('Show what it costs')
  await see('Please enter a whole number from 1 to 600.')
  expect(document.activeElement?.getAttribute('name')).toBe('amount')
  expect(calls.inputs).toEqual([])

  await enterTheExample()
  await tap('Show what it costs')
  for (const figure of ['17.07%', '₹19,600.00', '₹23,273.52', '₹3,673.52']) await see(figure)
  await turn(/^18% GST/)
  expect(shown('17.07%')).toEqual([])
  stub(trueCost, { ...example, gstFee: rs(72) })
  await tap('Show what it costs')
  await see('after charges and ₹72.00 GST')
  expect(calls.inputs).toEqual([
    {
      amount: rs(20_000),
      charges: rs(400),
      isGstAdded: false,
      instalment: rs(969.73),
      instalments: 24,
      every: { unit: 'month', count: 1 },
    },
  ])
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])
  expect(stored).not.toMatch(/\b(20,?000|969)\b/)
})

test('takes days between instalments in place of months, and reports an impossible offer', async () => {
  const calls = stub(trueCost, { refused: 'repays-less' })
  await open('/compare', 'visitor')
  await enterTheExample()
  await type('How often', 'days')
  await type('Days from one instalment to the next', '30')
  await tap('Show what it costs')
  await see(/^These instalments add up to less than you receive\./)
  expect(calls.inputs).toMatchObject([{ every: { unit: 'day', count: 30 } }])
  expect(await field('Loan amount')).toHaveProperty('value', '20,000')
})
