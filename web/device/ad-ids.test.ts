import { afterEach, expect, test, vi } from 'vitest'

const FBP = 'fb.1.1596403881668.1116446470'
const FBC = 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A browser with these cookies, and the modules as its page loads them. */
async function browser(cookie: string) {
  const stored = new Map<string, string>([['token', 'asha']])
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { userAgent: 'Android' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const { allowAdIds } = await import('#web/device/ad-ids.ts')
  const { requestHeaders } = await import('#web/api/headers.ts')
  const { clearCredentials } = await import('#web/device/credentials.ts')
  const ids = () => {
    const { fbp, fbc, fbUserId } = requestHeaders('en')
    return { fbp, fbc, fbUserId }
  }
  return { allowAdIds, ids, clearCredentials }
}

const none = { fbp: undefined, fbc: undefined, fbUserId: undefined }

test('requests carry the ids that the browser has, and only while the borrower consents', async () => {
  const { allowAdIds, ids } = await browser(`theme=dark; _fbp=${FBP}; _fbc=${FBC}`)
  expect(ids()).toEqual(none)
  allowAdIds(true)
  expect(ids()).toEqual({ fbp: FBP, fbc: FBC, fbUserId: undefined })
  allowAdIds(false)
  expect(ids()).toEqual(none)
})

test('a cookie that is no id is not sent, and signing out removes the ids', async () => {
  const { allowAdIds, ids, clearCredentials } = await browser(`_fbp=a b; fbUserId=4711`)
  allowAdIds(true)
  expect(ids()).toEqual({ ...none, fbUserId: '4711' })
  clearCredentials()
  expect(ids()).toEqual(none)
})
