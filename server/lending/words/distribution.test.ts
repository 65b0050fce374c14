import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { loansOnOffer } from '#server/lending/words/distribution.ts'

test('the range and the highest cost cover the whole catalogue', () => {
  const loans = loansOnOffer(demoCatalogue)
  // The loan of seven days has the terms of V4 (product §11).
  expect(loans).toMatchObject({ leastDays: 7, mostDays: 180, highestApr: 16_341 })
})

test('the example is a loan that anybody can get: the first that is not full, in its default amount', () => {
  const example = loansOnOffer(demoCatalogue)?.example
  expect(example).toMatchObject({
    name: 'Saral Weekly',
    amount: paise(500_000),
    arriveAmount: paise(488_200),
    instalments: 13,
    // Twelve instalments of 399.86, and one of 399.87.
    repaymentAmount: paise(519_819),
    cost: paise(31_619),
  })
})

test('claims nothing without a loan of ours', () => {
  expect(loansOnOffer(demoCatalogue.filter(({ kind }) => kind === 'external'))).toBeNull()
})
