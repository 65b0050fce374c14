import { expect, test } from 'vitest'
import { aadhaarProblem, identityProblem } from './identity-entry.ts'

/** A number with a right check digit. */
const aadhaar = '234123412346'
const pan = 'ABCPE1234F'

test.each([
  ['', '', false, 'idNo', 'Please Input IDcard No.'],
  ['', pan, false, 'idNo', 'Please Input IDcard No.'],
  [aadhaar, '', false, 'panNo', 'Please Input Pan Id. '],
  ['234123412345', pan, false, 'idNo', 'This is not a valid Aadhaar number. Please check it.'],
  [aadhaar, 'ABCCE1234F', false, 'panNo', 'This is not a valid personal PAN. Please check it.'],
  [aadhaar, pan, false, 'idNo', 'Please verify your Aadhaar number first.'],
  ['', '', true, 'panNo', 'Please Input Pan Id. '],
  ['', 'ABC', true, 'panNo', 'This is not a valid personal PAN. Please check it.'],
])('"%s" and "%s", verified: %s', (number, panNo, isVerified, column, msg) => {
  expect(identityProblem({ aadhaar: number, pan: panNo, isVerified })).toEqual({ column, msg })
})

test('a verified number and a PAN are complete', () => {
  expect(identityProblem({ aadhaar: '', pan, isVerified: true })).toBeUndefined()
})

test('an OTP is asked for a whole number only', () => {
  expect(aadhaarProblem('')?.msg).toBe('Please Input IDcard No.')
  expect(aadhaarProblem('2341')?.column).toBe('idNo')
  expect(aadhaarProblem(aadhaar)).toBeUndefined()
})
