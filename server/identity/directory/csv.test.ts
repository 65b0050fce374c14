import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from './csv.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function read(text: string, size = 3) {
  const records: object[] = []
  for await (const record of csvRecords(inPieces(text, size))) records.push(record)
  return records
}

test('reads fields, quotes, line breaks in them, and a last line without an end', async () => {
  const text = 'BANK,ADDRESS\r\nOne,"a, ""b""\nc"\r\n\r\nTwo,\nThree,x'
  expect(await read(text)).toEqual([
    { BANK: 'One', ADDRESS: 'a, "b"\nc' },
    { BANK: 'Two', ADDRESS: '' },
    { BANK: 'Three', ADDRESS: 'x' },
  ])
})

test('a short row has empty fields, and a byte-order mark belongs to no name', async () => {
  expect(await read('\uFEFFA,B\n1')).toEqual([{ A: '1', B: '' }])
})

test('an unclosed quote is an error', async () => {
  await expect(read('A\n"x')).rejects.toThrow('quoted field')
})

test('reads every written file, in chunks of any size', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'ह'), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field), { maxLength: 5 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, size) => {
        const quoted = rows.map(row => row.map(each => `"${each.replaceAll('"', '""')}"`).join(','))
        expect(await read(['A,B', ...quoted].join('\n'), size)).toEqual(
          rows.map(([A, B]) => ({ A, B })),
        )
      },
    ),
  )
})
