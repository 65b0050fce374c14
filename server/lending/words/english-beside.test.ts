import { expect, test } from 'vitest'
import { SEVEN } from '#domain/testing/loans.ts'
import { withEnglish } from '#server/lending/documents/issue-document.ts'
import { type KeyFactsSections, keyFactsStatement } from '#server/lending/words/key-facts.ts'
import { FURTHER_LANGUAGES } from '#words/binding.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

const lender = {
  name: 'Example Finance Limited',
  rbiRegistration: 'N-00.00000',
  grievanceOfficer: { name: 'A. Rao', phone: '1800 111 1111', email: 'grievance@example.com' },
}
const sectionsIn = (language: Language, of: typeof lender | undefined) =>
  JSON.parse(
    keyFactsStatement({ terms: SEVEN, offerWorkingDays: 3 }, of, language).text,
  ) as KeyFactsSections

test.each(FURTHER_LANGUAGES)(
  'with a lender, a statement in %s has the English one below it, and says first that it governs',
  language => {
    const sections = sectionsIn(language, lender)
    const english = sectionsIn('en', lender)
    expect(sections).toHaveLength(2 * english.length)
    expect(sections[0]?.rows[0]?.value).not.toMatch(/[a-z]/)
    expect(sections[english.length]?.rows[0]).toEqual({
      label: 'Which text governs',
      value: 'The English text governs',
      note: 'A native reader has not checked the translation yet, so the English text stands below it.',
    })
    expect(sections[english.length]?.rows.slice(1)).toEqual(english[0]?.rows)
    expect(sections.slice(english.length + 1)).toEqual(english.slice(1))
    expect(sectionsIn(language, undefined)).toHaveLength(english.length)
  },
)

test.each(LANGUAGES)('a statement in %s discloses the same figures as in English', language => {
  const figuresIn = (each: Language) =>
    sectionsIn(each, undefined).map(({ rows, table }) =>
      JSON.stringify([rows, table]).match(/₹[\d,.]+\d|\d+(\.\d+)?%/g),
    )
  expect(figuresIn(language).map(each => each?.toSorted())).toEqual(
    figuresIn('en').map(each => each?.toSorted()),
  )
})

test('a document has its English text below its own, once', () => {
  const head = { letterhead: { name: lender.name, lines: [] } }
  const part = (title: string) => ({ title, rows: [], table: null })
  const tamil = { ...head, title: 'ரசீது', opening: ['பெற்றோம்.'], sections: [part('பேமெண்ட்')] }
  const english = { ...head, title: 'Receipt', opening: ['Received.'], sections: [part('Payment')] }
  const both = withEnglish(tamil, english, 'ta')
  expect(both.title).toBe('ரசீது')
  expect(both.opening).toHaveLength(4)
  expect(both.opening[2]).toMatch(/^The English text governs\. /)
  expect(both.opening.at(-1)).toBe('Received.')
  expect(both.sections.map(({ title }) => title)).toEqual(['பேமெண்ட்', 'Payment'])
  expect(withEnglish(both, english, 'ta').sections).toEqual(both.sections)
})
