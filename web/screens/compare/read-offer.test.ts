import { expect, test } from 'vitest'
import { COMPARED_MAX, COMPARED_MIN } from '#domain/lending/comparison.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { type Entry, readOffer, readRupees } from './read-offer.ts'

const RBI: Entry = {
  amount: '20,000',
  charges: '400',
  isGstAdded: false,
  instalment: '969.73',
  instalments: '24',
  often: 'month',
  days: '',
}

test.each([
  ['20000', 20_000_00],
  ['₹ 20,000.00', 20_000_00],
  ['1,00,000', 1_00_000_00],
  ['969.7', 969_70],
  ['969.', 969_00],
  ['10,00,00,000', COMPARED_MAX],
  ['10,00,00,000.01', undefined],
  ['0.99', undefined],
  ['969.731', undefined],
  ['.5', undefined],
  ['-20', undefined],
  ['twenty', undefined],
  ['', undefined],
])('%j is read as %s paise', (text, amount) => {
  expect(readRupees(text, COMPARED_MIN)).toBe(amount)
})

test('reads empty or zero charges as none', () => {
  expect(readRupees('0', ZERO_PAISE)).toBe(0)
  for (const charges of ['', ' ', '0'])
    expect(readOffer({ ...RBI, charges })).toMatchObject({ offer: { charges: 0 } })
})

test.each<[Partial<Entry>, object]>([
  [{ often: 'week' }, { unit: 'day', count: 7 }],
  [{ often: 'fortnight' }, { unit: 'day', count: 14 }],
  [{ often: 'month' }, { unit: 'month', count: 1 }],
  [
    { often: 'days', days: '30' },
    { unit: 'day', count: 30 },
  ],
])('%j is an interval', (change, every) => {
  expect(readOffer({ ...RBI, ...change })).toMatchObject({ offer: { every } })
})

test('lists the faults of the form from top to bottom', () => {
  const nothing: Entry = {
    ...RBI,
    amount: '',
    charges: 'none',
    instalment: '0',
    instalments: '601',
    often: 'days',
    days: '367',
  }
  const rupees = { maxPaise: COMPARED_MAX }
  expect(readOffer(nothing)).toEqual({
    faults: [
      { column: 'amount', ...rupees },
      { column: 'charges', ...rupees },
      { column: 'instalment', ...rupees },
      { column: 'instalments', maxCount: 600 },
      { column: 'days', maxCount: 366 },
    ],
  })
  expect(readOffer({ ...nothing, often: 'week' })).not.toMatchObject({
    faults: expect.arrayContaining([{ column: 'days' }]),
  })
})
