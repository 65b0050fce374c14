/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import terms from './terms.json' with { type: 'json' }

/*
 * terms.json names each term of the product once: its word in English and in Hindi (a part of the
 * word that every form of it has), and the words not to use for it. The catalogues keep to it; the
 * consents do not, since they hold the wordings of the past.
 */
type Term = { en: string; hi: string; notEn?: string[]; notHi?: string[] }
type Text = { id: string; en: string; hi: string }

const list: readonly Term[] = terms

/** Words that the specification gives. */
const SPECIFIED = new Map([['orders.detail.tenure', 'tenure']])
/**
 * Texts that say a term otherwise in Hindi. The button "Repayment" is the verb "repay", also where an
 * answer names the button; "late payments" are a delay, and a verb is not the noun.
 */
const SAID_OTHERWISE = new Map([
  ['home.order.repay', 'repayment'],
  ['orders.detail.repayment', 'repayment'],
  ['faq.repayment.content', 'repayment'],
  ['faq.fraud.content', 'repayment'],
  ['faq.overdue.content', 'payment'],
  ['about.text', 'offer'],
])
/** One word has one spelling: no dot below क, ख and ग, and a dot in the words that have it. */
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
const texts: readonly Text[] = [...english].map(([id, en]) => ({ id, en, hi: hindi.get(id) ?? '' }))

function catalogue(files: Record<string, string>): Map<string, string> {
  return new Map(
    Object.values(files).flatMap(file =>
      Object.entries(JSON.parse(file) as Record<string, string>),
    ),
  )
}

/** Whether an English text has a word, whole, in the singular or the plural. The names of its places are not text. */
function says(text: string, word: string): boolean {
  const spoken = text.replace(/\{\w+(?=[,}])|<\/?\w+>/g, '')
  const isAbbreviation = word === word.toUpperCase()
  return new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, isAbbreviation ? '' : 'i').test(spoken)
}

describe('the terms of the product', () => {
  test('the texts of the catalogues are found', () => {
    expect(texts.length).toBeGreaterThan(400)
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
        ({ id, en, hi }) => says(en, term) && !hi.includes(word) && SAID_OTHERWISE.get(id) !== term,
      )
      expect(lacking).toEqual([])
    },
  )

  test('a Hindi word has one spelling', () => {
    expect(texts.filter(({ hi }) => MISSPELT.test(hi))).toEqual([])
  })
})
