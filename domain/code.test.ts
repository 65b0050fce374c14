import { describe, expect, test } from 'vitest'
import { readCode, typedCode } from '#domain/code.ts'

const keyByKey = (text: string, count: number) =>
  [...text].reduce((field, char) => typedCode(field + char, count), '')

describe('a code of four digits', () => {
  test.each([
    '1234',
    '१२३४',
    '১২৩৪',
    '１２３４',
    '12 34',
    '12-34',
    '1 2 3 4',
    '1234 is your Saral code',
    'G-1234',
    '\u200e1234\u200f',
  ])('is read in %j, pasted and key by key', typed => {
    expect(readCode(typed, 4)).toBe('1234')
    expect(typedCode(typed, 4)).toBe('1234')
    expect(keyByKey(typed, 4)).toBe('1234')
  })

  test.each([
    'Your code is 1234. It is valid for 5 minutes.',
    'Code 1234, 1234',
    '<#> 1234 AbC+x1',
  ])('is read in the message %j, pasted', typed => {
    expect(readCode(typed, 4)).toBe('1234')
    expect(typedCode(typed, 4)).toBe('1234')
  })

  test.each(['12345', '123456', '1234 5678', '1234 or 5678', 'abcd', '12a4', '12.34'])(
    'is not read in %j, which stays and is refused',
    typed => {
      expect(readCode(typed, 4)).toBeUndefined()
      expect(typedCode(typed, 4)).toBe(typed)
      expect(readCode(typedCode(typed, 4), 4)).toBeUndefined()
    },
  )

  test.each([
    ['', ''],
    ['1', '1'],
    ['12 ', '12'],
    ['१२३', '123'],
  ])('is begun in %j', (typed, shown) => {
    expect(typedCode(typed, 4)).toBe(shown)
    expect(readCode(shown, 4)).toBe(shown)
  })
})

test('a code of six digits is read in its own length', () => {
  expect(readCode('1234 56', 6)).toBe('123456')
  expect(readCode('OTP 654321 for Aadhaar XXXX 1234', 6)).toBe('654321')
  expect(readCode('1234', 6)).toBe('1234')
  expect(readCode('1234567', 6)).toBeUndefined()
})
