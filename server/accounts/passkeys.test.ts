import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { noteIdentityVerified } from '#server/accounts/db/device.ts'
import { forgetPasskeyChallenges } from '#server/accounts/db/passkey.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { testServer } from '#server/testing/app.ts'
import { type Authenticator, newAuthenticator, type Twist } from '#server/testing/authenticator.ts'
import type { Browser } from '#server/testing/browser.ts'
import { certifiedKey } from '#server/testing/certified-key.ts'
import { forFile } from '#server/testing/for-file.ts'

const server = forFile(() => testServer())

let last = 9_500_000_000
const newPhone = () => `91${++last}`
const passkey = (browser: Browser) => browser.calls(contract.passkey)
const account = (browser: Browser) => browser.calls(contract.account)
const UNVERIFIED: Twist = { isVerified: false }

async function signIn(phone: string, browser?: Browser): Promise<Browser> {
  server.clock.advance({ seconds: 61 })
  return server.signIn(phone, browser)
}

async function borrowerIdOf(phone: string): Promise<string> {
  const { db, cipher } = server.services
  return (await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))) ?? ''
}

async function deviceOf(browser: Browser): Promise<string> {
  const list = await account(browser).devices({})
  const session = list.ok ? list.data.find(({ isThis }) => isThis) : undefined
  return session?.deviceId ?? ''
}

/** Adds a passkey in a browser that is signed in. */
async function add(browser: Browser, keys = newAuthenticator(server.origin), twist?: Twist) {
  const options = await passkey(browser).addOptions({})
  if (!options.ok) throw new Error(options.reason)
  return { keys, answer: await passkey(browser).add(keys.create(options.data, twist)) }
}

/** Signs in by a passkey, and keeps the session in the browser. */
async function enter(browser: Browser, keys: Authenticator, twist?: Twist) {
  const options = await passkey(browser).signInOptions({})
  if (!options.ok) throw new Error(options.reason)
  const answer = await passkey(browser).signIn({ signature: keys.sign(options.data, twist) })
  if (answer.ok) browser.token = answer.data.token
  return answer
}

async function verifyIdentityOn(browser: Browser, phone: string): Promise<void> {
  const { db, clock } = server.services
  const deviceId = await deviceOf(browser)
  const borrowerId = await borrowerIdOf(phone)
  await noteIdentityVerified(db, { borrowerId, deviceId, at: clock.now() })
}

/** A borrower with a verified identity and a passkey on their own phone. */
async function borrower() {
  const phone = newPhone()
  const device = await signIn(phone)
  const { keys, answer } = await add(device)
  expect(answer).toEqual({ ok: true, data: null })
  await verifyIdentityOn(device, phone)
  return { phone, device, keys }
}

const isLimited = async (browser: Browser) => {
  const me = await account(browser).me({})
  return me.ok ? me.data.isLimited : me.reason
}
const passkeysOf = async (browser: Browser) => {
  const list = await passkey(browser).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data
}
const auditOf = async (phone: string) => {
  const rows = await server.services.db.raw(
    'SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number',
    [await borrowerIdOf(phone)],
  )
  return rows.map(({ action }) => action)
}

describe('adding a passkey', () => {
  test('asks for a discoverable key with user verification, for this site', async () => {
    const phone = newPhone()
    const browser = await signIn(phone)
    expect(await passkey(browser).addOptions({})).toMatchObject({
      ok: true,
      data: {
        rp: { id: '127.0.0.1', name: 'Saral' },
        user: { name: expect.stringContaining('••') },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [],
      },
    })
    expect(await account(browser).me({})).toMatchObject({ data: { hasPasskey: false } })
    expect((await add(browser)).answer).toMatchObject({ ok: true })
    expect(await account(browser).me({})).toMatchObject({ data: { hasPasskey: true } })
    expect(await auditOf(phone)).toContain('passkey-added')
    const again = await passkey(browser).addOptions({})
    expect(again.ok && again.data.excludeCredentials).toHaveLength(1)
  })

  test.each<[string, Twist]>([
    ['for a page of another site', { origin: 'https://evil.example' }],
    ['for another site’s id', { rpId: 'evil.example' }],
    ['without user verification', UNVERIFIED],
    ['that is a signature', { type: 'webauthn.get' }],
    ['with a certificate of its maker', { format: 'android-key' }],
  ])('refuses a key %s', async (_what, twist) => {
    const browser = await signIn(newPhone())
    const { answer } = await add(browser, undefined, twist)
    expect(answer).toMatchObject({ reason: 'passkey-refused' })
    expect(await passkeysOf(browser)).toEqual([])
  })

  test('calls no address that a certificate of a new key names', async () => {
    const called: string[] = []
    const attacker = createServer((request, response) => {
      called.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>(resolve => attacker.listen(0, '127.0.0.1', resolve))
    const { port } = attacker.address() as AddressInfo
    const browser = await signIn(newPhone())
    const options = await passkey(browser).addOptions({})
    if (!options.ok) throw new Error(options.reason)
    const address = `http://127.0.0.1:${port}/revoked`
    const forged = certifiedKey(options.data, server.origin, address)
    expect(await passkey(browser).add(forged)).toMatchObject({ reason: 'passkey-refused' })
    expect(called).toEqual([])
    await new Promise(resolve => attacker.close(resolve))
  })

  test('uses its own challenge once, in its own session, and in time', async () => {
    const phone = newPhone()
    const browser = await signIn(phone)
    const laptop = await signIn(phone)
    const keys = newAuthenticator(server.origin)
    const options = async () => {
      const answer = await passkey(browser).addOptions({})
      if (!answer.ok) throw new Error(answer.reason)
      return answer.data
    }
    const elsewhere = keys.create(await options())
    expect(await passkey(laptop).add(elsewhere)).toMatchObject({ reason: 'passkey-refused' })
    const late = keys.create(await options())
    server.clock.advance({ seconds: 301 })
    expect(await passkey(browser).add(late)).toMatchObject({ reason: 'passkey-refused' })
    await server.confirmDevice(phone, browser)
    const good = keys.create(await options())
    const answers = await Promise.all([passkey(browser).add(good), passkey(browser).add(good)])
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await passkeysOf(browser)).toHaveLength(1)
  })

  test('is closed to a limited session, and ends at ten', async () => {
    const { phone, device } = await borrower()
    const fresh = await signIn(phone)
    expect(await passkey(fresh).addOptions({})).toMatchObject({ reason: 'confirm-code-required' })
    for (let count = 1; count < 10; count += 1) await add(device)
    expect(await passkeysOf(device)).toHaveLength(10)
    expect(await passkey(device).addOptions({})).toMatchObject({
      reason: 'passkey-limit',
      details: { most: 10 },
    })
  })
})

describe('signing in with a passkey', () => {
  test('opens a session on a known device, on a new phone too', async () => {
    const { phone, keys } = await borrower()
    const newPhoneBrowser = server.browser()
    expect(await enter(newPhoneBrowser, keys)).toMatchObject({ ok: true })
    expect(await isLimited(newPhoneBrowser)).toBe(false)
    expect(await passkeysOf(newPhoneBrowser)).toMatchObject([
      { lastUsedAt: server.clock.now(), isOfThisDevice: true },
    ])
    expect(await auditOf(phone)).toContain('sign-in-passkey')
  })

  test.each<[string, Twist, string]>([
    ['of a page of another site', { origin: 'https://evil.example' }, 'passkey-refused'],
    ['for another site’s id', { rpId: 'evil.example' }, 'passkey-refused'],
    ['without user verification', UNVERIFIED, 'passkey-refused'],
    ['that is a registration', { type: 'webauthn.create' }, 'passkey-refused'],
    ['for an account that is none', { userHandle: 'AAAA' }, 'passkey-unknown'],
  ])('refuses a signature %s', async (_what, twist, reason) => {
    const { keys } = await borrower()
    expect(await enter(server.browser(), keys, twist)).toMatchObject({ reason })
  })

  test('refuses the passkey of one borrower for the account of another', async () => {
    const one = await borrower()
    const other = await borrower()
    const id = (await borrowerIdOf(other.phone)).replaceAll('-', '')
    const userHandle = Buffer.from(id, 'hex').toString('base64url')
    expect(await enter(server.browser(), one.keys, { userHandle })).toMatchObject({
      reason: 'passkey-unknown',
    })
  })

  test('answers the challenge of its own browser, once, and in time', async () => {
    const { keys } = await borrower()
    const attacker = server.browser()
    const victim = server.browser()
    const options = await passkey(attacker).signInOptions({})
    await passkey(victim).signInOptions({})
    if (!options.ok) throw new Error(options.reason)
    const signature = keys.sign(options.data)
    // A signature for another browser's challenge, or for none, signs in nobody here.
    const REFUSED = { reason: 'passkey-refused' }
    expect(await passkey(victim).signIn({ signature })).toMatchObject(REFUSED)
    expect(await passkey(server.browser()).signIn({ signature })).toMatchObject(REFUSED)
    const answers = await Promise.all([
      passkey(attacker).signIn({ signature }),
      passkey(attacker).signIn({ signature }),
    ])
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const again = await passkey(attacker).signInOptions({})
    server.clock.advance({ seconds: 301 })
    const late = again.ok ? keys.sign(again.data) : signature
    expect(await passkey(attacker).signIn({ signature: late })).toMatchObject(REFUSED)
  })

  test('uses a challenge up by a wrong signature, too', async () => {
    const { keys } = await borrower()
    const browser = server.browser()
    const options = await passkey(browser).signInOptions({})
    if (!options.ok) throw new Error(options.reason)
    const wrong = keys.sign(options.data, UNVERIFIED)
    await passkey(browser).signIn({ signature: wrong })
    expect(await passkey(browser).signIn({ signature: keys.sign(options.data) })).toMatchObject({
      reason: 'passkey-refused',
    })
  })

  test('refuses a counter that does not grow, and audits it', async () => {
    const { phone, keys } = await borrower()
    expect(await enter(server.browser(), keys, { counter: 7 })).toMatchObject({ ok: true })
    for (const counter of [7, 6, 0])
      expect(await enter(server.browser(), keys, { counter })).toMatchObject({
        reason: 'passkey-counter-behind',
      })
    expect(await auditOf(phone)).toContain('passkey-counter-behind')
    expect(await enter(server.browser(), keys, { counter: 8 })).toMatchObject({ ok: true })
  })

  test('is not available to a native app', async () => {
    const app = server.browser()
    app.headers.os = 'android'
    expect(await passkey(app).signInOptions({})).toMatchObject({ reason: 'passkey-browser-only' })
  })

  test('is logged with keyed hashes of address and person, without any key', async () => {
    const { phone, keys } = await borrower()
    await enter(server.browser(), keys, UNVERIFIED)
    const hashed = (value: string) =>
      server.services.cipher.keyedHash('log', value).subarray(0, 12).toString('base64url')
    expect(server.logged.at(-1)).toMatchObject({
      route: '/api1/user/v1/passkey/sign-in',
      reason: 'passkey-refused',
      from: hashed('127.0.0.1'),
      who: hashed(await borrowerIdOf(phone)),
    })
  })

  test('leaves no challenge behind that was never answered', async () => {
    await passkey(server.browser()).signInOptions({})
    server.clock.advance({ seconds: 301 })
    const { db, clock } = server.services
    await forgetPasskeyChallenges(db, clock.now())
    expect(await db.raw('SELECT 1 AS one FROM passkey_challenge')).toEqual([])
  })
})

describe('a passkey confirms the owner', () => {
  const confirm = async (browser: Browser, keys: Authenticator, twist?: Twist) => {
    const options = await passkey(browser).confirmOptions({})
    if (!options.ok) return options
    return passkey(browser).confirm({ signature: keys.sign(options.data, twist) })
  }

  test('of a limited session, in place of the second code', async () => {
    const { phone, keys } = await borrower()
    const fresh = await signIn(phone)
    expect(await isLimited(fresh)).toBe(true)
    expect(await account(fresh).devices({})).toMatchObject({ reason: 'confirm-code-required' })
    expect(await confirm(fresh, keys)).toEqual({ ok: true, data: null })
    expect(await isLimited(fresh)).toBe(false)
    expect(await account(fresh).devices({})).toMatchObject({ ok: true })
    expect(await auditOf(phone)).toContain('device-confirmed')
  })

  test('only of its own account, with the owner verified, for the asking session', async () => {
    const { phone, keys } = await borrower()
    const other = await borrower()
    const fresh = await signIn(phone)
    expect(await confirm(fresh, other.keys)).toMatchObject({ reason: 'passkey-unknown' })
    expect(await confirm(fresh, keys, UNVERIFIED)).toMatchObject({ reason: 'passkey-refused' })
    const third = await signIn(phone)
    const options = await passkey(third).confirmOptions({})
    if (!options.ok) throw new Error(options.reason)
    const signature = keys.sign(options.data)
    expect(await passkey(fresh).confirm({ signature })).toMatchObject({ reason: 'passkey-refused' })
    expect(await isLimited(fresh)).toBe(true)
  })

  test('if there is one', async () => {
    const phone = newPhone()
    await verifyIdentityOn(await signIn(phone), phone)
    const fresh = await signIn(phone)
    expect(await passkey(fresh).confirmOptions({})).toMatchObject({ reason: 'passkey-none' })
  })
})

describe('removing a passkey', () => {
  test('ends it, signs out the devices that it alone made known, and keeps the others', async () => {
    const { phone, device, keys } = await borrower()
    const laptop = server.browser()
    const tablet = server.browser()
    await enter(laptop, keys)
    await signIn(phone, tablet)
    await server.confirmDevice(phone, tablet)
    await enter(tablet, keys)
    const [stored] = await passkeysOf(device)
    const passkeyId = stored?.passkeyId ?? ''
    expect(await passkey(device).remove({ passkeyId })).toEqual({ ok: true, data: null })
    expect(await passkeysOf(device)).toEqual([])
    expect(await isLimited(device)).toBe(false)
    expect(await isLimited(tablet)).toBe(false)
    expect(await account(laptop).me({})).toMatchObject({ reason: 'not-logged-in' })
    expect(await isLimited(await signIn(phone, laptop))).toBe(true)
    expect(await enter(server.browser(), keys)).toMatchObject({ reason: 'passkey-unknown' })
    expect(await auditOf(phone)).toContain('passkey-removed')
  })

  test('keeps the session that removes it', async () => {
    const { keys } = await borrower()
    const laptop = server.browser()
    await enter(laptop, keys)
    const [stored] = await passkeysOf(laptop)
    await passkey(laptop).remove({ passkeyId: stored?.passkeyId ?? '' })
    expect(await isLimited(laptop)).toBe(true)
  })

  test('does nothing to the passkey of another borrower, and is closed to a limited session', async () => {
    const { phone, device } = await borrower()
    const other = await borrower()
    const [theirs] = await passkeysOf(other.device)
    const passkeyId = theirs?.passkeyId ?? ''
    expect(await passkey(device).remove({ passkeyId })).toEqual({ ok: true, data: null })
    expect(await passkeysOf(other.device)).toHaveLength(1)
    const fresh = await signIn(phone)
    expect(await passkey(fresh).remove({ passkeyId })).toMatchObject({
      reason: 'confirm-code-required',
    })
    expect(await passkey(fresh).list({})).toMatchObject({ reason: 'confirm-code-required' })
  })

  test('verifying the identity ends a passkey that a stranger added by a guessed code', async () => {
    const phone = newPhone()
    const device = await signIn(phone)
    const stranger = await signIn(phone)
    const mine = await add(device)
    const theirs = await add(stranger)
    await verifyIdentityOn(device, phone)
    expect(await passkeysOf(device)).toHaveLength(1)
    expect(await account(stranger).me({})).toMatchObject({ reason: 'not-logged-in' })
    const browser = server.browser()
    expect(await enter(browser, theirs.keys)).toMatchObject({ reason: 'passkey-unknown' })
    expect(await enter(browser, mine.keys)).toMatchObject({ ok: true })
  })
})

test('another person’s session is replaced by a passkey only after a question', async () => {
  const asha = await borrower()
  const ravi = await borrower()
  const shared = await signIn(asha.phone)
  const options = await passkey(shared).signInOptions({})
  if (!options.ok) throw new Error(options.reason)
  const signature = ravi.keys.sign(options.data)
  expect(await passkey(shared).signIn({ signature })).toMatchObject({
    reason: 'session-of-another',
    details: { present: expect.stringContaining(asha.phone.slice(-3)) },
  })
  expect(await isLimited(shared)).toBe(true)
  const answer = await passkey(shared).signIn({ signature, replace: true })
  expect(answer).toMatchObject({ ok: true })
})
