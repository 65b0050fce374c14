import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Nobody reads more than this. */
const MAX_WORDS = 45_000

/** Counts words as `wc -w` does. */
const words = (text: string) => text.split(/\s+/).filter(word => word !== '').length

test('all documents together have at most 45,000 words', () => {
  const documents = sourceFiles()
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, text }) => ({ path, words: words(text) }))
  expect(documents.length).toBeGreaterThan(100)
  const largest = documents.toSorted((a, b) => b.words - a.words).slice(0, 10)
  const total = documents.reduce((sum, document) => sum + document.words, 0)
  expect(total, `The largest: ${JSON.stringify(largest)}`).toBeLessThanOrEqual(MAX_WORDS)
})

test.each([
  ['', 0],
  ['one  two\n\nthree', 3],
  ['- `a b` |', 4],
])('%j has %i words', (text, count) => {
  expect(words(text)).toBe(count)
})
