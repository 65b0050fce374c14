import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aadhaarDigits,
  aadhaarOtpDigits,
  imageVerdict,
  isAadhaarNumber,
  isAadhaarOtp,
  isPersonalPan,
  maskedAadhaar,
  maskedPan,
  missingUpload,
  panChars,
  readIdentity,
} from '#domain/identity/identity.ts'

const AADHAAR = '234567890124'
const PAN = 'ABCPV1234F'

/** Every well-formed Aadhaar number: eleven digits and the one matching check digit. */
const aadhaars = fc.stringMatching(/^[2-9][0-9]{10}$/).map(stem => {
  const fitting = [...'0123456789'].map(digit => stem + digit).filter(isAadhaarNumber)
  if (fitting.length !== 1 || !fitting[0])
    throw new Error(`${fitting.length} check digits fit ${stem}`)
  return fitting[0]
})

describe('Aadhaar numbers', () => {
  test.each(['234567890124', '999941057058', '999971658847'])('%s is valid', number =>
    expect(isAadhaarNumber(number)).toBe(true),
  )

  test.each([
    '234567890123',
    '034567890124',
    '134567890124',
    // Their check digits are right.
    '034567890128',
    '134567890129',
    '23456789012',
    '2345678901244',
    '2345 6789 0124',
    '',
    '234567890124\n',
  ])('%j is none', number => expect(isAadhaarNumber(number)).toBe(false))

  test('exactly one check digit matches, and any single wrong digit is detected', () => {
    fc.assert(
      fc.property(aadhaars, fc.nat(11), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1)
        expect(isAadhaarNumber(wrong)).toBe(false)
      }),
    )
  })

  test('swapping any two neighbours is detected', () => {
    fc.assert(
      fc.property(aadhaars, fc.nat(10), (number, at) => {
        fc.pre(number[at] !== number[at + 1])
        const swapped = `${number.slice(0, at)}${number[at + 1]}${number[at]}${number.slice(at + 2)}`
        expect(isAadhaarNumber(swapped)).toBe(false)
      }),
    )
  })

  test('a mask shows only the last four digits', () => {
    expect(maskedAadhaar(AADHAAR)).toBe('XXXX XXXX 0124')
    expect(maskedAadhaar('0124')).toBe('XXXX XXXX 0124')
  })
})

describe('PAN', () => {
  test('accepts only a person’s PAN', () => {
    expect(isPersonalPan(PAN)).toBe(true)
    for (const other of [
      'ABCCV1234F',
      'ABCPV12345',
      'abcpv1234f',
      'ABCPV1234',
      'ABCPV1234FF',
      'XABCPV1234F',
      `${PAN}\n`,
      '',
    ])
      expect(isPersonalPan(other)).toBe(false)
  })

  test('a mask shows three characters in front and three behind', () => {
    if (!isPersonalPan(PAN)) throw new Error('a PAN was expected')
    expect(maskedPan(PAN)).toBe('ABC••••34F')
  })
})

describe('the two numbers on the identity page', () => {
  test.each([
    ['', '', 'idNo', 'aadhaar-missing'],
    [AADHAAR, ' ', 'panNo', 'pan-missing'],
    ['234567890123', '', 'panNo', 'pan-missing'],
    ['234567890123', PAN, 'idNo', 'aadhaar-wrong'],
    [`x${AADHAAR}`, PAN, 'idNo', 'aadhaar-wrong'],
    [AADHAAR, 'ABCCV1234F', 'panNo', 'pan-wrong'],
  ])('%j and %j: %s', (idNo, panNo, column, reason) =>
    expect(readIdentity({ idNo, panNo })).toEqual({ error: { column, reason } }),
  )

  test('accepts the ways people write them', () => {
    expect(readIdentity({ idNo: '2345 6789-0124', panNo: ' abcpv1234f' })).toEqual({
      identity: { aadhaar: AADHAAR, pan: PAN },
    })
  })
})

test('typing keeps what the fields can hold', () => {
  expect(aadhaarDigits('2345 6789 0124 55')).toBe(AADHAAR)
  expect(panChars('abc-pv 1234fgh')).toBe(PAN)
  expect(aadhaarOtpDigits('12-34567')).toBe('123456')
  expect(isAadhaarOtp('123456')).toBe(true)
  expect(isAadhaarOtp('12345')).toBe(false)
})

describe('pictures', () => {
  test('missing pictures are requested in order', () => {
    expect(missingUpload(new Set())).toBe('upload-aadhaar-front')
    expect(missingUpload(new Set(['aadhaarFront']))).toBe('upload-pan')
    expect(missingUpload(new Set(['pan', 'aadhaarFront']))).toBe('upload-face')
    expect(missingUpload(new Set(['face', 'pan', 'aadhaarFront']))).toBeUndefined()
  })

  const limit = 10 * 1024 * 1024
  test.each([
    [limit - 1, 'original', 'accept'],
    [limit, 'original', 'compress'],
    [limit * 3, 'original', 'compress'],
    [limit, 'compressed', 'accept'],
    [limit + 1, 'compressed', 'refuse'],
  ] as const)('%i bytes, %s: %s', (size, stage, verdict) =>
    expect(imageVerdict(size, stage)).toBe(verdict),
  )
})
