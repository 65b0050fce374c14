import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messagesIn, proseIn } from './prose.ts'

const contract = new URL('../../contract/', import.meta.url)

test('every description of a call is found, and nothing else', () => {
  for (const file of readdirSync(contract).filter(
    name => name.endsWith('.ts') && !name.includes('.test.'),
  )) {
    const source = readFileSync(new URL(file, contract), 'utf8')
    const matches = source.match(/^ {4}does:/gm) ?? []
    expect(proseIn(source), file).toHaveLength(matches.length)
    for (const sentence of proseIn(source))
      expect(sentence.split('\n').length, sentence).toBeLessThanOrEqual(2)
  }
})

test('the message of a schema about a wrong value is found, and no other text', () => {
  const schema =
    "v.pipe(v.string(), v.check(isDay, 'Not a day.'), v.custom(\n  isFile,\n  'A file is needed.',\n))"
  expect(messagesIn(schema)).toEqual(["'Not a day.'", "'A file is needed.'"])
  expect(messagesIn("{ path: '/a', of: v.picklist(['A', 'B']), at: f('A b.', c) }")).toEqual([])
})

test('a quoted apostrophe does not end a sentence', () => {
  expect(proseIn(`{ does: "The borrower's orders.", method: 'GET' }`)).toEqual([
    `does: "The borrower's orders.",`,
  ])
})
