import { describe, expect, test } from 'vitest'
import { compile } from '#words/compile.ts'
import { fill, type Values } from '#words/messages.ts'

function say(text: string, values: Values = {}, language = 'en'): string {
  return fill(compile(text, 'sample'), values, language)
}

describe('a message', () => {
  test.each<[message: string, values: Values, text: string]>([
    ['Plain, with # and ₹.', {}, 'Plain, with # and ₹.'],
    ['{page} – Saral', { page: 'Home' }, 'Home – Saral'],
    ['{a}{b} of {a}', { a: 1, b: 'x' }, '1x of 1'],
    ["It''s '{'{n}'}'", { n: 2 }, "It's {2}"],
    ['Nothing for {missing}.', {}, 'Nothing for .'],
    ['{n, plural, one {# day} other {# days}}', { n: 1 }, '1 day'],
    ['{n, plural, one {# day} other {# days}}', { n: 120000 }, '1,20,000 days'],
    ['{n, plural, =0 {none} one {# day} other {# days}} left', { n: 0 }, 'none left'],
    [
      '{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}',
      { n: 3 },
      'you and 2 others',
    ],
    ['{n, plural, other {# of {all}}}', { n: 2, all: 5 }, '2 of 5'],
    ['{metal, select, gold {Gold} other {Metal}}', { metal: 'gold' }, 'Gold'],
    ['{metal, select, gold {Gold} other {Metal}}', { metal: 'tin' }, 'Metal'],
  ])('%j with %j', (message, values, text) => {
    expect(say(message, values)).toBe(text)
  })

  test('follows the plural rules of its language: in Hindi zero takes the form of one', () => {
    const text = '{n, plural, one {# दिन} other {# दिनों}}'
    expect([0, 1, 2].map(n => say(text, { n }, 'hi'))).toEqual(['0 दिन', '1 दिन', '2 दिनों'])
  })

  test.each(['{n, plural, one {#}', '{when, date, short}', '{n, number}'])(
    'that cannot be filled in is refused: %j',
    text => {
      expect(() => compile(text, 'sample')).toThrow('sample does not parse')
    },
  )
})
