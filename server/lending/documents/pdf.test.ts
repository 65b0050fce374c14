import { expect, test } from 'vitest'
import type { LoanDocument } from '#contract/loan-document.ts'
import { documentPdf } from '#server/lending/documents/pdf.ts'
import { drawnPdf } from '#server/lending/documents/thread.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { say } from '#words/say.ts'

function longDocument(language: Language): LoanDocument {
  const lines = Array.from({ length: 90 }, (_, at) => [
    `${at + 1}`,
    'ब्याज Interest',
    '₹35.00',
    '₹1,00,000.00',
  ])
  return {
    orderId: 'an-order',
    kind: 'statement-of-account',
    title: say(language, 'document.title.statement-of-account'),
    letterhead: { name: 'Quixotic Finance', lines: ['RBI registration N-1'] },
    opening: ['क्षत्रिय श्रीकृष्ण ऋद्धि ट्रक्टर'],
    sections: [
      {
        title: 'The account',
        rows: [{ label: 'Owed', value: '₹1,00,000.00', note: 'A note' }],
        table: null,
      },
      {
        title: 'All entries',
        rows: [],
        table: { head: ['No.', 'What', 'Charged', 'Owed'], rows: lines },
      },
    ],
    issuedAt: new Date('2026-11-21T04:30:00Z'),
    withdrawnAt: null,
    code: '7K3M-9QPX-0000-ABCD',
    verifyAt: 'https://saral.example/verify-document',
    hash: 'a'.repeat(64),
  }
}

test.each(LANGUAGES)(
  'a document has the same bytes each time, on as many sheets as it needs: %s',
  async language => {
    const once = await documentPdf(longDocument(language), language)
    const again = await documentPdf(longDocument(language), language)
    expect(once.equals(again)).toBe(true)
    const text = once.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.7/)
    expect(text).toContain(`/Lang (${language}-IN)`)
    expect(text).toContain('/MarkInfo')
    expect(text).toContain('/S /Figure')
    expect(text).toContain('D:20261121043000Z')
    expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
    expect(once.length).toBeLessThan(200_000)
  },
)

test('another instant, or another word, makes another file', async () => {
  const first = await documentPdf(longDocument('en'), 'en')
  const later = await documentPdf(
    { ...longDocument('en'), issuedAt: new Date('2026-11-22T04:30:00Z') },
    'en',
  )
  expect(first.equals(later)).toBe(false)
})

test('the thread draws the same bytes, many one after another, and continues after a failure', async () => {
  const here = await documentPdf(longDocument('en'), 'en')
  const drawn = await Promise.all([
    drawnPdf(longDocument('en'), 'en'),
    drawnPdf(longDocument('hi'), 'hi'),
    drawnPdf(longDocument('en'), 'en'),
  ])
  expect(drawn.map(each => each.equals(here))).toEqual([true, false, true])
  await expect(drawnPdf({ ...longDocument('en'), sections: null as never }, 'en')).rejects.toThrow()
  expect((await drawnPdf(longDocument('en'), 'en')).equals(here)).toBe(true)
})
