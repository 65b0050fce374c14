import { describe, expect, test } from 'vitest'
import {
  externalPublishProblems,
  type ProductDraft,
  publishProblems,
} from '#domain/lending/publish.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'

const weekly: ProductDraft = {
  name: 'Saral',
  amounts: [paise(1_000_00), paise(5_000_00)],
  terms: {
    rate: ppmPerDay(800),
    processingFee: basisPoints(200),
    periodDays: 7,
    instalments: 13,
    maxTenorDays: 180,
    penalRate: ppmPerDay(1_000),
    penalCap: basisPoints(100),
    extensionFee: basisPoints(200),
    coolingOffDays: 1,
  },
  texts: ['Small repayments'],
}

const saying = (...texts: string[]) => publishProblems({ ...weekly, texts })
const withTerms = (terms: ProductDraft['terms']) =>
  publishProblems({ ...weekly, terms: { ...weekly.terms, ...terms } })

test('a sound product is publishable', () => {
  expect(publishProblems(weekly)).toEqual([])
})

describe('a text may contain no figure and no cost word', () => {
  test.each([
    '91~180 days',
    '91 to 180 days',
    '0.08 % a day',
    'a fee of 2%',
    'plus GST of 18%',
    'every 7 days',
    '91~180 दिन',
    '91 से 180 दिन',
    '47.39% APR',
  ])('not even %s, which the terms give', text => {
    expect(saying(text)).toHaveLength(1)
  })

  test.each([
    '91~360 days',
    '60 days',
    '0.05% a day',
    '30% per annum',
    '29.2% a year',
    '12% APR',
    '360 दिन',
    '29.2% सालाना',
  ])('and not %s, which they do not give', text => {
    expect(saying(text)).toHaveLength(1)
  })

  test('nor may the name, except for the interval of the repayments', () => {
    expect(publishProblems({ ...weekly, name: 'Saral Weekly 2%' })).toEqual([
      '"Saral Weekly 2%" names "2", "%": figures are shown from the terms; leave them out',
    ])
    expect(publishProblems({ ...weekly, name: 'Saral Weekly' })).toEqual([])
    const fortnightly = { ...weekly.terms, periodDays: 14, maxTenorDays: 182 }
    expect(publishProblems({ ...weekly, name: 'Saral Weekly', terms: fortnightly })).toEqual([
      '"Saral Weekly" names "weekly": figures are shown from the terms; leave them out',
    ])
    expect(publishProblems({ ...weekly, name: 'Interest-free' })).toHaveLength(1)
  })
})

describe('what makes a product unpublishable', () => {
  test.each<[string, Partial<ProductDraft>, string]>([
    ['no name', { name: ' ' }, 'the name is missing'],
    ['no amounts', { amounts: [] }, 'the amount list is empty'],
    ['amounts in disorder', { amounts: [paise(2), paise(1)] }, 'the amount list is not ascending'],
    ['an amount twice', { amounts: [paise(1), paise(1)] }, 'the amount list is not ascending'],
    [
      'fees above the amount',
      { terms: { ...weekly.terms, processingFee: basisPoints(9_000) } },
      'the fees of 1000 exceed the amount',
    ],
    [
      'a cooling-off period below a day',
      { terms: { ...weekly.terms, coolingOffDays: 0 } },
      'the cooling-off period is shorter than a day',
    ],
    [
      'one that runs past a due day',
      { terms: { ...weekly.terms, coolingOffDays: 8 } },
      'an instalment falls due within the cooling-off period',
    ],
    [
      'a penal charge without a cap',
      { terms: { ...weekly.terms, penalCap: basisPoints(0) } },
      'a penal charge needs a cap',
    ],
    [
      'no instalment',
      { terms: { ...weekly.terms, instalments: 0 } },
      'a loan needs at least one instalment and a period',
    ],
    [
      'no period',
      { terms: { ...weekly.terms, periodDays: 0 } },
      'a loan needs at least one instalment and a period',
    ],
    [
      'a processing fee below nothing',
      { terms: { ...weekly.terms, processingFee: basisPoints(-1) } },
      'a fee is below nothing',
    ],
    [
      'an extension fee below nothing',
      { terms: { ...weekly.terms, extensionFee: basisPoints(-1) } },
      'a fee is below nothing',
    ],
    [
      'a tenor shorter than the instalments',
      { terms: { ...weekly.terms, maxTenorDays: 90 } },
      'maxTenorDays is shorter than the instalments run',
    ],
  ])('%s', (_what, change, expected) => {
    expect(publishProblems({ ...weekly, ...change })).toContain(expected)
  })

  test('fees of the whole amount do, fees below it do not', () => {
    // 84.745 % and 18 % GST on it are just below 100 %; 84.75 % is above.
    expect(withTerms({ processingFee: basisPoints(8_474) })).toEqual([])
    expect(withTerms({ processingFee: basisPoints(8_475) })).toEqual([
      'the fees of 1000 exceed the amount',
      'the fees of 5000 exceed the amount',
    ])
    // Of one rupee 84.74 % and its GST are 99.9932 paise, rounded up to the whole of it.
    const rupee = { ...weekly, amounts: [paise(1_00)] }
    const terms = { ...weekly.terms, processingFee: basisPoints(8_474) }
    expect(publishProblems({ ...rupee, terms })).toEqual(['the fees of 1 exceed the amount'])
  })

  test('terms without a fee, a penal charge or a cap on nothing are sound', () => {
    const free = { processingFee: basisPoints(0), extensionFee: basisPoints(0) }
    const unpunished = { penalRate: ppmPerDay(0), penalCap: basisPoints(0) }
    expect(withTerms({ ...free, ...unpunished })).toEqual([])
    expect(withTerms({ maxTenorDays: 91, coolingOffDays: 7 })).toEqual([])
  })

  test('reports every missing rate and cap', () => {
    expect(publishProblems({ ...weekly, terms: {} })).toEqual([
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
    const { penalCap: _, ...terms } = weekly.terms
    expect(publishProblems({ ...weekly, terms })).toEqual(['penalCap is missing'])
  })
})

describe('an external offer', () => {
  const external = {
    name: 'Partner',
    amounts: [paise(1)],
    href: 'https://partner.example/x',
    texts: ['On another site'],
  }

  test('needs an https address, and may claim nothing that we cannot compute', () => {
    expect(externalPublishProblems(external)).toEqual([])
    for (const href of [
      'javascript:alert(1)',
      'http://partner.example',
      'see https://partner.example',
      'https://',
      'https://partner.example:x@evil.example',
    ])
      expect(externalPublishProblems({ ...external, href }), href).toEqual([
        `${href} is not an https address`,
      ])
    expect(externalPublishProblems({ ...external, href: 'https://partner.example' })).toEqual([])
    expect(externalPublishProblems({ ...external, texts: ['at 1% a day'] })).toEqual([
      '"at 1% a day" names "1", "%", "day": we do not know the terms of this offer; leave figures out',
    ])
    expect(externalPublishProblems({ ...external, name: 'Weekly' })).toHaveLength(1)
    expect(externalPublishProblems({ ...external, name: '', amounts: [] })).toEqual([
      'the name is missing',
      'the amount list is empty',
    ])
  })
})
