import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open, visit } from '#web/testing/open.tsx'
import { arrive, control, field, fill, pick, see, tap, type } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { stubIdentity, stubSteps } from '#web/testing/stubs.ts'

const { kyc, verify } = contract
const at = '/auth/identity'
const AADHAAR = '234567890124'
const accepted = { state: 0, success: true, message: '', reason: null } as const
const verified = {
  kycPageType: 2,
  aadhaar: 'XXXX XXXX 0124',
  isAadhaarVerified: 1,
  isLookedAt: 0,
  deniedBecause: null,
} as const

testStates([
  {
    at,
    when: 'the Aadhaar is verified',
    given: () => [stubIdentity(2), stub(kyc.type, verified)],
    sees: ['Verified', 'Still missing: PAN'],
    lacks: ['Send OTP'],
  },
  {
    at,
    when: 'a person denied the identity',
    given: () => {
      stubIdentity(2)
      stub(kyc.type, { ...verified, isAadhaarVerified: 0, deniedBecause: 'The names differ.' })
    },
    sees: ['The names differ.', 'Send OTP'],
  },
  {
    at,
    when: 'the page cannot be read',
    given: () => [stubIdentity(2), stub(kyc.type, { refused: 'failed-unexpectedly' })],
    sees: ['Something went wrong on our side. Nothing was changed. Please try again.', 'Try again'],
  },
  {
    at,
    when: 'a card could not be read',
    given: () => {
      stubIdentity(1)
      const about = { uploadId: 'u1', type: 'aadhaarFront', progress: 100 } as const
      const nothing = { value_keys: [], uncertain: [] }
      const front = { ...about, ...nothing, state: 'unclear', why: 'not-legible' } as const
      stub(kyc.uploads, { uploads: [front] })
    },
    // An unclear picture may be taken again, and the next one is asked for.
    act: () => tap('CONFIRM'),
    sees: ['Please Upload PAN '],
  },
])

test('sends one OTP a minute, and makes the verified number read-only', async () => {
  stubIdentity(2)
  const calls = stub(kyc.sendAadhaarOtp, accepted)
  await open(at)
  await fill('idNo', AADHAAR)
  await tap('Send OTP')
  const wait = await see(/^Another OTP in \d+ s$/)
  expect(Number(/\d+/.exec(wait.textContent ?? '')?.[0])).toBeLessThanOrEqual(60)
  await see(/linked with the Aadhaar ending in 0124\./)
  await tap('Use another Aadhaar number')
  expect(document.activeElement?.getAttribute('name')).toBe('idNo')
  await tap('Enter the OTP')
  await tap('Close')
  expect(document.querySelector('dialog')).toBeNull()

  await visit('/compare')
  await see('Show what it costs')
  await visit(at)
  await control(/^Another OTP in/)
  await tap('Enter the OTP')
  const proofs = stub(kyc.verifyAadhaarOtp, { refused: 'aadhaar-otp-wrong' })
  await type('OTP from the SMS', '12')
  await tap('Verify')
  await see(/^Enter all six digits/)
  await type('OTP from the SMS', '000000')
  await see('OTP entered is invalid')
  stub(kyc.verifyAadhaarOtp, { state: 1 })
  stub(kyc.type, verified)
  await type('OTP from the SMS', '123456')
  await see('Verified')
  const number = await field('Aadhaar number')
  expect([number.value, number.readOnly]).toEqual(['XXXX XXXX 0124', true])
  expect(calls.inputs).toEqual([{ aadhaar: AADHAAR }])
  expect(proofs.inputs).toEqual([{ aadhaar: AADHAAR, otp: '000000' }])
})

test('shows a number as verified that another device verified meanwhile', async () => {
  stubIdentity(2)
  stub(kyc.sendAadhaarOtp, { ...accepted, state: 1 })
  await open(at)
  await fill('idNo', AADHAAR)
  stub(kyc.type, verified)
  await tap('Send OTP')
  await see('Verified')
  expect(document.querySelector('dialog')).toBeNull()
})

test('reports a refused PAN, and accepts it later', async () => {
  stubIdentity(2)
  stub(kyc.type, verified)
  const refused = stub(kyc.saveIdentity, { refused: 'pan-refused' })
  await open(at)
  await fill('panNo', 'ABCXE1234F')
  await tap('CONFIRM')
  // No person has such a PAN.
  expect(refused.inputs).toEqual([])
  await fill('panNo', 'ABCPE1234F')
  await tap('CONFIRM')
  await see('We could not verify this PAN. Please check it.')
  const accepting = stub(kyc.saveIdentity, null)
  stubSteps('face')
  stub(kyc.livingConfig, { 'living-config': { blink: false, uploadAllowed: false } })
  stub(kyc.faceResult, { status: 0, isLookedAt: 0, deniedBecause: null })
  await tap('CONFIRM')
  await arrive('/auth/face')
  expect(accepting.inputs).toMatchObject([{ type: 2, panNo: 'ABCPE1234F' }])
})

test('offers the pictures where no OTP can be sent, and leads back to the number', async () => {
  stubIdentity(2)
  stub(kyc.sendAadhaarOtp, { refused: 'aadhaar-otp-unavailable' })
  const unknown = { ...verified, isAadhaarVerified: 0, aadhaar: null } as const
  const choices = stub(kyc.chooseType, ({ kycPageType }) => {
    stub(kyc.type, { ...unknown, kycPageType })
    return { ...unknown, kycPageType }
  })
  await open(at)
  await fill('idNo', AADHAAR)
  await tap('Send OTP')
  await see('Can not finish the verification?')
  await tap('Change')
  await see(/Three pictures, taken in daylight/)
  await pick('Aadhaar front: From a file', new File(['not a picture'], 'front.png'))
  await see('We cannot read this file as a picture. Please use JPEG, PNG or WebP.')
  await tap('Enter the Aadhaar number instead')
  await control('Send OTP')
  expect(choices.inputs).toEqual([{ kycPageType: 1 }, { kycPageType: 2 }])
})

test('continues at the first unfinished step after a break, with the typed answers', async () => {
  stubSteps('work')
  const words = { key: 'Company name', label: '', value: 'companyName' }
  const rules = { dataType: 1, checkType: 0, checkReq: 1, canHidden: 0 } as const
  const rest = { lengthLimitMin: null, lengthLimitMax: null, dictionaryVoList: [], answer: null }
  const form = { canHidden: [], cannotHidden: [{ ...words, ...rules, ...rest }] }
  stub(verify.workInfoForm, form)
  await open('/auth/index?pid=p1')
  for (const typed of ['', 'Verma Textiles']) {
    await visit('/auth/index?pid=p1')
    await arrive('/auth/work')
    expect(await field('Company name')).toHaveProperty('value', typed)
    await type('Company name', 'Verma Textiles')
  }
  stubIdentity(2)
  await open('/auth/index?pid=p1')
  await arrive(at)
  expect(new URLSearchParams(location.search).get('step')).toBe('3')
})
