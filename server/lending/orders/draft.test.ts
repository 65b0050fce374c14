import { expect, test } from 'vitest'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { draftOf, newDraft, verdictOf } from '#server/lending/orders/draft.ts'

const [weekly] = demoCatalogue
if (!weekly) throw new Error('the catalogue is empty')
const draft = draftOf(weekly, 4)
const problemsWith = (changes: Partial<typeof draft>) =>
  verdictOf(weekly.id, { ...draft, ...changes }).problems

test.each(demoCatalogue.map(product => [product.id, product] as const))(
  '%s becomes a draft, and the draft becomes the same product',
  (_id, product) => {
    const { slogan, ...texts } = product.texts
    // An external offer has no time of its own: an empty text is none.
    const loanProcessingTime = product.kind === 'own' ? texts.loanProcessingTime : { en: '' }
    expect(verdictOf(product.id, draftOf(product, 4))).toEqual({
      product: { ...product, texts: { ...texts, slogan, loanProcessingTime } },
      position: 4,
      problems: [],
    })
  },
)

test('a new draft names everything that is missing', () => {
  expect(verdictOf('new', newDraft()).problems).toEqual([
    'the logo is not one or two letters',
    'slogan is missing in English',
    'the name is missing',
    'the amount list is empty',
    'rate is missing',
    'processingFee is missing',
    'periodDays is missing',
    'instalments is missing',
    'maxTenorDays is missing',
    'penalRate is missing',
    'penalCap is missing',
    'extensionFee is missing',
    'coolingOffDays is missing',
  ])
})

test('the gate refuses figures in any language, and mistyped ones only once', () => {
  expect(problemsWith({ slogan: { ...draft.slogan, hi: '1% ब्याज' } })).toEqual([
    expect.stringContaining('figures are shown from the terms'),
  ])
  expect(problemsWith({ rate: 'cheap' })).toEqual([
    'rate is not a number up to 5 with at most 4 decimals',
  ])
  expect(problemsWith({ amounts: '5000, 1000' })).toEqual(['the amount list is not ascending'])
  expect(problemsWith({ coolingOffDays: '0' })).toEqual([
    'the cooling-off period is shorter than a day',
  ])
})

test('a list has the same lines in each language, or none', () => {
  expect(problemsWith({ eligibility: { ...draft.eligibility, ta: '' } })).toEqual([])
  expect(problemsWith({ eligibility: { ...draft.eligibility, ta: 'ஒன்று' } })).toEqual([
    'eligibility has other lines in ta than in en',
  ])
})

test('terms without a computable cost are refused', () => {
  const problems = problemsWith({
    rate: '0',
    instalments: '366',
    maxTenorDays: '2562',
    amounts: '1',
  })
  expect(problems).toEqual(['the cost of 1 cannot be computed from these terms'])
})
