import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageOn, day } from '#domain/day.ts'
import { type AadhaarNumber, isAadhaarNumber, isPersonalPan } from '#domain/identity/identity.ts'
import { isMobileNumber, type MobileNumber } from '#domain/phone.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { aadhaarSimulator } from '#server/providers/aadhaar/simulator.ts'
import { panSimulator } from '#server/providers/pan/simulator.ts'
import { aadhaarBeginning, aadhaarEnding } from '#server/providers/simulated/inputs.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { sandboxMessages, smsSimulator } from '#server/providers/sms/simulator.ts'
import { movableClock, testCipher } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
const ids = randomIds()
const cipher = testCipher()
let fresh: FreshDatabase
let simulator: AadhaarPort
beforeAll(async () => {
  fresh = await freshDatabase()
  const { db } = fresh
  simulator = aadhaarSimulator({
    db,
    clock,
    ids,
    cipher,
    sms: smsSimulator({ db, clock, ids, cipher }),
  })
})
afterAll(() => fresh.drop())

function aadhaar(text: string): AadhaarNumber {
  if (!isAadhaarNumber(text)) throw new Error(`${text} is no Aadhaar number`)
  return text
}

function phone(text: string): MobileNumber {
  if (!isMobileNumber(text)) throw new Error(`${text} is no phone`)
  return text
}

async function sendCode(
  number: AadhaarNumber,
  to: MobileNumber,
): Promise<{ ref: string; otp: string }> {
  const sending = await simulator.sendOtp({ aadhaar: number, phone: to })
  if (sending.state !== 'sent') throw new Error(sending.state)
  const [newest] = await sandboxMessages({ db: fresh.db, cipher }, to)
  return { ref: sending.ref, otp: /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? '' }
}

const anyNumber = aadhaar(aadhaarEnding('4321', 34_567_890))
const wrongOf = (otp: string) => (otp === '000000' ? '000001' : '000000')

test('the OTP reaches the borrower’s own phone and always reveals the same adult', async () => {
  const { ref, otp } = await sendCode(anyNumber, phone('919876500001'))
  const first = await simulator.verifyOtp(ref, otp)
  expect(first).toEqual({
    state: 'verified',
    details: inventedPerson(anyNumber, day('2026-11-21')),
  })
  const again = await sendCode(anyNumber, phone('919876500002'))
  expect(await simulator.verifyOtp(again.ref, again.otp)).toEqual(first)
})

test('an OTP works once, for three tries and ten minutes', async () => {
  const used = await sendCode(anyNumber, phone('919876500003'))
  await simulator.verifyOtp(used.ref, used.otp)
  expect(await simulator.verifyOtp(used.ref, used.otp)).toEqual({ state: 'expired' })

  const tried = await sendCode(anyNumber, phone('919876500004'))
  for (let count = 0; count < 3; count += 1)
    expect(await simulator.verifyOtp(tried.ref, wrongOf(tried.otp))).toEqual({ state: 'wrong' })
  expect(await simulator.verifyOtp(tried.ref, tried.otp)).toEqual({ state: 'expired' })

  const late = await sendCode(anyNumber, phone('919876500005'))
  clock.advance({ seconds: 601 })
  expect(await simulator.verifyOtp(late.ref, late.otp)).toEqual({ state: 'expired' })
  expect(await simulator.verifyOtp('never-sent', '123456')).toEqual({ state: 'expired' })
})

test('refuses a second OTP within a minute, for the same number and phone only', async () => {
  const to = phone('919876500006')
  await sendCode(anyNumber, to)
  clock.advance({ seconds: 59 })
  expect(await simulator.sendOtp({ aadhaar: anyNumber, phone: to })).toEqual({ state: 'too-soon' })
  expect(
    await simulator.sendOtp({ aadhaar: anyNumber, phone: phone('919876500007') }),
  ).toMatchObject({ state: 'sent' })
  clock.advance({ seconds: 1 })
  expect(await simulator.sendOtp({ aadhaar: anyNumber, phone: to })).toMatchObject({
    state: 'sent',
  })
})

test.each([
  ['0001', 'unavailable'],
  ['0009', 'invalid-number'],
])('an Aadhaar ending %s is %s, and nothing is sent', async (ending, state) => {
  const to = phone('919876500008')
  expect(await simulator.sendOtp({ aadhaar: aadhaar(aadhaarEnding(ending)), phone: to })).toEqual({
    state,
  })
  expect(await sandboxMessages({ db: fresh.db, cipher }, to)).toEqual([])
})

test('an Aadhaar ending 0018 belongs to a person under 21', async () => {
  const { ref, otp } = await sendCode(aadhaar(aadhaarEnding('0018')), phone('919876500009'))
  const check = await simulator.verifyOtp(ref, otp)
  if (check.state !== 'verified') throw new Error(check.state)
  expect(ageOn(check.details.dob, day('2026-11-21'))).toBe(18)
})

test('stores no whole Aadhaar number', async () => {
  await sendCode(anyNumber, phone('919876500010'))
  const rows = await fresh.db.raw(
    'SELECT row_to_json(stored)::text AS row FROM sandbox.aadhaar_otp AS stored',
  )
  const stored = rows.map(({ row }) => String(row)).join()
  expect(stored).toContain(anyNumber.slice(-4))
  expect(stored).not.toContain(anyNumber.slice(0, 8))
})

test('any other number belongs to an adult with a matching PAN', async () => {
  const digits = fc
    .integer({ min: 20_000_000_000, max: 99_999_999_999 })
    .map(number => aadhaar(aadhaarBeginning(String(number))))
  const pan = 'ABCPD1234F'
  if (!isPersonalPan(pan)) throw new Error('no PAN')
  await fc.assert(
    fc.asyncProperty(digits, async number => {
      fc.pre(!number.endsWith('0018'))
      const { name, dob } = inventedPerson(number, day('2026-11-21'))
      expect(ageOn(dob, day('2026-11-21'))).toBeGreaterThanOrEqual(21)
      expect(await panSimulator().verify({ pan, name, dob })).toEqual({
        state: 'valid',
        registeredName: name,
      })
    }),
  )
})
