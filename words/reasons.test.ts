import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#words/language.ts'
import { REASONS, type ReasonKind, sentenceOf } from '#words/reasons.ts'
import { inWords, say } from '#words/say.ts'

const every = (Object.keys(REASONS) as ReasonKind[]).flatMap(what =>
  Object.entries(REASONS[what].reasons).map(([reason, kinds]) => ({ what, reason, kinds })),
)
/** Figures that no sentence contains by itself, in paise for amounts. */
const figures = { money: 1_23_456_78, plain: 8_765, ordinal: 2 }

function detailsOf(kinds: (typeof every)[number]['kinds']) {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind], at) => [
      name,
      kind === 'ordinal' ? 2 + at : figures[kind] + at * 111,
    ]),
  )
}

/** The numbers in a sentence, sorted, without ordinal suffixes. */
function numbersIn(sentence: string): string[] {
  return (sentence.replace(/\dth\b/g, '').match(/\d[\d,.]*\d|\d/g) ?? []).sort()
}

describe.each(every)('$what: $reason', ({ what, reason, kinds }) => {
  const details = detailsOf(kinds)
  const sentenceIn = (language: Language) => inWords(language, what, { reason, details })

  test('discloses the same figures in every language, every detail among them', () => {
    const english = numbersIn(sentenceIn('en'))
    for (const language of LANGUAGES)
      expect(numbersIn(sentenceIn(language)), sentenceIn(language)).toEqual(english)
    for (const [name, kind] of Object.entries(kinds).filter(([, kind]) => kind !== 'ordinal'))
      expect(english, name).toContain(kind === 'money' ? '1,23,456.78' : String(details[name]))
  })

  test('uses the script of each language', () => {
    expect(sentenceIn('en')).toMatch(/^[\x20-\x7e₹]+$/)
    expect(sentenceIn('hi')).toMatch(/[\u0900-\u097f]/)
  })

  test('names no undeclared detail', () => {
    for (const language of LANGUAGES) {
      const names: string[] = []
      sentenceOf(what, { reason, details }, (id, values) => {
        const spied = new Proxy(values, {
          get: (of, name) => {
            names.push(String(name))
            return of[String(name)]
          },
        })
        return say(language, id, spied)
      })
      expect([...new Set(names)].sort()).toEqual(Object.keys(kinds).sort())
    }
  })
})

test('an amount is formatted as everywhere else', () => {
  const stated = { reason: 'instalment-too-high', details: { instalment: 503_500 } }
  expect(inWords('en', 'order', stated)).toBe(
    'The instalment of ₹5,035.00 is high for the income you stated.',
  )
  expect(inWords('hi', 'order', stated)).toContain('₹5,035.00')
})

test('text written by a person is shown unchanged in every language', () => {
  const stated = {
    reason: 'reviewed-by-a-person',
    details: { text: 'Your documents name two people.' },
  }
  for (const language of LANGUAGES)
    expect(inWords(language, 'order', stated)).toBe('Your documents name two people.')
})

test('an unknown reason, from a newer version, has no sentence', () => {
  expect(sentenceOf('refusal', { reason: 'from-the-future' }, id => say('en', id))).toBeUndefined()
  expect(sentenceOf('refusal', { reason: 'constructor' }, id => say('en', id))).toBeUndefined()
})

test('the server sends no message with a hole: a missing value is an error', () => {
  const gaps = { amount: 'Rs 5.00', lender: 'Lender' }
  expect(() => say('en', 'sms.settled', gaps)).toThrow('sms.settled lacks {day}')
  expect(say('en', 'sms.settled', { ...gaps, day: '27 Nov 2026' })).toContain('Rs 5.00 on 27 Nov')
})

test.each([
  ['aadhaar-missing', 'Please Input IDcard No.'],
  ['pan-missing', 'Please Input Pan Id. '],
  ['upload-aadhaar-front', 'Please Upload Aadhaar front'],
  ['upload-pan', 'Please Upload PAN '],
  ['upload-face', 'Please Upload Face '],
  ['face-missing', 'Please Upload Face Recognition '],
  ['image-too-large', 'Image size is too big, limit 10MB'],
  ['ifsc-missing', 'Please input Ifsc Code.'],
  ['account-missing', 'Please input Bank Account.'],
  ['confirm-missing', 'Please input Confirm Account.'],
  ['confirm-differs', 'Please Confirm Account.'],
])('what the specification says of %s stands to the letter', (reason, sentence) => {
  expect(inWords('en', 'answer', { reason })).toBe(sentence)
})

test.each([
  ['contact-name', 'Please input 2th contact name', 'कृपया दूसरे संपर्क का नाम लिखें'],
  ['contact-phone', 'Please input 2th contact phone number', 'कृपया दूसरे संपर्क का फ़ोन नंबर लिखें'],
])('an ordinal of %s is the specification’s, and a word in Hindi', (reason, english, hindi) => {
  expect(inWords('en', 'answer', { reason, details: { nth: 2 } })).toBe(english)
  expect(inWords('hi', 'answer', { reason, details: { nth: 2 } })).toBe(hindi)
})
