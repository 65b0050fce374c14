import { expect, test } from 'vitest'
import { isPushService } from '#domain/push-host.ts'

const address = (hostname: string, about: Partial<Parameters<typeof isPushService>[0]> = {}) => ({
  ...{ protocol: 'https:', hostname, port: '', username: '', password: '' },
  ...about,
})

test.each([
  ['fcm.googleapis.com', {}, true],
  ['updates.push.services.mozilla.com', {}, true],
  ['web.push.apple.com', {}, true],
  ['sg2p.notify.windows.com', {}, true],
  ['fcm.googleapis.com', { protocol: 'http:' }, false],
  ['fcm.googleapis.com', { port: '8443' }, false],
  ['fcm.googleapis.com', { username: 'user' }, false],
  ['fcm.googleapis.com', { password: 'secret' }, false],
  ['fcm.googleapis.com.evil.example', {}, false],
  ['evilpush.apple.com', {}, false],
  ['.push.apple.com', {}, false],
  ['push.apple.com', {}, false],
  ['127.0.0.1', {}, false],
  ['169.254.169.254', {}, false],
  ['localhost', { port: '9443' }, false],
])('%s %j: %s', (hostname, about, expected) => {
  expect(isPushService(address(hostname, about))).toBe(expected)
})

test('a configured host is one too, with its port', () => {
  const extra = ['localhost:9443', 'push.test']
  expect(isPushService(address('localhost', { port: '9443' }), extra)).toBe(true)
  expect(isPushService(address('push.test'), extra)).toBe(true)
  expect(isPushService(address('localhost', { port: '9444' }), extra)).toBe(false)
  expect(isPushService(address('localhost', { port: '9443', protocol: 'http:' }), extra)).toBe(false)
})
