/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import terms from './terms.json' with { type: 'json' }

/*
 * terms.json names each term of the product once: its word in English and in Hindi (a part of the word that every form
 * of it has), and the words not to use for it. The texts of the catalogues and of the server keep to it.
 */
type Term = { en: string; hi: string; notEn?: string[]; notHi?: string[] }
type Text = { id: string; en?: string; hi: string }

const list: readonly Term[] = terms

/** Words that the specification gives. */
const SPECIFIED = new Map([['orders.detail.tenure', 'tenure']])
/** Buttons whose noun is a verb in Hindi: "Repayment" is "repay". */
const VERBS_IN_HINDI = new Map([
  ['home.order.repay', 'repayment'],
  ['orders.detail.repayment', 'repayment'],
])
/** One word has one spelling: no dot below क, ख and ग, and a dot in the words that have it. */
const MISSPELT =
  /[\u0915-\u0917]\u093c|[\u0958-\u095a]|ज्यादा|फैसल|फोन|फोटो|फाइल|ज़रुर|तारिख|अपने-आप|साइन-इन/

const english = catalogue(
  import.meta.glob<string>('./en/**/*.json', { query: '?raw', import: 'default', eager: true }),
)
const hindi = catalogue(
  import.meta.glob<string>('./hi/**/*.json', { query: '?raw', import: 'default', eager: true }),
)
// Consents keep the wordings of the past; the catalogues hold the current ones.
const sources = import.meta.glob<string>(
  ['../server/**/*.ts', '!../server/**/*.test.ts', '!../server/accounts/words/consent-texts.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const texts: readonly Text[] = [
  ...[...english].map(([id, en]) => ({ id, en, hi: hindi.get(id) ?? '' })),
  ...Object.entries(sources).flatMap(([file, source]) => textsOf(file, source)),
]

function catalogue(files: Record<string, string>): Map<string, string> {
  return new Map(
    Object.values(files).flatMap(file =>
      Object.entries(JSON.parse(file) as Record<string, string>),
    ),
  )
}

/** What a source says in both languages side by side, and every literal in Hindi. */
function textsOf(file: string, source: string): Text[] {
  const pairs = source.matchAll(/\ben:\s*'([^'\n]*)',\s*hi:\s*'([^'\n]*)'/g)
  const literals = source.matchAll(/(['`])([^'`]*[\u0900-\u097f][^'`]*)\1/g)
  return [
    ...[...pairs].map(([, en = '', hi = '']) => ({ id: file, en, hi })),
    ...[...literals].map(([, , hi = '']) => ({ id: file, hi })),
  ]
}

/** Whether an English text has a word, whole, in the singular or the plural. The names of its places are not text. */
function says(text: string | undefined, word: string): boolean {
  const spoken = (text ?? '').replace(/\{\w+(?=[,}])|<\/?\w+>/g, '')
  const isAbbreviation = word === word.toUpperCase()
  return new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, isAbbreviation ? '' : 'i').test(spoken)
}

describe('the terms of the product', () => {
  test('the texts of the catalogues and of the server are found', () => {
    expect(english.size).toBeGreaterThan(400)
    expect(texts.length).toBeGreaterThan(english.size)
  })

  test.each(list.filter(({ notEn, notHi }) => notEn ?? notHi))(
    'nothing says "$en" with another word',
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
    'where the English says "$en" the Hindi has its word',
    ({ en: term, hi: word }) => {
      const lacking = texts.filter(
        ({ id, en, hi }) => says(en, term) && !hi.includes(word) && VERBS_IN_HINDI.get(id) !== term,
      )
      expect(lacking).toEqual([])
    },
  )

  test('a Hindi word has one spelling', () => {
    expect(texts.filter(({ hi }) => MISSPELT.test(hi))).toEqual([])
  })
})
