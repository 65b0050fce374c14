/** Values that break careless code: none is random, so that every run tries them. */
import * as fc from 'fast-check'

const LONG = [65, 201, 2_001, 9_000].map(length => 'x'.repeat(length))
const CONTROL = ['\0', 'a\0b', '\r\nset-cookie: a=b', '\u001b[31m', '\u007f']
const UNICODE = [
  '\ud800',
  'a\udfff',
  '\u202egnp.exe',
  '\u200f9876543210',
  '\u0661\u0662\u0663',
  '\uff11\uff12',
  'e\u0301'.repeat(50),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\ufeff1',
]
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']
const CODE = [
  "'; DROP TABLE borrower; --",
  "' OR '1'='1",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  '#{7*7}',
  '{"a":1}',
  '{0}',
  '{amount}',
]
const NUMBERS_AS_TEXT =
  'NaN Infinity -0 1e309 0x1f 1e3 7,5 1_000 00007 +7 7. 9007199254740993 99999999999999999999 -1 0.001 1.005'.split(
    ' ',
  )
const BLANK = ['', ' ', ' 7 ']
const TIMES = [
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-11-31T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21T23:59:60Z',
  '2026-11-21T04:30:00+23:59',
  '+275760-09-13T00:00:00.000Z',
]

export const HOSTILE_TEXTS: readonly string[] = [
  ...LONG,
  ...CONTROL,
  ...UNICODE,
  ...NAMES,
  ...CODE,
  ...NUMBERS_AS_TEXT,
  ...BLANK,
  ...TIMES,
]

/** Amounts and counts at and beyond every border, floats in place of paise among them. */
export const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.001,
  0.005,
  0.01,
  1.005,
  1e-7,
  4_999.999,
  99_999_999,
  1_000_000_000,
  1_000_000_001,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  90_071_992_547_409.91,
  1e21,
  1e308,
  -1e308,
]

/** Deeper than any schema; the twists send deeper values. */
const DEPTH = 100
const nested = (open: (inside: unknown) => unknown) => {
  let value: unknown = 0
  for (let at = 0; at < DEPTH; at += 1) value = open(value)
  return value
}
const DEEP_LIST = nested(inside => [inside])
const DEEP_OBJECT = nested(inside => ({ a: inside }))

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: 1_000_000_000 },
  { $gt: '' },
  { toString: 'x' },
  { toJSON: 'x' },
  { refused: 'not-found' },
  { size: 1, arrayBuffer: 1 },
  DEEP_LIST,
  DEEP_OBJECT,
]

/** Any value that no form of the app would send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
)
/** Keys that no schema names. */
export const HOSTILE_KEYS = [
  ...NAMES,
  'isAdmin',
  'borrowerId',
  'orderState',
  '',
  'a.b',
  'a[b]',
  '\0',
  '\ud800',
  'x'.repeat(300),
]
