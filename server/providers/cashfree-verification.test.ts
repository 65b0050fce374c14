import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import type { AadhaarNumber, PersonalPan } from '#domain/identity/identity.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreeAadhaar } from '#server/providers/aadhaar/cashfree.ts'
import { cashfreeBankAccounts } from '#server/providers/bank-account/cashfree.ts'
import { cashfreePan } from '#server/providers/pan/cashfree.ts'
import { movableClock } from '#server/testing/app.ts'
import {
  cashfreeVerificationServer,
  RIGHT_OTP,
  type VerificationServer,
} from '#server/testing/vendors/cashfree-verification.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

let vendor: VerificationServer
beforeAll(async () => {
  vendor = await cashfreeVerificationServer()
})
afterAll(() => vendor.close())

const parts = { ids: randomIds(), clock: movableClock(new Date('2026-11-21T04:30:00Z')) }
const phone = '919812345678' as MobileNumber
const aadhaar = () => cashfreeAadhaar(vendor.settings)
const sendTo = (ending: string) =>
  aadhaar().sendOtp({ aadhaar: `2345678901${ending}` as AadhaarNumber, phone })
const pan = (letter: string, dob = '1995-02-02') =>
  cashfreePan(vendor.settings, parts).verify({
    pan: `ABCP${letter}1234F` as PersonalPan,
    name: 'Anna Verma',
    dob: day(dob),
  })
const account = (ending: string) =>
  cashfreeBankAccounts(vendor.settings).check({
    account: `1234567890${ending}`,
    ifsc: 'SBIN0001234',
    name: 'Anna Verma',
  })

test.each([
  ['42', { state: 'sent', ref: '21637861' }],
  ['01', { state: 'unavailable' }],
  ['09', { state: 'invalid-number' }],
  ['27', { state: 'too-soon' }],
])('an OTP for a number ending %s', async (ending, sending) => {
  expect(await sendTo(ending)).toEqual(sending)
})

test.each([
  ['21637861', '111111', 'wrong'],
  ['21637861', '000000', 'expired'],
  ['999', RIGHT_OTP, 'expired'],
])('a wrong OTP: %s %s', async (ref, otp, state) => {
  expect(await aadhaar().verifyOtp(ref, otp)).toEqual({ state })
})

test('the right OTP reveals the holder of the number, as the port describes them', async () => {
  expect(await aadhaar().verifyOtp('21637861', RIGHT_OTP)).toEqual({
    state: 'verified',
    details: {
      name: 'Anna Verma',
      dob: '1995-02-02',
      gender: 'female',
      address: {
        careOf: 'D/O: Ravi Verma',
        house: '12',
        street: 'MG Road',
        locality: 'Near the school, Kothrud',
        district: 'Pune',
        state: 'Maharashtra',
        pinCode: '411038',
      },
    },
  })
})

test.each([
  ['K', '1995-02-02', { state: 'valid', registeredName: 'ANNA VERMA' }],
  ['X', '1995-02-02', { state: 'refused', reason: 'not-found' }],
  ['D', '1995-02-02', { state: 'refused', reason: 'not-active' }],
  ['K', '1996-02-02', { state: 'refused', reason: 'dob-differs' }],
])('a PAN with %s as its fifth letter, born %s', async (letter, dob, check) => {
  expect(await pan(letter, dob)).toEqual(check)
})

test.each([
  ['9', { state: 'valid', nameAtBank: 'ANNA VERMA' }],
  ['4', { state: 'valid', nameAtBank: 'RAHUL SHARMA' }],
  ['0', { state: 'invalid', reason: 'no-such-account' }],
  ['1', { state: 'invalid', reason: 'no-such-ifsc' }],
  ['2', { state: 'invalid', reason: 'blocked' }],
])('an account ending %s', async (ending, check) => {
  expect(await account(ending)).toEqual(check)
})

test('a register or a bank that does not answer its vendor could not be reached', async () => {
  await expect(account('3')).rejects.toThrow(
    'cashfree, check a bank account: unreachable (the bank did not answer)',
  )
  await expect(pan('Q')).rejects.toMatchObject({ kind: 'unreachable' })
})

test.each<Mishap>(['down', 'slow', 'cut', 'malformed', 'busy'])(
  '%s: there is no answer, and no error repeats the request',
  async mishap => {
    for (const ask of [
      () => sendTo('42'),
      () => aadhaar().verifyOtp('1', RIGHT_OTP),
      () => pan('K'),
      () => account('9'),
    ]) {
      vendor.mishaps.push(mishap)
      const error = await ask().then(
        () => undefined,
        (thrown: Error) => thrown,
      )
      expect(error?.name).toBe('VendorFailure')
      expect(`${error?.message} ${error?.stack}`).not.toMatch(/2345678901|ABCP|1234567890|Anna/)
    }
  },
)
