import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { day } from '#domain/day.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { BASE_INFO, CONTACTS } from '#server/providers/simulated/person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { columnError, peopleOn } from '#server/testing/people.ts'
import { aadhaarEnding, verificationParts } from '#server/testing/verification.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())
beforeEach(() => vi.restoreAllMocks())

/** A pool that is still connecting serves simultaneous requests one after another. */
const openConnections = () =>
  Promise.all(Array.from({ length: 6 }, () => server.services.db.raw('SELECT pg_sleep(0.02)')))
const spyOnOtp = () => vi.spyOn(parts.services().aadhaar, 'sendOtp')

test.each([
  ['', 'Please Input IDcard No.'],
  ['   ', 'Please Input IDcard No.'],
  ['23456789012', 'This is not a valid Aadhaar number. Please check it.'],
  ['234567890123', 'This is not a valid Aadhaar number. Please check it.'],
  ['34567890123a', 'This is not a valid Aadhaar number. Please check it.'],
])('does not ask the register about an Aadhaar number "%s"', async (aadhaar, msg) => {
  const { kyc } = await people.somebody()
  const otpCalls = spyOnOtp()
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject(columnError('aadhaar', msg))
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: '123456' })).toMatchObject(
    columnError('aadhaar', msg),
  )
  expect(otpCalls).not.toHaveBeenCalled()
  expect(await kyc.type({})).toMatchObject({ data: { isAadhaarVerified: 0 } })
})

test('answers -1100001 for a number without OTP, and another number may be tried at once', async () => {
  const { kyc, aadhaar } = await people.somebody()
  const unavailable = aadhaarEnding('0001')
  expect(await kyc.sendAadhaarOtp({ aadhaar: unavailable })).toMatchObject({
    ok: false,
    code: -1_100_001,
    reason: 'aadhaar-otp-unavailable',
  })
  expect(await kyc.verifyAadhaarOtp({ aadhaar: unavailable, otp: '123456' })).toMatchObject({
    reason: 'aadhaar-otp-expired',
  })
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({ ok: true, data: { success: true } })
})

test('reports a number that the register does not know as a message, not as a failure', async () => {
  const { kyc } = await people.somebody()
  expect(await kyc.sendAadhaarOtp({ aadhaar: aadhaarEnding('0009') })).toEqual({
    ok: true,
    data: {
      state: 0,
      success: false,
      message: 'This is not a valid Aadhaar number. Please check it.',
      reason: 'aadhaar-wrong',
    },
  })
})

test('sends another OTP only after 60 seconds, however many requests come at once', async () => {
  const { kyc, aadhaar } = await people.somebody()
  const otpCalls = spyOnOtp()
  await openConnections()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => kyc.sendAadhaarOtp({ aadhaar })),
  )
  expect(answers.filter(answer => answer.ok)).toHaveLength(1)
  expect(otpCalls).toHaveBeenCalledTimes(1)
  server.clock.advance({ seconds: 59 })
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({
    ok: false,
    reason: 'aadhaar-otp-too-soon',
    details: { waitSeconds: 1 },
    msg: 'Please wait 1 seconds before asking for another OTP.',
  })
  server.clock.advance({ seconds: 1 })
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({ ok: true })
  expect(otpCalls).toHaveBeenCalledTimes(2)
})

test('allows a borrower ten OTPs a day', async () => {
  const { kyc } = await people.somebody()
  const unavailable = aadhaarEnding('0001')
  for (let count = 0; count < 10; count += 1)
    expect(await kyc.sendAadhaarOtp({ aadhaar: unavailable })).toMatchObject({
      reason: 'aadhaar-otp-unavailable',
    })
  expect(await kyc.sendAadhaarOtp({ aadhaar: unavailable })).toMatchObject({
    reason: 'rate-limited',
  })
})

test('an unreachable register starts no wait and leaves the other ways open', async () => {
  const { kyc, aadhaar } = await people.somebody()
  spyOnOtp().mockRejectedValueOnce(new Error('out of order'))
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({
    ok: false,
    reason: 'aadhaar-otp-unavailable',
  })
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({ ok: true })
})

test('refuses a wrong OTP, and the third wrong one ends it', async () => {
  const { kyc, aadhaar, phone } = await people.somebody()
  await kyc.sendAadhaarOtp({ aadhaar })
  const right = await server.codeSentTo(phone)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 3; tries += 1)
    expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: wrong })).toMatchObject({
      code: -1,
      reason: 'aadhaar-otp-wrong',
      msg: 'OTP entered is invalid',
    })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: right })).toMatchObject({
    reason: 'aadhaar-otp-expired',
    msg: 'OTP has expired. Please ask for a new one.',
  })
  expect(await kyc.type({})).toMatchObject({ data: { aadhaar: null, isAadhaarVerified: 0 } })
})

test.each(['', '12345', '1234567', '12345a'])('does not count an OTP "%s" as a try', async otp => {
  const { kyc, aadhaar } = await people.somebody()
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp })).toMatchObject({
    reason: 'input-invalid',
    errorColumn: [{ column: 'otp', msg: 'OTP has 6 digits.' }],
  })
})

test('an OTP is valid for ten minutes, for its own number and its own borrower', async () => {
  const anna = await people.somebody()
  const bela = await people.somebody()
  await anna.kyc.sendAadhaarOtp({ aadhaar: anna.aadhaar })
  const otp = await server.codeSentTo(anna.phone)
  expect(await anna.kyc.verifyAadhaarOtp({ aadhaar: bela.aadhaar, otp })).toMatchObject({
    reason: 'aadhaar-otp-expired',
  })
  expect(await bela.kyc.verifyAadhaarOtp({ aadhaar: anna.aadhaar, otp })).toMatchObject({
    reason: 'aadhaar-otp-expired',
  })
  server.clock.advance({ seconds: 601 })
  expect(await anna.kyc.verifyAadhaarOtp({ aadhaar: anna.aadhaar, otp })).toMatchObject({
    reason: 'aadhaar-otp-expired',
  })
  expect(await anna.kyc.type({})).toMatchObject({ data: { isAadhaarVerified: 0 } })
})

test('a verified number answers state 1 and sends nothing', async () => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  const otpCalls = spyOnOtp()
  expect(await who.kyc.sendAadhaarOtp({ aadhaar: who.aadhaar })).toMatchObject({
    ok: true,
    data: { state: 1, success: true },
  })
  expect(await who.kyc.verifyAadhaarOtp({ aadhaar: who.aadhaar, otp: '000000' })).toEqual({
    ok: true,
    data: { state: 1 },
  })
  expect(otpCalls).not.toHaveBeenCalled()
})

test('before the PAN the number may be replaced, and the first one becomes free again', async () => {
  const anna = await people.somebody()
  const bela = await people.somebody()
  await people.sendAndVerify(anna)
  server.clock.advance({ seconds: 60 })
  const other = aadhaarEnding('7777')
  expect(await people.sendAndVerify(anna, other)).toEqual({ ok: true, data: { state: 1 } })
  expect(await anna.kyc.type({})).toMatchObject({ data: { aadhaar: 'XXXX XXXX 7777' } })
  expect(await people.sendAndVerify(bela, anna.aadhaar)).toEqual({ ok: true, data: { state: 1 } })
})

test('asks about no other number once the identity is complete', async () => {
  const { kyc } = await people.somebodyProven()
  const otpCalls = spyOnOtp()
  expect(await kyc.sendAadhaarOtp({ aadhaar: aadhaarEnding('6666') })).toEqual({
    ok: true,
    data: {
      state: 0,
      success: false,
      message: 'Your identity is already verified.',
      reason: 'identity-already-verified',
    },
  })
  expect(otpCalls).not.toHaveBeenCalled()
})

test('one Aadhaar number belongs to one borrower', async () => {
  const anna = await people.somebodyProven()
  const bela = await people.somebody()
  const entry = { aadhaar: anna.aadhaar }
  // The answer does not reveal a customer to somebody who only knows the number.
  const free = await (await people.somebody()).kyc.sendAadhaarOtp({ aadhaar: bela.aadhaar })
  expect(await bela.kyc.sendAadhaarOtp(entry)).toEqual(free)
  const wrong = await bela.kyc.verifyAadhaarOtp({ ...entry, otp: '000000' })
  expect(wrong).toMatchObject({ reason: 'aadhaar-otp-wrong' })
  const otp = await server.codeSentTo(bela.phone)
  expect(await bela.kyc.verifyAadhaarOtp({ ...entry, otp })).toMatchObject({
    reason: 'identity-taken',
    msg: 'This identity is already used by another account.',
  })
  expect(await bela.kyc.type({})).toMatchObject({ data: { isAadhaarVerified: 0 } })
})

test('one of two borrowers who prove a number at once gets it', async () => {
  const anna = await people.somebody()
  const bela = await people.somebody()
  const both = [anna, bela]
  await Promise.all(both.map(({ kyc }) => kyc.sendAadhaarOtp({ aadhaar: anna.aadhaar })))
  const answers = await Promise.all(
    both.map(async ({ kyc, phone }) =>
      kyc.verifyAadhaarOtp({ aadhaar: anna.aadhaar, otp: await server.codeSentTo(phone) }),
    ),
  )
  expect(answers.filter(answer => answer.ok)).toHaveLength(1)
  expect(answers.find(answer => !answer.ok)).toMatchObject({ reason: 'identity-taken' })
})

test('stores nothing at all about a person under 18', async () => {
  const who = await people.somebody()
  const verify = who.browser.calls(contract.verify)
  await verify.saveBaseInfo(BASE_INFO)
  await verify.saveContacts(CONTACTS)
  const child = {
    name: 'A Child',
    dob: day('2008-11-22'),
    gender: 'female',
    address: {
      careOf: '',
      house: '',
      street: '',
      locality: '',
      district: '',
      state: '',
      pinCode: '',
    },
  } as const
  vi.spyOn(parts.services().aadhaar, 'verifyOtp').mockImplementation(
    async (): ReturnType<AadhaarPort['verifyOtp']> => ({ state: 'verified', details: child }),
  )
  server.clock.set(new Date('2026-11-21T18:29:00Z'))
  const msg =
    'You must be at least 21 years old to use this product. We kept nothing that you entered.'
  expect(await people.sendAndVerify(who)).toMatchObject(columnError('aadhaar', msg))
  expect(await who.kyc.type({})).toMatchObject({ data: { aadhaar: null, isAadhaarVerified: 0 } })
  expect(await verify.contacts({})).toEqual({ ok: true, data: null })
  const tables = [
    'verification_step',
    'form_answers',
    'emergency_contact',
    'aadhaar_otp',
    'identity',
    'aadhaar_owner',
    'document',
    'bank_card',
  ]
  for (const table of tables)
    expect([
      table,
      await server.services.db.raw(`SELECT 1 FROM ${table} WHERE borrower_id = $1`, [
        who.borrowerId,
      ]),
    ]).toEqual([table, []])
  const standing = await server.services.db.raw(
    `SELECT 1 FROM consent c WHERE borrower_id = $1
       AND NOT EXISTS (SELECT FROM consent_withdrawal w WHERE w.borrower_id = c.borrower_id AND w.consent_id = c.consent_id)`,
    [who.borrowerId],
  )
  expect(standing).toEqual([])
  // A minute later it is the 22nd in India, the eighteenth birthday.
  server.clock.set(new Date('2026-11-21T18:30:00Z'))
  expect(await people.sendAndVerify(who)).toEqual({ ok: true, data: { state: 1 } })
})

test('an OTP that no provider could send does not count towards the day', async () => {
  const { kyc, aadhaar } = await people.somebody()
  spyOnOtp().mockRejectedValue(new Error('down'))
  for (let tries = 0; tries < 12; tries += 1)
    expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({
      code: -1_100_001,
      reason: 'aadhaar-otp-unavailable',
    })
  vi.restoreAllMocks()
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({ ok: true })
})
