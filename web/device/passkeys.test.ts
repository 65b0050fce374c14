import { afterEach, expect, test, vi } from 'vitest'
import { canUsePasskeys } from './passkey-support.ts'
import { noAnswerOf } from './passkeys.ts'

afterEach(() => vi.unstubAllGlobals())

function device(hostname: string, hasScreenLock: boolean, more: object = {}) {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => hasScreenLock,
  })
  for (const [name, value] of Object.entries(more)) vi.stubGlobal(name, value)
}

test.each<[string, boolean, object, boolean]>([
  ['loans.example', true, {}, true],
  ['localhost', true, {}, true],
  ['loans.example', false, {}, false],
  ['192.168.1.7', true, {}, false],
  ['[::1]', true, {}, false],
  ['loans.example', true, { SaralShell: {} }, false],
  ['loans.example', true, { PublicKeyCredential: undefined }, false],
  ['loans.example', true, { PublicKeyCredential: {} }, false],
])('at %s, with a screen lock: %s, %j, passkeys can be used: %s', async (host, lock, more, can) => {
  device(host, lock, more)
  expect(await canUsePasskeys()).toBe(can)
})

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'exists'],
  ['SecurityError', 'failed'],
  ['NotSupportedError', 'failed'],
])('reports %s of the browser as %s', (name, why) => {
  expect(noAnswerOf(Object.assign(new Error('of the browser'), { name }))).toBe(why)
  expect(noAnswerOf('no error at all')).toBe('failed')
})
