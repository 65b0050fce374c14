import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageOn, day, indiaDayOf } from '#domain/day.ts'
import {
  type AadhaarQrSimulator,
  aadhaarQrSimulator,
} from '#server/providers/aadhaar-qr/simulator.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { columnError, peopleOn } from '#server/testing/people.ts'
import { verificationParts } from '#server/testing/verification.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
let register: AadhaarQrSimulator
beforeAll(async () => {
  register = aadhaarQrSimulator(server.services)
})
afterAll(() => parts.remove())

const personOf = (aadhaar: Parameters<typeof inventedPerson>[0]) => ({
  ...inventedPerson(aadhaar, indiaDayOf(server.clock.now())),
  lastFour: aadhaar.slice(-4),
})

test('a code verifies the Aadhaar, and the PAN completes the identity', async () => {
  const { kyc, aadhaar, panNo, isDone } = await people.somebody()
  const code = await register.issue(personOf(aadhaar))
  expect(await kyc.proveByCode({ code })).toEqual({ ok: true, data: { state: 1 } })
  expect(await kyc.type({})).toMatchObject({
    data: { aadhaar: `XXXX XXXX ${aadhaar.slice(-4)}`, isAadhaarVerified: 1 },
  })
  expect(await isDone()).toMatchObject({ identity: 0 })
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject({ ok: true })
  expect(await isDone()).toMatchObject({ identity: 1 })
  expect(await kyc.proveByCode({ code }), 'once more changes nothing').toEqual({
    ok: true,
    data: { state: 1 },
  })
  const stranger = await people.somebody()
  const other = await register.issue(personOf(stranger.aadhaar))
  expect(await kyc.proveByCode({ code: other })).toMatchObject({
    reason: 'identity-already-verified',
  })
})

test('refuses a code with the reason', async () => {
  const { kyc, aadhaar } = await people.somebody()
  const code = await register.issue(personOf(aadhaar))
  const changed = code.replace(/\d$/, last => String((Number(last) + 1) % 10))
  expect(await kyc.proveByCode({ code: changed })).toMatchObject({
    code: -1,
    reason: 'aadhaar-code-unreadable',
  })
  expect(await kyc.proveByCode({ code: 'upi://pay' })).toMatchObject({
    msg: 'This is not an Aadhaar QR code. Please scan the large QR code on your Aadhaar card or letter.',
  })
  expect(await kyc.proveByCode({ code: '9'.repeat(8_000) })).toMatchObject({
    reason: 'aadhaar-code-too-large',
  })
  expect(await kyc.type({})).toMatchObject({ data: { aadhaar: null, isAadhaarVerified: 0 } })
})

test('a code neither keeps a person from proving the number nor reveals that it is a customer’s', async () => {
  const first = await people.somebody()
  const second = await people.somebody()
  const third = await people.somebody()
  expect(await people.sendAndVerify(first)).toMatchObject({ ok: true })
  const ofFirst = await register.issue(personOf(first.aadhaar))
  expect(await second.kyc.proveByCode({ code: ofFirst })).toEqual({ ok: true, data: { state: 1 } })
  expect(
    await third.kyc.proveByCode({ code: await register.issue(personOf(third.aadhaar)) }),
  ).toMatchObject({ ok: true })
  expect(await people.sendAndVerify(second, third.aadhaar)).toMatchObject({ ok: true })
  server.clock.advance({ seconds: 61 })
  expect(await people.sendAndVerify(second, first.aadhaar)).toMatchObject({
    reason: 'identity-taken',
  })
})

test('another code before the PAN replaces the first, which becomes free again', async () => {
  const first = await people.somebody()
  const second = await people.somebody()
  const ofFirst = await register.issue(personOf(first.aadhaar))
  expect(await second.kyc.proveByCode({ code: ofFirst })).toMatchObject({ ok: true })
  expect(
    await second.kyc.proveByCode({ code: await register.issue(personOf(second.aadhaar)) }),
  ).toMatchObject({ ok: true })
  expect(await first.kyc.proveByCode({ code: ofFirst })).toMatchObject({ ok: true })
})

test('stores nothing about a child', async () => {
  const { kyc, aadhaar } = await people.somebody()
  const child = { ...personOf(aadhaar), dob: day('2010-01-15') }
  expect(ageOn(child.dob, indiaDayOf(server.clock.now()))).toBeLessThan(18)
  expect(await kyc.proveByCode({ code: await register.issue(child) })).toMatchObject(
    columnError(
      'aadhaar',
      'You must be at least 21 years old to use this product. We kept nothing that you entered.',
    ),
  )
  expect(await kyc.type({})).toMatchObject({ data: { aadhaar: null } })
})
