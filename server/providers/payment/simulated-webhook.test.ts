import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PaymentNotice,
  readSignedWebhook,
  SIGNATURE_HEADER,
  signedHeaders,
  TIMESTAMP_HEADER,
} from '#server/providers/payment/simulated-webhook.ts'

const now = new Date('2026-11-21T04:30:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const notice: PaymentNotice = {
  id: 'e1',
  type: 'payment.paid',
  data: { paymentId: 'p1', attemptRef: 'a1', amountPaise: 39_986 },
}
const body = JSON.stringify(notice)
const bytes = Buffer.from(body)
const headers = signedHeaders(body, 'e1', 'secret', now)

test('reads a signed webhook, also during a rotation of the secret', () => {
  const event = { eventId: 'e1', paymentId: 'p1', attemptRef: 'a1', state: 'paid', amount: 39_986 }
  expect(readSignedWebhook(bytes, headers, ['secret'], now)).toEqual({ kind: 'event', event })
  expect(readSignedWebhook(bytes, headers, ['newer', 'secret'], now)).toEqual({
    kind: 'event',
    event,
  })
  expect(readSignedWebhook(bytes, headers, ['newer'], now)).toEqual({ kind: 'forged' })
})

test('treats one flipped bit anywhere in the body as a forgery', () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
      expect(readSignedWebhook(flipped, headers, ['secret'], now)).toEqual({ kind: 'forged' })
    }),
  )
})

test.each<[string, Record<string, string | string[] | undefined>]>([
  ['no signature', { ...headers, [SIGNATURE_HEADER]: undefined }],
  ['a short signature', { ...headers, [SIGNATURE_HEADER]: headers[SIGNATURE_HEADER]?.slice(2) }],
  ['a signature twice', { ...headers, [SIGNATURE_HEADER]: [headers[SIGNATURE_HEADER] ?? ''] }],
  ['a signature that is no hex', { ...headers, [SIGNATURE_HEADER]: 'z'.repeat(64) }],
  ['another time', { ...headers, [TIMESTAMP_HEADER]: String(now.getTime() / 1000 + 1) }],
  ['no time', { ...headers, [TIMESTAMP_HEADER]: undefined }],
  ['a time that is none', { ...headers, [TIMESTAMP_HEADER]: 'now' }],
])('%s is a forgery', (_what, changed) => {
  expect(readSignedWebhook(bytes, changed, ['secret'], now)).toEqual({ kind: 'forged' })
})

test('accepts a webhook for five minutes, and none from the future', () => {
  expect(readSignedWebhook(bytes, headers, ['secret'], later(300)).kind).toBe('event')
  expect(readSignedWebhook(bytes, headers, ['secret'], later(301)).kind).toBe('forged')
  expect(readSignedWebhook(bytes, headers, ['secret'], later(-301)).kind).toBe('forged')
})

test.each(['{"id":"e2","type":"payment.cheered","data":{}}', '[]', 'not json'])(
  'reports %s as genuine but irrelevant',
  text => {
    expect(
      readSignedWebhook(
        Buffer.from(text),
        signedHeaders(text, 'e2', 'secret', now),
        ['secret'],
        now,
      ),
    ).toEqual({
      kind: 'ignored',
    })
  },
)
