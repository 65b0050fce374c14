import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  documentCodeOf,
  readDocumentCode,
  spacedDocumentCode,
} from '#domain/lending/document-code.ts'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 32 })

test('a code is read however it is typed', () => {
  fc.assert(
    fc.property(bytes, random => {
      const code = documentCodeOf(random)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
      const printed = spacedDocumentCode(code)
      expect(printed).toMatch(/^(.{4}-){3}.{4}$/)
      const heard = printed
        .toLowerCase()
        .replaceAll('0', 'o')
        .replace('1', 'l')
        .replaceAll('-', ' ')
      for (const typed of [code, printed, heard, ` ${printed} `])
        expect(readDocumentCode(typed)).toBe(code)
    }),
  )
})

test('every bit counts: different bytes give a different code', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.nat(79), (random, bit) => {
      const other = Uint8Array.from(random)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(documentCodeOf(other)).not.toBe(documentCodeOf(random))
    }),
  )
})

test.each([
  '',
  'ABCD',
  'ABCD-EFGH-JKMN-PQR',
  'ABCD-EFGH-JKMN-PQRSU',
  'ABCD-EFGH-JKMN-PQRU',
  'ABCD-EFGH-JKMN-PQR!',
])('no code: "%s"', typed => expect(readDocumentCode(typed)).toBeUndefined())

test('each five bits are one digit of base 32, from the left', () => {
  const bytes = [0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf]
  expect(documentCodeOf(new Uint8Array([...bytes, 0xff]))).toBe('0123456789ABCDEF')
  expect(documentCodeOf(new Uint8Array(10).fill(0xff))).toBe('ZZZZZZZZZZZZZZZZ')
})

test('a typed I or L is a 1, an O is a 0', () => {
  expect(readDocumentCode('ilo0-abcd-efgh-jkmn')).toBe('1100ABCDEFGHJKMN')
})

test('needs at least ten random bytes', () =>
  expect(() => documentCodeOf(new Uint8Array(9))).toThrow(RangeError))
