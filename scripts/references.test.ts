import { describe, expect, test } from 'vitest'
import { danglingReferences, missingPaths } from './references.ts'
import { sourceFiles } from './source-files.ts'

const file = (path: string, text: string) => ({ path, text, sizeBytes: text.length })

const docs = [
  file(
    'docs/specification.md',
    '# Specification\n\n## 4. States\n\n### Login\n\n## 5. Validation rules\n',
  ),
  file('docs/product.md', '# Product\n\n## 5. Money\n\n## 10. Security\n'),
  file(
    'docs/regulation.md',
    '# Regulation\n\n## 4.8 KYC\n\n### C7. Extension for a fee\n\n### R11. Rights\n',
  ),
  file('docs/decisions/017-keys-that-rotate.md', '# 17. Keys that rotate\n'),
]
// The parts are joined here, so that this file itself refers to nothing that does not exist.
const to = (document: string, places: string) => `${document} ${places}`
const dangling = (text: string) =>
  danglingReferences([...docs, file('domain/lending/order.ts', text)])

test('every reference in the repository leads to a heading or a record', () => {
  const files = sourceFiles()
  expect(files.filter(({ text }) => /specification §\d/.test(text)).length).toBeGreaterThan(10)
  expect(danglingReferences(files)).toEqual([])
})

describe('names a reference that leads nowhere', () => {
  const specification = 'docs/specification.md has no such heading'
  const regulation = 'docs/regulation.md has no such heading'
  const records = 'docs/decisions has no such record'
  const cases: [text: string, reference: string, fault: string][] = [
    [to('specification', '§9'), to('specification', '§9'), specification],
    [to('spec', '§6'), to('spec', '§6'), specification],
    [to('The specification', '(§8) says'), to('specification', '§8'), specification],
    [to('product', '§7'), to('product', '§7'), 'docs/product.md has no such heading'],
    [to('specification', '§4, §5, §12'), to('specification', '§12'), specification],
    [to('specification', '§4, "KYC", §12'), to('specification', '§12'), specification],
    [to('specification', '§5 and §8'), to('specification', '§8'), specification],
    [to('regulation', 'C8'), to('regulation', 'C8'), regulation],
    [to('regulation', 'R11, R12'), to('regulation', 'R12'), regulation],
    [to('regulation,', '4.9'), to('regulation', '4.9'), regulation],
    [to('decision', '18'), to('decision', '18'), records],
    [to('decision', '099'), to('decision', '099'), records],
    [to('decisions', '17 and 18'), to('decision', '18'), records],
  ]

  test.each(cases)('%s', (text, reference, fault) => {
    expect(dangling(`const a = 1\n// See ${text}\n`)).toEqual([
      `domain/lending/order.ts:2 refers to ${reference}, and ${fault}.`,
    ])
  })

  test('a record of another file name', () => {
    const name = `017-${'old-title'}.md`
    expect(dangling(`[17](${name})`)).toEqual([
      `domain/lending/order.ts:1 names ${name}, and ${records}.`,
    ])
  })

  test('a reference that a comment breaks over two lines', () => {
    expect(dangling(`/**\n * As written (${to('specification', '\n * §9')}).\n */`)).toEqual([
      `domain/lending/order.ts:2 refers to ${to('specification', '§9')}, and ${specification}.`,
    ])
  })
})

describe('accepts a reference that leads somewhere', () => {
  const cases = [
    'specification §4, "Login", §5',
    'The specification (§5) says',
    'product §10, "Session"',
    'regulation C7; 4.8: no rejection',
    'regulation R11; docs/decisions/017-keys-that-rotate.md',
    'decision 17',
    'decision 017',
    'a decision of 3 people',
    'RFC 9562 §6.2',
  ]

  test.each(cases)('%s', text => {
    expect(dangling(`// ${text}`)).toEqual([])
  })
})

test('every file and folder that a document names or links to exists', () => {
  expect(missingPaths(sourceFiles())).toEqual([])
})

test('names a file that a document names or links to and that does not exist', () => {
  const page = file(
    'docs/add-a-rule.md',
    'In `domain/lending/`, `domain/lending/order.ts`, `domain/old.ts`: [a](product.md), [b](gone.md#x), [c](https://saral.example)',
  )
  expect(missingPaths([...docs, page, file('domain/lending/order.ts', '')])).toEqual([
    'docs/add-a-rule.md names domain/old.ts, which is not there.',
    'docs/add-a-rule.md names docs/gone.md, which is not there.',
  ])
})
