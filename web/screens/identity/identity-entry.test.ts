import { expect, test } from 'vitest'
import { aadhaarProblem, identityProblem } from './identity-entry.ts'

/** A number with a correct check digit. */
const aadhaar = '234123412346'
const pan = 'ABCPE1234F'

test.each([
  ['', '', false, 'idNo', 'aadhaar-missing'],
  ['', pan, false, 'idNo', 'aadhaar-missing'],
  [aadhaar, '', false, 'panNo', 'pan-missing'],
  ['234123412345', pan, false, 'idNo', 'aadhaar-wrong'],
  [aadhaar, 'ABCCE1234F', false, 'panNo', 'pan-wrong'],
  [aadhaar, pan, false, 'idNo', 'aadhaar-first'],
  ['', '', true, 'panNo', 'pan-missing'],
  ['', 'ABC', true, 'panNo', 'pan-wrong'],
])('"%s" and "%s", verified: %s', (number, panNo, isVerified, column, reason) => {
  expect(identityProblem({ aadhaar: number, pan: panNo, isVerified })).toEqual({ column, reason })
})

test('accepts a verified number with a PAN', () => {
  expect(identityProblem({ aadhaar: '', pan, isVerified: true })).toBeUndefined()
})

test('requires a complete number before an OTP', () => {
  expect(aadhaarProblem('')?.reason).toBe('aadhaar-missing')
  expect(aadhaarProblem('2341')?.column).toBe('idNo')
  expect(aadhaarProblem(aadhaar)).toBeUndefined()
})
