import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstNameOf, nameAgreement, searchableName } from '#domain/identity/person-name.ts'
import { runs } from '#domain/testing/runs.ts'

function expectAgreement(a: string, b: string, expected: string): void {
  expect(nameAgreement(a, b)).toBe(expected)
  expect(nameAgreement(b, a)).toBe(expected)
}

describe('the same name', () => {
  test.each([
    ['Rahul Kumar Verma', 'RAHUL KUMAR VERMA'],
    ['Rahul Kumar Verma', 'Verma, Rahul Kumar'],
    ['Ram Kumar Verma', 'Ramkumar Verma'],
    ['Ramkumar Verma', 'VERMA RAM KUMAR'],
    ['Ram Mohan Rao', 'Rammohan Rao'],
    ['A P J Abdul Kalam', 'ABDUL KALAM APJ'],
    ['Rahul Verma', 'RAHULVERMA'],
    ['Sri Lakshmi', 'Srilakshmi'],
    ['Shri Rahul Verma', 'Rahul  Verma'],
    ['Mr Rahul Verma', 'Rahul Verma'],
    ['Rahul Verma', 'VERMA RAHUL MR'],
    ['Mrs. Asha Verma', 'Asha Verma'],
    ['Asha Verma', 'MRS ASHA VERMA'],
    ['Miss Asha Verma', 'Asha Verma'],
    ['Ms Asha Verma', 'Smt. Asha Verma'],
    ['Km Asha Verma', 'KUMARI ASHA VERMA'],
    ['Dr Asha Verma', 'Asha Verma'],
    ["D'Souza Maria", 'Maria DSouza'],
    ['José Fernandes', 'JOSE FERNANDES'],
    ['Mohammed Imran Khan', 'MD IMRAN KHAN'],
    ['Mohd. Irfan', 'MUHAMMAD IRFAN'],
    ['Mohamed Irfan', 'Mohammad Irfan'],
    ['Lakshmi Devi', 'LAXMI DEVI'],
    ['Sreenivas Rao', 'SRINIVAS RAO'],
    ['Shrinivas Rao', 'Srinivas Rao'],
    ['Geetha Pooja', 'GITA PUJA'],
    ['Rahul Verma S/O Suresh Verma', 'Rahul Verma'],
    ['Asha Verma W/o. Rahul', 'ASHA VERMA'],
    ['Asha Verma daughter of Rahul', 'ASHA VERMA'],
    ['सुरेश वर्मा', 'सुरेश वर्मा'],
    ['श्रीलक्ष्मी', 'श्री\u200dलक्ष्\u200dमी'],
    ['श्री राहुल वर्मा', 'राहुल वर्मा'],
    ['फ़रहान ज़ैदी', 'फरहान जैदी'],
  ])('%s and %s', (a, b) => expectAgreement(a, b, 'same'))
})

describe('perhaps the same name: a person decides', () => {
  test.each([
    ['Rahul Kumar Verma', 'Rahul Verma'],
    ['Rahul Kumar Verma', 'Rahul K. Verma'],
    ['Rahul Kumar Verma', 'R. K. Verma'],
    ['Rahul Kumar Verma', 'RK VERMA'],
    ['K. Ramesh', 'Ramesh Krishnan'],
    ['Ramesh K', 'Ramesh'],
    ['K R Ramesh', 'Ramesh Krishnan Rao'],
    ['Ramesh Krishnan Rao', 'KR RAMESH'],
    ['Ramesh', 'Ramesh K Rao'],
    ['Rao', 'R Rao'],
    ['Ram Kumar', 'K Kumar Ram'],
    ['K KR', 'KR'],
    ['Sunita', 'SUNITA DEVI'],
    ['Rahul', 'Rahul Verma'],
    ['Venkata Subramanian Raju', 'VENKATA SUBRAMANIA'],
    ['Lakshminarayanan Venkatasubramanian', 'LAKSHMINARAYANAN VEN'],
    ['Padmanabhan', 'PADMANABHA'],
    ['Asha Verma', 'Asha Sharma'],
    ['Rahul Kumar Verma', 'Rahul Kumar Sharma'],
    ['Anjali Banerjee', 'ANJALI BANDYOPADHYAY'],
    ['Ravi Choudhary', 'RAVI CHOWDHURY'],
    ['Vivek Ray', 'Bibek Roy'],
    ['Saurabh Ghosh', 'SOURAV GHOSH'],
    ['Subramaniam Iyer', 'SUBRAHMANYAN IYER'],
    ['Krishna Murthy', 'Kishan Murthy'],
    ['Jnanesh Patil', 'DNYANESH PATIL'],
    ['Yogesh Das', 'Jogesh Das'],
    ['Azhagan Raja', 'ALAGAN RAJA'],
    ['Rahul Verma', 'RAHLU VERMA'],
    ['Rameshbhai Patel', 'RAMESH PATEL'],
    ['Raju Yadav', 'RAJENDRA YADAV'],
    ['Sheikh Abdul', 'SK ABDUL'],
    ['Sunil Kr Verma', 'SUNIL KUMAR VERMA'],
    ['Abdul Rahman', 'ABDUR REHMAN'],
    ['Asha Verma', 'Asha Verma Sharma'],
    ['R. Verma', 'Sunil Verma'],
    ['R K', 'Rahul Kumar'],
    ['Rahul Verma', 'राहुल वर्मा'],
    ['Rahul Verma', 'সুনীল ভার্মা'],
    ['राहुल वर्मा', 'सुनील वर्मा'],
    ['राहुल वर्मा', 'राहूल वर्मा'],
    ['', 'Rahul'],
    ['', ''],
    ['Shri', 'Shri'],
    ['*****', 'Rahul Verma'],
  ])('%s and %s', (a, b) => expectAgreement(a, b, 'close'))
})

describe('another person', () => {
  test.each([
    ['Rahul Verma', 'Sunil Verma'],
    ['Imran Khan', 'Salman Khan'],
    ['Priya Sharma', 'Pooja Sharma'],
    ['Ramesh Rao', 'Suresh Rao'],
    ['Mukesh Kumar', 'Mahesh Kumar'],
    ['Sunil Verma', 'Sunita Verma'],
    ['Rita Das', 'Gita Das'],
    ['Asha Verma', 'Ashok Verma'],
    ['Ravi Verma', 'Rupa Verma'],
    ['Mohammed Imran', 'MD SALMAN'],
    ['Mohd Imran Khan', 'Mohd Salman Khan'],
    ['Abdul Rahman', 'Abdul Rahim'],
    ['Mr Rahul Verma', 'Mrs Asha Verma'],
    ['Kumari Asha', 'Kumari Priya'],
    ['Rahul', 'Sunil'],
    ['Rahul Verma', 'Farhan Qureshi'],
    ['Rahul Verma', 'Sunil Verma S/O Rahul Verma'],
  ])('%s and %s', (a, b) => expectAgreement(a, b, 'different'))
})

/** No title ends in `n`. */
const word = fc.stringMatching(/^[A-Z][a-z]{2,8}n$/)
const names = fc.array(word, { minLength: 1, maxLength: 4 })
const anyName = fc.oneof(
  names.map(words => words.join(' ')),
  fc
    .array(fc.constantFrom('Ram', 'R', 'KR', 'Rao', 'K', 'Kumar', 'Md', 'Mrs', 'Verma'), {
      maxLength: 4,
    })
    .map(words => words.join(' ')),
  fc.string({ unit: 'grapheme' }),
)
/** Writes all of a name, or changes it as registers and banks do. */
const otherSpellings: readonly ((name: string) => string)[] = [
  name => name.toUpperCase(),
  name => `Shri ${name}`,
  name => `${name} Devi`,
  name => name.replaceAll(' ', ''),
  name => name.replaceAll(' ', ' . '),
  name => name.split(' ').toReversed().join(' '),
  name => name.split(' ').slice(0, 1).join(' '),
  name =>
    name
      .split(' ')
      .map((each, at) => (at === 0 ? each : each.slice(0, 1)))
      .join(' '),
  name => name.slice(0, 20),
  name => name.slice(0, 4),
  name => name.replaceAll('ksh', 'x').replaceAll('ee', 'i'),
  name => `${name} S/O Suresh`,
]

test('never takes a name for another person’s because of how it is written', () => {
  fc.assert(
    fc.property(names, fc.constantFrom(...otherSpellings), (words, respell) => {
      const name = words.join(' ')
      expect(nameAgreement(name, respell(name))).not.toBe('different')
    }),
    { numRuns: runs(2_000) },
  )
})

test('does not depend on case, order and punctuation', () => {
  fc.assert(
    fc.property(names, fc.constantFrom(' ', ', ', '  ', '. '), (words, gap) => {
      const reversed = words.toReversed().join(gap).toUpperCase()
      expect(nameAgreement(words.join(' '), reversed)).toBe('same')
    }),
  )
})

test('does not depend on the order of the documents', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => {
      expect(nameAgreement(a, b)).toBe(nameAgreement(b, a))
    }),
    { numRuns: runs(2_000) },
  )
})

test.each([
  ['Asha Verma', 'Asha'],
  ['SMT. Asha Verma', 'Asha'],
  ['Md Imran', 'Imran'],
  ['MD.IMRAN KHAN', 'IMRAN'],
  ['Ms Asha Verma', 'Asha'],
  ['Kumari Asha', 'Asha'],
  ['Asha Kumari', 'Asha'],
  ['Mohd. Irfan', 'Irfan'],
  ['Shri Dr. Rahul Verma', 'Rahul'],
  ['Mohammed Rafi', 'Mohammed'],
  ['K. R. Narayanan', 'Narayanan'],
  ['KR Narayanan', 'Narayanan'],
  ['  मीना  वर्मा ', 'मीना'],
  ['श्रीमती मीना वर्मा', 'मीना'],
  ['মোঃ ইমরান', 'ইমরান'],
  ['S', 'S'],
  ['Md', ''],
  ['Mrs.', ''],
  ['', ''],
])('%s is called %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})

test.each([
  ['Smt. Asha Verma', 'verma, asha'],
  ['श्री\u200dलक्ष्\u200dमी', 'श्रीलक्ष्मी'],
])('searches %s as %s', (a, b) => {
  expect(searchableName(a)).toBe(searchableName(b))
})
