import { afterEach, expect, test } from 'vitest'
import { FURTHER_LANGUAGES } from '#words/binding.ts'
import reviews from '#words/reviews.json' with { type: 'json' }
import { isGovernedByEnglish, type Review } from '#words/reviews.ts'

const asTheyAre = { ...reviews }
afterEach(() => void Object.assign(reviews, asTheyAre))

test.each(FURTHER_LANGUAGES)(
  'English governs beside %s with a lender, until a reader signed it off',
  language => {
    Object.assign(reviews, { [language]: null })
    expect(isGovernedByEnglish(language, true)).toBe(true)
    expect(isGovernedByEnglish(language, false)).toBe(false)
    Object.assign(reviews, { [language]: { reader: 'Asha Rao', day: '2027-01-31' } })
    expect(isGovernedByEnglish(language, true)).toBe(false)
  },
)

test('English and Hindi stand alone', () => {
  expect(isGovernedByEnglish('en', true)).toBe(false)
  expect(isGovernedByEnglish('hi', true)).toBe(false)
})

test('a review has a name and a day', () => {
  const reviews = Object.values<Review | null>(asTheyAre).filter(review => review !== null)
  for (const { reader, day } of reviews) {
    expect(reader).toMatch(/\S/)
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
