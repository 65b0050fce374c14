import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { day } from '#domain/day.ts'
import type { PanPort } from '#server/providers/pan/port.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { columnError, peopleOn } from '#server/testing/people.ts'
import { aadhaarEnding, verificationParts } from '#server/testing/verification.ts'
import { identityOf } from './borrower-identity.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())
beforeEach(() => vi.restoreAllMocks())

test('every call needs a session', async () => {
  const kyc = server.browser().calls(contract.kyc)
  const image = picture()
  const calls = [
    kyc.type({}),
    kyc.sendAadhaarOtp({ aadhaar: '1' }),
    kyc.saveIdentity({ type: 2, panNo: 'x' }),
    kyc.livingCheck({ image }),
    kyc.livingHold({}),
    kyc.faceResult({}),
  ]
  for (const call of calls)
    expect(await call).toMatchObject({ ok: false, code: -4, reason: 'not-logged-in' })
})

test('number, OTP and PAN complete the identity, and no answer shows more than four digits of the number', async () => {
  const { kyc, aadhaar, panNo, phone, borrowerId, isDone } = await people.somebody()
  expect(await kyc.type({})).toEqual({
    ok: true,
    data: {
      kycPageType: 2,
      aadhaar: null,
      isAadhaarVerified: 0,
      isLookedAt: 0,
      deniedBecause: null,
    },
  })
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({
    ok: true,
    data: { state: 0, success: true },
  })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: await server.codeSentTo(phone) })).toEqual({
    ok: true,
    data: { state: 1 },
  })
  const masked = `XXXX XXXX ${aadhaar.slice(-4)}`
  expect(await kyc.type({})).toEqual({
    ok: true,
    data: {
      kycPageType: 2,
      aadhaar: masked,
      isAadhaarVerified: 1,
      isLookedAt: 0,
      deniedBecause: null,
    },
  })
  expect(await isDone()).toEqual({ identity: 0, face: 0 })
  expect(await kyc.saveIdentity({ type: 2, idNo: aadhaar, panNo: panNo.toLowerCase() })).toEqual({
    ok: true,
    data: null,
  })
  expect(await isDone()).toEqual({ identity: 1, face: 0 })
  expect(await identityOf(server.services, borrowerId, day('2026-11-21'))).toMatchObject({
    isVerified: true,
    namesAgree: 'same',
  })
})

test('neither stores nor logs the Aadhaar number, the PAN or a name in clear', async () => {
  const { borrowerId, aadhaar, panNo } = await people.somebodyProven()
  const name = (await identityOf(server.services, borrowerId, day('2026-11-21')))?.name ?? 'nobody'
  const tables = [
    'identity',
    'aadhaar_otp',
    'aadhaar_owner',
    'pan_owner',
    'device',
    'verification_step',
    'consent',
  ]
  const dumps = await Promise.all(
    tables.map(table =>
      server.services.db.raw(
        `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS row FROM ${table} t`,
      ),
    ),
  )
  const stored = JSON.stringify(dumps) + JSON.stringify(server.logged)
  expect(stored).toContain(aadhaar.slice(-4))
  for (const secret of [
    aadhaar,
    Buffer.from(aadhaar).toString('hex'),
    panNo,
    Buffer.from(panNo).toString('hex'),
    name,
    Buffer.from(name).toString('hex'),
  ])
    expect(stored).not.toContain(secret)
})

test.each([
  ['', 'Please Input Pan Id. '],
  ['ABCPV1234', 'This is not a valid personal PAN. Please check it.'],
  ['ABCCV1234F', 'This is not a valid personal PAN. Please check it.'],
])('does not look up a PAN "%s"', async (panNo, msg) => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  const panCalls = vi.spyOn(parts.services().pan, 'verify')
  expect(await who.kyc.saveIdentity({ type: 2, panNo })).toMatchObject(columnError('panNo', msg))
  expect(panCalls).not.toHaveBeenCalled()
  expect(await who.isDone()).toEqual({ identity: 0, face: 0 })
})

test('an identity needs a verified Aadhaar number', async () => {
  const { kyc, aadhaar, panNo, isDone } = await people.somebody()
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject(
    columnError('idNo', 'Please Input IDcard No.'),
  )
  expect(await kyc.saveIdentity({ type: 2, idNo: aadhaar, panNo: '' })).toMatchObject(
    columnError('panNo', 'Please Input Pan Id. '),
  )
  expect(await kyc.saveIdentity({ type: 2, idNo: aadhaar, panNo })).toMatchObject({
    reason: 'aadhaar-not-verified',
  })
  expect(await isDone()).toEqual({ identity: 0, face: 0 })
})

test('refuses an Aadhaar number other than the verified one', async () => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  expect(
    await who.kyc.saveIdentity({ type: 2, idNo: aadhaarEnding('5555'), panNo: who.panNo }),
  ).toMatchObject({
    reason: 'aadhaar-not-verified',
  })
  expect(await who.isDone()).toEqual({ identity: 0, face: 0 })
})

test('refuses a PAN that its register refuses', async () => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  expect(await who.kyc.saveIdentity({ type: 2, panNo: 'ABCPX1234F' })).toMatchObject({
    reason: 'pan-refused',
    msg: 'We could not verify this PAN. Please check it.',
  })
  expect(await who.isDone()).toEqual({ identity: 0, face: 0 })
  expect(await who.kyc.saveIdentity({ type: 2, panNo: who.panNo })).toEqual({
    ok: true,
    data: null,
  })
})

test.each([
  ['ABCPV0002F', 'close'],
  ['ABCPV0003F', 'different'],
])('stores how well the name on PAN %s agrees: %s', async (panNo, namesAgree) => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  expect(await who.kyc.saveIdentity({ type: 2, panNo })).toEqual({ ok: true, data: null })
  expect(await identityOf(server.services, who.borrowerId, day('2026-11-21'))).toMatchObject({
    isVerified: true,
    namesAgree,
  })
})

test('looks up ten PANs a day for a borrower', async () => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  const ask = () => who.kyc.saveIdentity({ type: 2, panNo: 'ABCPX1234F' })
  for (let count = 0; count < 10; count += 1)
    expect(await ask()).toMatchObject({ reason: 'pan-refused' })
  expect(await ask()).toMatchObject({ reason: 'rate-limited' })
})

test('a borrower has one PAN', async () => {
  const anna = await people.somebodyProven()
  expect(await anna.kyc.saveIdentity({ type: 2, panNo: anna.panNo })).toEqual({
    ok: true,
    data: null,
  })
  expect(await anna.kyc.saveIdentity({ type: 2, panNo: 'ABCPV9192F' })).toMatchObject({
    reason: 'identity-already-verified',
  })
})

test('one of two borrowers who state the same PAN at once gets it, and a person decides about the other', async () => {
  const both = [await people.somebody(), await people.somebody()]
  for (const who of both) await people.sendAndVerify(who)
  const answers = await Promise.all(
    both.map(({ kyc }) => kyc.saveIdentity({ type: 2, panNo: 'ABCPV9191F' })),
  )
  expect(answers).toEqual(both.map(() => ({ ok: true, data: null })))
  const identities = await Promise.all(
    both.map(({ borrowerId }) => identityOf(server.services, borrowerId, day('2026-11-21'))),
  )
  expect(identities.map(identity => identity?.namesAgree).toSorted()).toEqual(['close', 'same'])
})

test('does not store a PAN that was compared with a number replaced meanwhile', async () => {
  const who = await people.somebody()
  await people.sendAndVerify(who)
  server.clock.advance({ seconds: 60 })
  vi.spyOn(parts.services().pan, 'verify').mockImplementation(
    async ({ name }): ReturnType<PanPort['verify']> => {
      await people.sendAndVerify(who, aadhaarEnding('8181'))
      return { state: 'valid', registeredName: name }
    },
  )
  expect(await who.kyc.saveIdentity({ type: 2, panNo: who.panNo })).toMatchObject({
    reason: 'aadhaar-not-verified',
  })
  expect(await who.isDone()).toEqual({ identity: 0, face: 0 })
})

test('refuses the upload variant and unknown fields', async () => {
  const { browser } = await people.somebody()
  for (const body of [
    { type: 1, panNo: 'ABCPV1234F' },
    { type: 2, panNo: 'ABCPV1234F', isVerified: true },
    { type: 2 },
  ]) {
    const response = await browser.fetch('/api1/auth/v1/kyc-info/aadhaar-pan', {
      method: 'POST',
      headers: {
        ...browser.headers,
        'content-type': 'application/json',
        token: browser.token ?? '',
      },
      body: JSON.stringify(body),
    })
    expect(await response.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  }
})
