/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import { FURTHER_LANGUAGES } from '#words/binding.ts'
import terms from './terms.json' with { type: 'json' }

/*
 * terms.json lists each term of the product once: its word in English, in Hindi and, for those that
 * bind or warn, in the further languages (the part that all its forms share), and the words not to
 * use for it. The catalogues follow it. The consents do not, since they hold the wordings of the past.
 */
type Further = (typeof FURTHER_LANGUAGES)[number]
type Term = { en: string; hi: string; notEn?: string[]; notHi?: string[] } & {
  [language in Further]?: string
} & { [language in Further as `not${Capitalize<language>}`]?: string[] }
type Text = { id: string; en: string; hi: string }

const list: readonly Term[] = terms

/** Words that the specification fixes. */
const SPECIFIED = new Map([['orders.detail.tenure', 'tenure']])
/**
 * Texts that express a term in another way in Hindi. The button "Repayment" is the verb "repay",
 * also where an answer names the button; "late payments" are a delay, and a verb is not the noun.
 */
const EXCEPTIONS = new Map([
  ['home.order.repay', 'repayment'],
  ['orders.detail.repayment', 'repayment'],
  ['faq.repayment.content', 'repayment'],
  ['faq.fraud.content', 'repayment'],
  ['faq.overdue.content', 'payment'],
  ['about.text', 'offer'],
])
/** Each word has one spelling: no dot below क, ख and ग, and a dot in the other words that need it. */
const MISSPELT =
  /[\u0915-\u0917]\u093c|[\u0958-\u095a]|ज्यादा|फैसल|फोन|फोटो|फाइल|ज़रुर|तारिख|अपने-आप|साइन-इन/

const english = catalogue(
  import.meta.glob<string>('./en/{*,server/*}.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const hindi = catalogue(
  import.meta.glob<string>('./hi/{*,server/*}.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const furtherFiles = import.meta.glob<string>('./{ta,te,bn,mr}/{*,server/*}.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const further = FURTHER_LANGUAGES.map(language => ({
  language,
  not: `not${language === 'ta' ? 'Ta' : language === 'te' ? 'Te' : language === 'bn' ? 'Bn' : 'Mr'}` as const,
  messages: catalogue(
    Object.fromEntries(
      Object.entries(furtherFiles).filter(([file]) => file.startsWith(`./${language}/`)),
    ),
  ),
}))
const texts: readonly Text[] = [...english].map(([id, en]) => ({ id, en, hi: hindi.get(id) ?? '' }))

function catalogue(files: Record<string, string>): Map<string, string> {
  return new Map(
    Object.values(files).flatMap(file =>
      Object.entries(JSON.parse(file) as Record<string, string>),
    ),
  )
}

/** Whether an English text has a whole word, singular or plural. Its placeholders do not count. */
function says(text: string, word: string): boolean {
  const plain = text.replace(/\{\w+(?=[,}])|<\/?\w+>/g, '')
  const isAbbreviation = word === word.toUpperCase()
  return new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, isAbbreviation ? '' : 'i').test(plain)
}

describe('the terms of the product', () => {
  test('finds the texts of the catalogues', () => {
    expect(texts.length).toBeGreaterThan(400)
  })

  test.each(list.filter(({ notEn, notHi }) => notEn ?? notHi))(
    'says "$en" with no other word',
    ({ notEn = [], notHi = [] }) => {
      const others = texts.flatMap(({ id, en, hi }) => [
        ...notEn
          .filter(word => says(en, word) && SPECIFIED.get(id) !== word)
          .map(word => [word, id]),
        ...notHi.filter(word => hi.includes(word)).map(word => [word, id]),
      ])
      expect(others).toEqual([])
    },
  )

  test.each(list)(
    'uses its word in Hindi wherever the English says "$en"',
    ({ en: term, hi: word }) => {
      const lacking = texts.filter(
        ({ id, en, hi }) => says(en, term) && !hi.includes(word) && EXCEPTIONS.get(id) !== term,
      )
      expect(lacking).toEqual([])
    },
  )

  test.each(further)('uses its words in $language', ({ language, messages, not }) => {
    const faults = list.flatMap(term => {
      const { en, [language]: word = '', [not]: others = [] } = term
      return texts.flatMap(({ id, en: english }) => {
        const text = messages.get(id)
        if (text === undefined) return []
        return [
          ...(says(english, en) && !text.includes(word) ? [`${language} ${id} ${en}`] : []),
          ...others.filter(other => text.includes(other)).map(other => `${id}: ${other}`),
        ]
      })
    })
    expect(faults).toEqual([])
  })

  test('spells each Hindi word in one way', () => {
    expect(texts.filter(({ hi }) => MISSPELT.test(hi))).toEqual([])
  })
})
