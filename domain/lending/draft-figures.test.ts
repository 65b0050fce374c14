import { expect, test } from 'vitest'
import { amountsOfText, figuresOfTerms, termsOfFigures } from './draft-figures.ts'

const typed = {
  rate: '0.08',
  processingFee: '2',
  periodDays: '7',
  instalments: '13',
  maxTenorDays: '180',
  penalRate: '0.1',
  penalCap: '1.25',
  extensionFee: '2',
  coolingOffDays: '1',
}

test('figures become terms exactly, and terms become the same figures', () => {
  const { terms, problems } = termsOfFigures(typed)
  expect(problems).toEqual([])
  // 0.08 % a day is 29.2 % a year.
  expect(terms).toEqual({
    rate: 292_000,
    processingFee: 200,
    periodDays: 7,
    instalments: 13,
    maxTenorDays: 180,
    penalRate: 365_000,
    penalCap: 125,
    extensionFee: 200,
    coolingOffDays: 1,
  })
  expect(figuresOfTerms(terms as never)).toEqual(typed)
})

test.each([
  ['rate', '0.00001', 'rate is not a number up to 5 with at most 4 decimals'],
  ['rate', '5.0001', 'rate is not a number up to 5 with at most 4 decimals'],
  ['rate', '-1', 'rate is not a number up to 5 with at most 4 decimals'],
  ['periodDays', '7.5', 'periodDays is not a number up to 366 with at most 0 decimals'],
  ['instalments', '1e3', 'instalments is not a number up to 366 with at most 0 decimals'],
] as const)('%s of "%s" is refused', (name, text, problem) => {
  const { terms, problems } = termsOfFigures({ ...typed, [name]: text })
  expect(problems).toEqual([problem])
  expect(terms[name]).toBeUndefined()
})

test('the largest figures are read', () => {
  const { problems } = termsOfFigures({ ...typed, rate: '5', penalCap: '100', periodDays: '366' })
  expect(problems).toEqual([])
})

test('an empty figure is missing, and no problem of its own', () => {
  const { terms, problems } = termsOfFigures({ ...typed, penalCap: ' ' })
  expect(problems).toEqual([])
  expect('penalCap' in terms).toBe(false)
})

test.each([
  ['1000, 2000  5000', [1_000, 2_000, 5_000]],
  ['', []],
  ['1,000, 2,000, 5,000', [1_000, 2_000, 5_000]],
  ['1,00,000', [1_00_000]],
  ['100,000; 2,00,000', [1_00_000, 2_00_000]],
  ['₹1,000 ₹2,000', [1_000, 2_000]],
  ['१००० २०००', [1_000, 2_000]],
  ['1000,2000,5000', [1_000, 2_000, 5_000]],
  ['500,1000', [500, 1_000]],
  ['1000, 2000,', [1_000, 2_000]],
  ['1000000', [10_00_000]],
] as const)('%j is a list of amounts in whole rupees', (typed, rupees) => {
  expect(amountsOfText(typed)).toEqual(rupees.map(amount => amount * 100))
})

test.each([
  '1000, two',
  '1000.50',
  '1000001',
  '12,50',
  '1,2,3',
  '500,700',
  '-500',
  '5e2',
  '5,00,000,000',
])('%j is no list of amounts', typed => {
  expect(amountsOfText(typed)).toBeUndefined()
})

test('a figure is read in the digits of every script', () => {
  const { terms, problems } = termsOfFigures({ ...typed, rate: '०.०८', periodDays: '７' })
  expect(problems).toEqual([])
  expect(terms).toMatchObject({ rate: 292_000, periodDays: 7 })
})
