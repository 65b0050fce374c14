import { afterEach, expect, test, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { storeCredentials } from '#web/device/credentials.ts'
import { isSameKey, keyBytes, renewPush } from '#web/device/push.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a key in base64url is read, with or without padding', () => {
  expect([...keyBytes('-_8B')]).toEqual([251, 255, 1])
  expect([...keyBytes('AQ')]).toEqual([1])
})

test('a subscription under another key, or under none, does not match our key', () => {
  const key = keyBytes('AQID')
  expect(isSameKey(Uint8Array.from([1, 2, 3]).buffer, key)).toBe(true)
  expect(isSameKey(Uint8Array.from([1, 2, 4]).buffer, key)).toBe(false)
  expect(isSameKey(Uint8Array.from([1, 2]).buffer, key)).toBe(false)
  expect(isSameKey(null, key)).toBe(false)
})

const config = {
  customer: { phone: '', email: '' },
  lender: null,
  isSandbox: true,
  isUpiOffered: false,
  notices: [],
  messages: [],
  isTrackingOn: false,
  isMarketingOn: false,
  pushPublicKey: 'AQID',
}

/**
 * A browser that is already subscribed; returns the sessions that reported it to the server, in
 * order.
 */
function subscribedBrowser(): string[] {
  const sessions: string[] = []
  const stored = new Map<string, string>()
  const subscription = {
    options: { applicationServerKey: Uint8Array.from([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { auth: 'AQID', p256dh: 'AQID' } }),
  }
  const pushManager = { getSubscription: () => Promise.resolve(subscription) }
  vi.stubGlobal('window', { PushManager: true, Notification: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('navigator', {
    userAgent: '',
    serviceWorker: { ready: Promise.resolve({ pushManager }) },
  })
  // Resolves a relative address, as a page does.
  class PageRequest extends Request {
    constructor(url: string, init?: RequestInit) {
      super(new URL(url, 'http://saral.test'), init)
    }
  }
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    if (url.endsWith('/webpush/subscribe')) sessions.push(headers.get('token') ?? '')
    return new Response(
      JSON.stringify({
        code: CODE.success,
        msg: '',
        data: url.endsWith('/config') ? config : null,
      }),
    )
  })
  return sessions
}

test('the browser is reported to the server once, and again after another borrower signs in', async () => {
  const sessions = subscribedBrowser()
  storeCredentials({ token: 'asha' })
  await renewPush()
  await renewPush()
  expect(sessions).toEqual(['asha'])
  storeCredentials({ token: 'ravi' })
  await renewPush()
  expect(sessions).toEqual(['asha', 'ravi'])
})
