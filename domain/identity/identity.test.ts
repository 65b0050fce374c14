import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isAadhaarNumber,
  isAadhaarUnreadable,
  isPanUnreadable,
  isPersonalPan,
  maskedAadhaar,
  maskedPan,
  missingUpload,
  readIdentity,
  typedAadhaar,
  typedPan,
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
  ])('%j is not a PAN', number => expect(isAadhaarNumber(number)).toBe(false))

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

describe('typing', () => {
  test.each([
    ['2345 6789 0124', AADHAAR],
    ['2345-6789-0124', AADHAAR],
    ['२३४५ ६७८९ ०१२४', AADHAAR],
    ['\u200e234567890124', AADHAAR],
    ['2345 6789 0124 5', '2345678901245'],
    ['XXXX XXXX 0124', 'XXXX XXXX 0124'],
  ])('the Aadhaar field shows %j as %j', (typed, shown) => expect(typedAadhaar(typed)).toBe(shown))

  test.each(['XXXX XXXX 0124', '2345678901245', 'Aadhaar 2345'])(
    'the Aadhaar field says that %j is none',
    text => {
      expect(isAadhaarUnreadable(text)).toBe(true)
      expect(readIdentity({ idNo: text, panNo: PAN })).toMatchObject({
        error: { reason: 'aadhaar-wrong' },
      })
    },
  )

  test.each([
    ['abc-pv 1234f', PAN],
    ['ＡＢＣＰＶ１２３４Ｆ', PAN],
    ['abcpv१२३४f', PAN],
    ['abcpv1234fgh', 'ABCPV1234FGH'],
    ['PAN: abc', 'PAN:ABC'],
  ])('the PAN field shows %j as %j', (typed, shown) => expect(typedPan(typed)).toBe(shown))

  test('the PAN field says that a longer or another text is none', () => {
    for (const text of ['ABCPV1234FG', 'PAN:ABC', 'ABC••••34F'])
      expect(isPanUnreadable(text)).toBe(true)
    for (const text of ['', 'A', PAN]) expect(isPanUnreadable(text)).toBe(false)
    expect(isAadhaarUnreadable(AADHAAR)).toBe(false)
  })
})

describe('pictures', () => {
  test('missing pictures are requested in order', () => {
    expect(missingUpload(new Set())).toBe('upload-aadhaar-front')
    expect(missingUpload(new Set(['aadhaarFront']))).toBe('upload-pan')
    expect(missingUpload(new Set(['pan', 'aadhaarFront']))).toBe('upload-face')
    expect(missingUpload(new Set(['face', 'pan', 'aadhaarFront']))).toBeUndefined()
  })
})
