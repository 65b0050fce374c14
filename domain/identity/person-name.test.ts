import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstNameOf, nameAgreement } from '#domain/identity/person-name.ts'

test.each([
  ['Rahul Kumar Verma', 'RAHUL KUMAR VERMA', 'same'],
  ['Rahul Kumar Verma', 'Verma, Rahul Kumar', 'same'],
  ['Ram Kumar Verma', 'Ramkumar Verma', 'same'],
  ['Shri Rahul Verma', 'Rahul  Verma', 'same'],
  ['Mr Rahul Verma', 'Rahul Verma', 'same'],
  ['Mrs. Asha Verma', 'Asha Verma', 'same'],
  ['Miss Asha Verma', 'Asha Verma', 'same'],
  ['Dr Asha Verma', 'Asha Verma', 'same'],
  ["D'Souza Maria", 'Maria DSouza', 'same'],
  ['José Fernandes', 'JOSE FERNANDES', 'same'],
  ['सुरेश वर्मा', 'सुरेश वर्मा', 'same'],
  ['Rahul Kumar Verma', 'Rahul Verma', 'close'],
  ['Rahul Kumar Verma', 'Rahul K. Verma', 'close'],
  ['Rahul Kumar Verma', 'R. K. Verma', 'close'],
  ['K. Ramesh', 'Ramesh Krishnan', 'close'],
  ['Ramesh K', 'Ramesh', 'close'],
  ['K R Ramesh', 'Ramesh Krishnan Rao', 'close'],
  ['Rahul', 'Rahul Verma', 'different'],
  ['Ramesh', 'Ramesh K Rao', 'different'],
  ['Rahul Verma', 'Rohit Verma', 'different'],
  ['Rahul Kumar Verma', 'Rahul Kumar Sharma', 'different'],
  ['R. Verma', 'Sunil Verma', 'different'],
  ['R K', 'Rahul Kumar', 'different'],
  ['Rahul Verma', 'सुरेश वर्मा', 'different'],
  ['', 'Rahul', 'different'],
  ['', '', 'different'],
  ['Shri', 'Shri', 'different'],
])('%s and %s: %s', (a, b, expected) => {
  expect(nameAgreement(a, b)).toBe(expected)
  expect(nameAgreement(b, a)).toBe(expected)
})

const word = fc.stringMatching(/^[A-Z][a-z]{2,7}$/)
const names = fc.array(word, { minLength: 1, maxLength: 4 })

test('case, order and punctuation do not matter', () => {
  fc.assert(
    fc.property(names, fc.constantFrom(' ', ', ', '  ', '. '), (words, gap) => {
      fc.pre(!words.some(one => ['MRS', 'MISS', 'SHRI', 'SMT'].includes(one.toUpperCase())))
      expect(nameAgreement(words.join(' '), [...words].reverse().join(gap).toUpperCase())).toBe(
        'same',
      )
    }),
  )
})

test('the order of the documents does not matter', () => {
  const near = fc.array(fc.constantFrom('Ram', 'R', 'Rao', 'K', 'Kumar', 'Kiran', 'Verma'), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(near, near, (a, b) => {
      expect(nameAgreement(a.join(' '), b.join(' '))).toBe(nameAgreement(b.join(' '), a.join(' ')))
    }),
    { numRuns: 2_000 },
  )
})

test('a middle name left out, or cut to its initial, is still close', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 3, maxLength: 3 }),
      ([first = '', middle = '', last = '']) => {
        fc.pre(
          ![first, middle, last].some(one =>
            ['MRS', 'MISS', 'SHRI', 'SMT'].includes(one.toUpperCase()),
          ),
        )
        const whole = `${first} ${middle} ${last}`
        expect(nameAgreement(whole, `${first} ${last}`)).toBe('close')
        expect(nameAgreement(whole, `${first} ${middle.slice(0, 1)} ${last}`)).toBe('close')
      },
    ),
  )
})

test.each([
  ['Asha Verma', 'Asha'],
  ['SMT. Asha Verma', 'Asha'],
  ['K. R. Narayanan', 'Narayanan'],
  ['  मीना  वर्मा ', 'मीना'],
  ['S', 'S'],
  ['', ''],
])('%s is called %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
