import { expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { quoteFor } from '#server/lending/borrowing/offer.ts'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { loansOnOffer } from '#server/lending/words/distribution.ts'

const NEWCOMER = { discount: 0 as never }

test('the range and the highest cost cover the whole catalogue', () => {
  const loans = loansOnOffer(demoCatalogue)
  expect(loans).toMatchObject({ leastDays: 7, mostDays: 180 })
  for (const product of demoCatalogue) {
    if (product.kind !== 'own') continue
    for (const amount of product.amounts)
      expect(loans?.highestApr).toBeGreaterThanOrEqual(quoteFor(product, amount, NEWCOMER).apr)
  }
})

test('the example is a loan that anybody can get: the first that is not full, in its default amount', () => {
  const example = loansOnOffer(demoCatalogue)?.example
  expect(example).toMatchObject({
    name: 'Saral Weekly',
    amount: paise(500_000),
    arriveAmount: paise(488_200),
    instalments: 13,
  })
  expect((example?.arriveAmount ?? 0) + (example?.cost ?? 0)).toBe(example?.repaymentAmount)
})

test('claims nothing without a loan of ours', () => {
  expect(loansOnOffer(demoCatalogue.filter(({ kind }) => kind === 'external'))).toBeNull()
})
