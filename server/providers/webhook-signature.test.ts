import * as crypto from 'node:crypto'
import fc from 'fast-check'
import Razorpay from 'razorpay'
import { afterAll, expect, test, vi } from 'vitest'

vi.mock('node:crypto', async load => {
  const original = await load<typeof crypto>()
  return { ...original, timingSafeEqual: vi.fn(original.timingSafeEqual) }
})

// Another test file of this process may have loaded the module with the true function.
vi.resetModules()
const { isSigned, isTimely, signatureOf } = await import('#server/providers/webhook-signature.ts')
afterAll(() => vi.resetModules())

const secret = fc.string({ minLength: 1, maxLength: 40 })
const body = fc.string({ maxLength: 300, unit: 'grapheme' })

test('Razorpay’s own validator accepts our signatures, and we accept exactly those that it accepts', () => {
  fc.assert(
    fc.property(body, secret, secret, (text, one, other) => {
      const signature = signatureOf(one, [Buffer.from(text)]).toString('hex')
      expect(Razorpay.validateWebhookSignature(text, signature, one)).toBe(true)
      for (const [claimed, key] of [
        [signature, other],
        [signature, one],
        [signature.toUpperCase(), one],
      ] as const)
        expect(isSigned([key], [Buffer.from(text)], claimed, 'hex')).toBe(
          Razorpay.validateWebhookSignature(text, claimed, key),
        )
    }),
  )
})

test('compares in constant time, so that the time of an answer reveals nothing', () => {
  const signature = signatureOf('secret', ['body'])
  const forged = Buffer.alloc(32)
  vi.mocked(crypto.timingSafeEqual).mockClear()
  expect(isSigned(['secret'], ['body'], forged.toString('hex'), 'hex')).toBe(false)
  expect(crypto.timingSafeEqual).toHaveBeenCalledExactlyOnceWith(forged, signature)
})

test('accepts two secrets during a rotation, and no third', () => {
  const signed = (by: string) => signatureOf(by, ['body']).toString('base64')
  for (const [by, isBelieved] of [
    ['new', true],
    ['old', true],
    ['other', false],
  ] as const)
    expect(isSigned(['new', 'old'], ['body'], signed(by), 'base64')).toBe(isBelieved)
  expect(isSigned(['new'], ['bo', 'dy'], signed('new'), 'base64')).toBe(true)
})

test.each([undefined, '', 'zz', ['a'.repeat(64)], 'a'.repeat(63), 'g'.repeat(64)])(
  'rejects %j as a signature',
  claimed => {
    expect(isSigned(['s'], ['body'], claimed, 'hex')).toBe(false)
  },
)

test.each([
  [0, true],
  [4 * 60_000, true],
  [6 * 60_000, false],
  [-24 * 3_600_000, true],
  [-49 * 3_600_000, false],
  [Number.NaN, false],
])('sent %d ms from now: %s', (offsetMs, isBelieved) => {
  const now = new Date('2026-11-21T04:30:00Z')
  expect(isTimely(now.getTime() + offsetMs, now)).toBe(isBelieved)
})
