import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { noteIdentityVerified } from '#server/accounts/db/device.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { borrowerIdOf } from '#server/testing/verification.ts'

const DEVICE_COOKIE = cookieName('device', false)
/** Browsers keep a cookie for 400 days at most (RFC 6265bis §5.5). */
const AGE_MAX_SECONDS = 400 * 86_400
const SECRET_LENGTH = 43

const server = forFile(() => testServer())

let last = 9_650_000_000
const markOf = (browser: Browser) => browser.cookies.get(DEVICE_COOKIE) ?? ''
const randomPart = () => randomBytes(32).toString('base64url')
const isLimited = async (browser: Browser) => {
  const me = await browser.calls(contract.account).me({})
  return me.ok ? me.data.isLimited : me.reason
}

/** A borrower whose identity was verified in this browser. */
async function owner(): Promise<{ phone: string; browser: Browser }> {
  const phone = `91${++last}`
  const browser = await server.signIn(phone)
  const { db, clock } = server.services
  const borrowerId = await borrowerIdOf(server, phone)
  const [device] = await db.raw('SELECT device_id FROM device WHERE borrower_id = $1', [borrowerId])
  const deviceId = String(device?.device_id)
  await noteIdentityVerified(db, { borrowerId, deviceId, at: clock.now() })
  server.clock.advance({ seconds: 61 })
  return { phone, browser }
}

test.each<[string, (mark: string, other: string) => string]>([
  ['with a seal of somebody else', mark => mark.slice(0, SECRET_LENGTH) + randomPart()],
  ['of random letters', () => randomPart() + randomPart()],
  ['with the seal of another mark', (mark, other) => mark.slice(0, 43) + other.slice(43)],
  ['with another first letter', mark => (mark.startsWith('A') ? 'B' : 'A') + mark.slice(1)],
  ['without its seal', mark => mark.slice(0, SECRET_LENGTH)],
  ['with a letter too many', mark => `${mark}A`],
])(
  'a device cookie %s makes no device known, and is replaced by one of ours',
  async (_name, forge) => {
    const { phone, browser } = await owner()
    const { browser: other } = await owner()
    const forged = forge(markOf(browser), markOf(other))
    const stranger = server.browser()
    stranger.cookies.set(DEVICE_COOKIE, forged)
    await server.signIn(phone, stranger)
    expect(await isLimited(stranger)).toBe(true)
    const mark = markOf(stranger)
    expect(mark).not.toContain(forged)
    expect(mark).not.toBe(markOf(browser))

    // The new cookie is ours: once its owner has confirmed it, it makes the device known.
    await server.confirmDevice(phone, stranger)
    server.clock.advance({ seconds: 61 })
    await server.signIn(phone, stranger)
    expect(markOf(stranger)).toBe(mark)
    expect(await isLimited(stranger)).toBe(false)
  },
)

test('each sign-in renews the cookie of a known device, with the same value', async () => {
  const { phone, browser } = await owner()
  const mark = markOf(browser)
  await browser.calls(contract.login).sendCode({ phone })
  const response = await browser.fetch('/api1/user/v1/login', {
    method: 'POST',
    headers: { ...browser.headers, token: browser.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ phone, code: await server.codeSentTo(phone) }),
  })
  const answer = (await response.json()) as { readonly data: { readonly token: string } }
  browser.token = answer.data.token
  const line = response.headers.getSetCookie().find(each => each.startsWith(DEVICE_COOKIE))
  expect(line?.split('; ')).toEqual(
    expect.arrayContaining([
      `${DEVICE_COOKIE}=${mark}`,
      `Max-Age=${AGE_MAX_SECONDS}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
    ]),
  )
  expect(await isLimited(browser)).toBe(false)
})
