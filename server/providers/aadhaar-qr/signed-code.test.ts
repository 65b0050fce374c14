import { generateKeyPairSync, randomInt, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { runs } from '#domain/testing/runs.ts'
import { selfSigned } from '#server/platform/signing/self-signed.ts'
import { readCertificates } from '#server/providers/aadhaar-qr/certificates.ts'
import { signedCodes } from '#server/providers/aadhaar-qr/signed-code.ts'
import {
  type AadhaarQrSimulator,
  aadhaarQrSimulator,
} from '#server/providers/aadhaar-qr/simulator.ts'
import { movableClock } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const NOW = new Date('2026-11-21T04:30:00Z')
const clock = movableClock(NOW)
const PERSON = {
  lastFour: '1234',
  name: 'Asha Verma',
  dob: day('1992-11-05'),
  gender: 'female',
  address: {
    careOf: '',
    house: '12',
    street: 'MG Road',
    locality: 'Kothrud',
    district: 'Pune',
    state: 'MH',
    pinCode: '411038',
  },
} as const

let database: FreshDatabase
let simulator: AadhaarQrSimulator
beforeAll(async () => {
  database = await freshDatabase()
  simulator = aadhaarQrSimulator({ db: database.db, clock })
})
afterAll(() => database.drop())

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const inForce = (from: string, to: string) =>
  new X509Certificate(selfSigned({ name: 'test', keys, from: new Date(from), to: new Date(to) }))
const certificate = inForce('2026-01-01', '2027-01-01')
const reader = (...trusted: X509Certificate[]) => signedCodes(async () => trusted)

const CONTENT = Buffer.from(
  [
    '0',
    '123420260305143015250',
    'Asha Verma',
    '05-11-1992',
    'F',
    ...new Array(11).fill(''),
    '',
  ].join('\xff'),
  'latin1',
)
const digitsOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString()
const withSignature = (content: Buffer) =>
  Buffer.concat([content, sign('sha256', content, keys.privateKey)])
const gzipped = (bytes: Buffer, strategy: number = constants.Z_DEFAULT_STRATEGY) =>
  gzipSync(bytes, { strategy })
const flipped = (bytes: Uint8Array, bit: number) => {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

test('accepts a code that the simulated register signed, and reads the person from it', async () => {
  const code = await simulator.issue(PERSON)
  expect(await simulator.read(code)).toMatchObject({
    state: 'signed',
    code: { ...PERSON, issuedAt: NOW, photo: expect.objectContaining({ length: 531 }) },
  })
  const another = aadhaarQrSimulator({ db: database.db, clock })
  expect(await another.read(code), 'its key is made once').toMatchObject({ state: 'signed' })
})

/** Long enough for deflate to write a table of its own. */
const LONG = Buffer.concat([
  CONTENT,
  Buffer.from('\xffO\xffQ'.concat('abcdefghij'.repeat(30), '\xd9'), 'latin1'),
])
const { Z_FIXED, Z_HUFFMAN_ONLY } = constants

test.each([
  ['gzip, stored', CONTENT, gzipped],
  ['gzip, fixed codes', LONG, (bytes: Buffer) => gzipped(bytes, Z_FIXED)],
  ['gzip, literals only', LONG, (bytes: Buffer) => gzipped(bytes, Z_HUFFMAN_ONLY)],
  ['gzip, references', LONG, gzipped],
  ['zlib, stored', CONTENT, (bytes: Buffer) => deflateSync(bytes)],
  ['zlib, literals only', LONG, (b: Buffer) => deflateSync(b, { strategy: Z_HUFFMAN_ONLY })],
])('no flipped bit changes the person that is read: %s', async (_form, content, pack) => {
  const packed = pack(withSignature(content))
  const { read } = reader(certificate)
  const whole = await read(digitsOf(packed))
  expect(whole).toMatchObject({ state: 'signed', code: { name: 'Asha Verma' } })
  // All bits in `npm run test:all`; else each tenth, from another one each time.
  const bits = packed.length * 8
  const step = Math.ceil(bits / runs(bits))
  for (let bit = randomInt(step); bit < bits; bit += step) {
    const reading = await read(digitsOf(flipped(packed, bit)))
    // The packing itself is not signed: one of its meaningless bits may change.
    if (reading.state === 'signed') expect(reading, `bit ${bit}`).toEqual(whole)
  }
})

test('refuses any flipped bit of the signed content or of its signature', async () => {
  const signed = withSignature(CONTENT)
  const anyBit = fc.integer({ min: 0, max: signed.length * 8 - 1 })
  await fc.assert(
    fc.asyncProperty(anyBit, async bit => {
      const code = digitsOf(gzipped(flipped(signed, bit)))
      expect(await reader(certificate).read(code)).toEqual({
        state: 'refused',
        reason: 'not-signed',
      })
    }),
    { numRuns: runs(300) },
  )
})

test('refuses any changed digit of a scanned code', async () => {
  const code = await simulator.issue(PERSON)
  const at = fc.integer({ min: 0, max: code.length - 1 })
  await fc.assert(
    fc.asyncProperty(at, fc.integer({ min: 1, max: 9 }), async (place, by) => {
      const digit = (Number(code[place]) + by) % 10
      const changed = code.slice(0, place) + digit + code.slice(place + 1)
      expect(await simulator.read(changed)).toMatchObject({ state: 'refused' })
    }),
  )
})

test('refuses an unknown certificate', async () => {
  const code = await simulator.issue(PERSON)
  expect(await reader(certificate).read(code)).toEqual({ state: 'refused', reason: 'not-signed' })
  expect(await reader().read(code)).toEqual({ state: 'refused', reason: 'not-signed' })
})

test('accepts a certificate that has expired since, and refuses one that was not in force at the signing', async () => {
  const code = digitsOf(gzipped(withSignature(CONTENT)))
  expect(await reader(inForce('2026-03-01', '2026-03-31')).read(code)).toMatchObject({
    state: 'signed',
  })
  expect(await reader(inForce('2026-03-06', '2027-03-31')).read(code)).toEqual({
    state: 'refused',
    reason: 'not-in-force',
  })
  expect(await reader(inForce('2025-03-06', '2026-03-05')).read(code)).toEqual({
    state: 'refused',
    reason: 'not-in-force',
  })
})

test.each([
  ['no code', 'unreadable', 'https://example.com'],
  ['a small number', 'unreadable', '42'],
  ['an unpacked signature and nothing else', 'unreadable', digitsOf(gzipped(Buffer.alloc(256)))],
  [
    'a signed something that is no Aadhaar',
    'unreadable',
    digitsOf(gzipped(withSignature(Buffer.from('hello')))),
  ],
  ['more digits than a code holds', 'too-large', '9'.repeat(7_090)],
  ['bytes that unpack to a million', 'too-large', digitsOf(gzipped(Buffer.alloc(1_000_000)))],
  ['the same as zlib', 'too-large', digitsOf(deflateSync(Buffer.alloc(65_537)))],
  ...[gzipped, (bytes: Buffer) => deflateSync(bytes)].flatMap(pack => {
    const packed = pack(withSignature(CONTENT))
    const digitsAfter = (...after: number[]) =>
      digitsOf(Buffer.concat([packed, Buffer.from(after)]))
    return [
      ['a code with a byte after it', 'unreadable', digitsAfter(7)],
      ['a code with zeros after it', 'unreadable', digitsAfter(0, 0)],
      ['a code without its last byte', 'unreadable', digitsOf(packed.subarray(0, -1))],
      ['half a code', 'unreadable', digitsOf(packed.subarray(0, packed.length / 2))],
    ]
  }),
])('%s is %s', async (_what, reason, code) => {
  expect(await reader(certificate).read(code)).toEqual({ state: 'refused', reason })
})

test('reads certificates from a file, which must contain at least one, of a kind that signs codes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saral-certificates-'))
  const fileWith = (text: string) => {
    const file = join(folder, 'trusted.pem')
    writeFileSync(file, text)
    return file
  }
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const wrong = selfSigned({ name: 'wrong', keys: other, from: NOW, to: NOW })
  expect(
    await readCertificates(fileWith(`two\n${certificate}\nof them\n${certificate}`)),
  ).toHaveLength(2)
  await expect(readCertificates(fileWith('none'))).rejects.toThrow('no certificate')
  await expect(readCertificates(fileWith(wrong))).rejects.toThrow('no RSA key')
  rmSync(folder, { recursive: true })
})
