import { expect, test } from 'vitest'
import { isBankCode } from '#domain/identity/bank-codes.ts'

test.each([
  'SBIN',
  'HDFC',
  'ICIC',
  'PUNB',
  'BARB',
  'CNRB',
  'UBIN',
  'PYTM',
  'AIRP',
  'ABHY',
  'ABNA',
  'NKGS',
  'ZSMX',
  'AACX',
])('%s is the code of a bank', letters => expect(isBankCode(letters)).toBe(true))

test.each(['ZZZZ', 'ABCD', 'XXXX', 'HYNA', 'SBI', 'SB', '', 'SBINN', 'sbin', 'SBI0'])(
  '%j is not a bank code',
  letters => expect(isBankCode(letters)).toBe(false),
)
