/** Copying, searching and reading a document aloud give its words, in every language. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LoanDocument } from '#contract/loan-document.ts'
import { documentPdf } from '#server/lending/documents/pdf.ts'
import { pdfTexts } from '#server/testing/pdf-text.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** Everything that a document may say. */
function messagesOf(language: Language): string[] {
  return ['keyfacts', 'addendum', 'document'].flatMap(area => {
    const file = new URL(`../../../words/${language}/server/${area}.json`, import.meta.url)
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  })
}

/** Conjuncts, signs before, around, above and below their letters, joiners, and names in two scripts. */
const HARD = [
  'क्षत्रिय श्रीकृष्ण ऋद्धि ट्रक्टर तऱ्हा ॲप र्‍याचा',
  'க்ஷேத்திரம் ஸ்ரீ கொடுத்தோம் பௌர்ணமி ஷ்ரீ',
  'క్ష్మ స్త్రీ జ్ఞానం ద్రవ్యోల్బణం ప్రైవసీ ప్రధాన',
  'ক্ষুদ্র স্ত্রী জ্ঞান কর্তৃপক্ষ র‍্যান্ডম পাওয়া চেয়ে কোটি সৌরভ',
  'office fluffy first GSTचा ₹1,00,000.50 (12.5%) “No” – ok.',
]
const OF_LANGUAGE: Readonly<Record<Language, number>> = { en: 0, hi: 0, mr: 0, ta: 1, te: 2, bn: 3 }

function documentOf(language: Language): { document: LoanDocument; expected: string[] } {
  const messages = messagesOf(language)
  const hard = [HARD[OF_LANGUAGE[language]] ?? '', HARD[4] ?? '']
  const rows = messages.map(text => ({ label: text.split(' ')[0] ?? '', value: text, note: text }))
  const table = {
    head: ['No.', messages[0] ?? '', 'Owed'],
    rows: messages.slice(0, 40).map((text, at) => [`${at + 1}`, text, '₹1,00,000.00']),
  }
  const document: LoanDocument = {
    orderId: 'an-order',
    kind: 'statement-of-account',
    title: say(language, 'document.title.statement-of-account'),
    letterhead: { name: 'Quixotic Finance', lines: hard },
    opening: messages.slice(0, 9),
    sections: [
      { title: messages[1] ?? '', rows, table: null },
      { title: messages[2] ?? '', rows: [], table },
    ],
    issuedAt: new Date('2026-11-21T04:30:00Z'),
    withdrawnAt: null,
    code: '7K3M-9QPX-0000-ABCD',
    verifyAt: 'https://saral.example/verify-document',
    hash: 'a'.repeat(64),
  }
  const expected = [
    'Quixotic Finance',
    ...hard,
    document.title,
    say(language, 'document.issued', { day: '…' }).split('…')[0] ?? '',
    ...document.opening,
    messages[1] ?? '',
    ...rows.flatMap(({ label, value, note }) => [label, value, note]),
    messages[2] ?? '',
    ...table.head,
    ...table.rows.flat(),
  ]
  return { document, expected }
}

/** Each is drawn once. */
const drawn = new Map<Language, Promise<Buffer>>()
function pdfOf(language: Language): Promise<Buffer> {
  const pdf = drawn.get(language) ?? documentPdf(documentOf(language).document, language)
  drawn.set(language, pdf)
  return pdf
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').normalize('NFC')
/** Joiners say how letters are drawn; readers of glyphs lose them. */
const withoutJoiners = (text: string) => plain(text).replace(/[\u200c\u200d]/g, '')

test.each(LANGUAGES)('every word of the page reads back, in its order: %s', async language => {
  const { expected } = documentOf(language)
  const pdf = await pdfOf(language)
  const { texts, outside, language: named } = pdfTexts(pdf)
  expect(named).toBe(`${language}-IN`)
  const read = texts.filter(({ role }) => role !== 'Figure').map(({ text }) => plain(text))
  for (const [at, text] of expected.entries()) expect(read[at]).toContain(plain(text))
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  for (let number = 1; number <= sheets; number += 1)
    expect(outside).toContain(say(language, 'document.page', { number, count: sheets }))
})

test.each(LANGUAGES)(
  'the words read back glyph by glyph, for readers that go by nothing else: %s',
  async language => {
    const { expected } = documentOf(language)
    const { texts } = pdfTexts(await pdfOf(language), { usesActualText: false })
    const read = texts
      .filter(({ role }) => role !== 'Figure')
      .map(({ text }) => withoutJoiners(text))
    for (const [at, text] of expected.entries()) expect(read[at]).toContain(withoutJoiners(text))
  },
)

test('headings, tables, cells and the code have their place in the structure', async () => {
  const { texts } = pdfTexts(await pdfOf('en'))
  const roles = new Set(texts.map(({ role }) => role))
  expect([...roles].toSorted()).toEqual(['Figure', 'H1', 'H2', 'P', 'TD', 'TH'])
})
