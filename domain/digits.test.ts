import { expect, test } from 'vitest'
import { asciiDigits, isDigits, onlyDigits, typedDigits } from '#domain/digits.ts'

/** Every decimal digit of Unicode, in the order of its code points: row after row from 0 to 9. */
const everyDigit = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter(point => point < 0xd800 || point > 0xdfff)
  .map(point => String.fromCodePoint(point))
  .filter(char => /\p{Nd}/u.test(char))

test('every digit of every script becomes the ASCII digit of its value', () => {
  expect(everyDigit.length).toBeGreaterThan(600)
  everyDigit.forEach((digit, at) => {
    expect(asciiDigits(digit)).toBe(String(at % 10))
  })
})

test.each([
  ['१२३', '123'],
  ['৪৫৬', '456'],
  ['௭௮௯', '789'],
  ['౦౧౨', '012'],
  ['١٢٣', '123'],
  ['۴۵۶', '456'],
  ['７８９', '789'],
  ['a१ b२', 'a1 b2'],
  ['½²①Ⅷ', '½²①Ⅷ'],
])('%s is %s in ASCII digits', (text, ascii) => expect(asciiDigits(text)).toBe(ascii))

test.each([
  ['4321 8765 2109', '432187652109'],
  ['४३२१-८७६५-२१०९', '432187652109'],
  ['\u200e4321\u00a08765', '43218765'],
  ['560 001', '560001'],
  ['-500', '-500'],
  ['7.5', '7.5'],
  ['12a4', '12a4'],
  ['XXXX 1234', 'XXXX 1234'],
  ['', ''],
])('a field of digits shows %j as %j', (typed, shown) => expect(typedDigits(typed)).toBe(shown))

test('only digits are left of a text that is trimmed to them', () => {
  expect(onlyDigits('A/c १२ 34-5')).toBe('12345')
})

test('a text of digits has exactly this many ASCII digits', () => {
  expect(isDigits('1234', 4)).toBe(true)
  for (const text of ['123', '12345', '12a4', '१२३४', '1234\n'])
    expect(isDigits(text, 4)).toBe(false)
})
