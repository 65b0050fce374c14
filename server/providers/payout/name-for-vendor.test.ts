import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BENEFICIARY_NAME } from '#server/providers/payout/cashfree.ts'
import { nameForVendor } from '#server/providers/payout/name-for-vendor.ts'
import { ACCOUNT_NAME, CONTACT_NAME } from '#server/providers/payout/razorpay.ts'

test.each([
  ['MR RAMESH KUMAR *', 'MR RAMESH KUMAR'],
  ['Anna Verma', 'Anna Verma'],
  ["Séan  D'Souza Jr.", 'Sean DSouza Jr.'],
  ['KUMAR/RAMESH (HUF)', 'KUMAR/RAMESH (HUF'],
  ['M/S A & B  TRADERS -_', 'M/S A B TRADERS'],
  ['रमेश कुमार', 'Account Holder'],
  ['Om', 'Account Holder'],
  ['1234', 'Account Holder'],
])('Razorpay gets %j as %j', (name, read) => {
  expect(nameForVendor(name, CONTACT_NAME)).toBe(read)
})

test('Cashfree gets letters and spaces only', () => {
  expect(nameForVendor('M/S KUMAR-2 (HUF) Jr.', BENEFICIARY_NAME)).toBe('M S KUMAR HUF Jr')
})

test('the vendor accepts the result for any name that a bank may have', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'Ab3 ._-/()*é'), maxLength: 150 }),
  )
  fc.assert(
    fc.property(names, name => {
      expect(nameForVendor(name, CONTACT_NAME)).toMatch(
        /^(?=.{3,50}$)[A-Za-z0-9 _/().-]*[A-Za-z0-9.]$/,
      )
      expect(nameForVendor(name, ACCOUNT_NAME)).toMatch(
        /^(?=.{3,120}$)[A-Za-z0-9 _/().-]*[A-Za-z0-9.]$/,
      )
      expect(nameForVendor(name, BENEFICIARY_NAME)).toMatch(/^(?=.{1,100}$)[A-Za-z ]*[A-Za-z]$/)
    }),
  )
})
