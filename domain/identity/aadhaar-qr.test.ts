import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeBytes, QR_DIGITS_MAX, readAadhaarCode } from '#domain/identity/aadhaar-qr.ts'

const PHOTO = [0xff, 0x4f, 0xff, 0x51, 0x00, 0xff, 0xff, 0xd9]
const FIELDS = [
  '123420260305143015250',
  'Asha Verma',
  '05-11-1992',
  'F',
  'D/O Ravi Verma',
  'Pune',
  'Near Temple',
  '12',
  'Kothrud',
  '411038',
  'Kothrud',
  'Maharashtra',
  'Lake View Road',
  'Haveli',
  'Pune City',
]
const HASH = new Array<number>(32).fill(0xff)

function bytesOf(texts: readonly string[], after: readonly number[]): Uint8Array {
  return Uint8Array.from([
    ...texts.flatMap(text => [...text].map(char => char.charCodeAt(0)).concat(0xff)),
    ...after,
  ])
}
const older = (flag: string, hashes: number) =>
  bytesOf([flag, ...FIELDS], [...PHOTO, ...new Array(hashes).fill(HASH).flat()])
const newer = (flag: string) => bytesOf(['V2', flag, ...FIELDS, '4321'], PHOTO)

const ASHA = {
  lastFour: '1234',
  issuedAt: new Date('2026-03-05T14:30:15.250+05:30'),
  name: 'Asha Verma',
  dob: '1992-11-05',
  gender: 'female',
  address: {
    careOf: 'D/O Ravi Verma',
    house: '12',
    street: 'Lake View Road',
    locality: 'Near Temple, Kothrud, Pune City',
    district: 'Pune',
    state: 'Maharashtra',
    pinCode: '411038',
  },
  photo: Uint8Array.from(PHOTO),
}

describe('reading a code', () => {
  test.each([
    ['the older form without hashes', older('0', 0)],
    ['the older form with an e-mail hash', older('1', 1)],
    ['the older form with a mobile hash', older('2', 1)],
    ['the older form with both', older('3', 2)],
    ['the newer form', newer('2')],
  ])('is read from %s', (_form, bytes) => {
    expect(readAadhaarCode(bytes)).toEqual(ASHA)
  })

  test('accepts a code without a photo, a birth date with slashes, and Latin-1 letters', () => {
    const fields = FIELDS.with(1, 'Zoë').with(2, '05/11/1992')
    expect(readAadhaarCode(bytesOf(['0', ...fields], []))).toMatchObject({
      name: 'Zoë',
      dob: '1992-11-05',
      photo: new Uint8Array(),
    })
  })

  test.each([
    ['M', 'male'],
    ['T', 'other'],
  ])('reads the gender %s as %s', (letter, gender) => {
    expect(readAadhaarCode(bytesOf(['0', ...FIELDS.with(3, letter)], []))).toMatchObject({ gender })
  })

  test('leaves an empty part out of the locality', () => {
    expect(readAadhaarCode(bytesOf(['0', ...FIELDS.with(6, '')], []))).toMatchObject({
      address: { locality: 'Kothrud, Pune City' },
    })
  })

  test.each([
    ['no field at all', new Uint8Array()],
    ['too few fields', bytesOf(['0', ...FIELDS.slice(1)], [])],
    ['no end of its last field', bytesOf(['0', ...FIELDS.slice(0, -1)], [0x50])],
    ['a flag that there is not', older('4', 0)],
    ['something before its version', bytesOf(['AV2', '2', ...FIELDS, '4321'], PHOTO)],
    ['a version of two digits', bytesOf(['V22', '2', ...FIELDS, '4321'], PHOTO)],
    ['a letter before its time', bytesOf(['0', ...FIELDS.with(0, '1234x20260305143015250')], [])],
    ['a digit after its time', bytesOf(['0', ...FIELDS.with(0, '1234202603051430152507')], [])],
    ['hashes that are not there', older('3', 1).slice(0, -40)],
    ['a reference without a time', bytesOf(['0', ...FIELDS.with(0, '1234')], PHOTO)],
    ['a time that there is not', bytesOf(['0', ...FIELDS.with(0, '123420261305143015250')], PHOTO)],
    ['a birth date that there is not', bytesOf(['0', ...FIELDS.with(2, '31-02-1992')], PHOTO)],
    ['a year of birth alone', bytesOf(['0', ...FIELDS.with(2, '1992')], PHOTO)],
    ['no name', bytesOf(['0', ...FIELDS.with(1, ' ')], PHOTO)],
    ['an unknown gender', bytesOf(['0', ...FIELDS.with(3, 'X')], PHOTO)],
  ])('is nothing where it has %s', (_what, bytes) => {
    expect(readAadhaarCode(bytes)).toBeUndefined()
  })

  test('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => void readAadhaarCode(bytes)))
  })
})

describe('decoding the digits of a code', () => {
  test('yields the bytes of the number, which encode to the same digits', () => {
    const beginning = fc.integer({ min: 1, max: 255 })
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 400 }), (first, rest) => {
        const bytes = Uint8Array.from([first, ...rest])
        const digits = BigInt(
          `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`,
        ).toString()
        expect(codeBytes(digits)).toEqual(bytes)
      }),
    )
  })

  test('accepts as many digits as a code can hold', () => {
    expect(codeBytes(`1${'0'.repeat(QR_DIGITS_MAX - 1)}`)).toBeDefined()
  })

  test.each(['', '0', '012', '1a', '-1', '1.5', '१२३', ' 1', `1${'0'.repeat(QR_DIGITS_MAX)}`])(
    'refuses "%s"',
    text => {
      expect(codeBytes(text)).toBeUndefined()
    },
  )
})
