import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { createSession } from '#server/accounts/create-session.ts'
import { noteIdentityVerified } from '#server/accounts/db/device.ts'
import { secretHash } from '#server/accounts/db/session.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { testServer } from '#server/testing/app.ts'
import { newAuthenticator } from '#server/testing/authenticator.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addPasskeyIn, proveByPasskey } from '#server/testing/passkeys.ts'

const server = forFile(() => testServer())

let last = 9_510_000_000
const AGAIN = { ok: false, reason: 'confirm-code-again' }
const DONE = { ok: true, data: null }
const add = (browser: Browser) => addPasskeyIn(browser, server.origin)
const later = (seconds: number) => server.clock.advance({ seconds })

async function borrowerIdOf(phone: string): Promise<string> {
  const { db, cipher } = server.services
  return (await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))) ?? ''
}

async function passkeyIdsOf(browser: Browser): Promise<string[]> {
  const list = await browser.calls(contract.passkey).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data.map(({ passkeyId }) => passkeyId)
}

/** A borrower with a verified identity and a passkey, whose phone has been unlocked for some time. */
async function openPhone() {
  const phone = `91${++last}`
  later(61)
  const browser = await server.signIn(phone)
  const { keys } = await add(browser)
  const { db, clock } = server.services
  const borrowerId = await borrowerIdOf(phone)
  const [device] = await db.raw('SELECT device_id FROM device WHERE borrower_id = $1', [borrowerId])
  const deviceId = String(device?.device_id)
  await noteIdentityVerified(db, { borrowerId, deviceId, at: clock.now() })
  const [passkeyId = ''] = await passkeyIdsOf(browser)
  later(301)
  const remove = () => browser.calls(contract.passkey).remove({ passkeyId })
  return { phone, borrowerId, browser, keys, remove }
}

describe('on a known device whose phone is unlocked', () => {
  test('adding and removing a passkey need a new proof by code, valid for five minutes', async () => {
    const { phone, browser, remove } = await openPhone()
    const account = browser.calls(contract.account)
    expect(await account.devices({})).toMatchObject({ ok: true })
    expect((await add(browser)).answer).toMatchObject(AGAIN)
    expect(await remove()).toMatchObject(AGAIN)
    expect(await passkeyIdsOf(browser)).toHaveLength(1)
    await server.confirmDevice(phone, browser)
    later(300)
    expect((await add(browser)).answer).toEqual(DONE)
    later(1)
    expect((await add(browser)).answer).toMatchObject(AGAIN)
    expect(await remove()).toMatchObject(AGAIN)
    await server.confirmDevice(phone, browser)
    expect(await remove()).toEqual(DONE)
    expect(await passkeyIdsOf(browser)).toHaveLength(1)
  })

  test('a passkey is a new proof, too', async () => {
    const { browser, keys, remove } = await openPhone()
    expect(await proveByPasskey(browser, keys)).toEqual(DONE)
    expect(await remove()).toEqual(DONE)
  })

  test('a challenge from before does not outlive the proof', async () => {
    const { phone, browser } = await openPhone()
    const calls = browser.calls(contract.passkey)
    await server.confirmDevice(phone, browser)
    later(200)
    const options = await calls.addOptions({})
    if (!options.ok) throw new Error(options.reason)
    later(101)
    const passkey = newAuthenticator(server.origin).create(options.data)
    expect(await calls.add(passkey)).toMatchObject(AGAIN)
  })

  test('a proof is valid in its own session alone, and ending a device needs none', async () => {
    const { phone, browser } = await openPhone()
    later(61)
    const laptop = await server.signIn(phone)
    await server.confirmDevice(phone, laptop)
    expect((await add(laptop)).answer).toEqual(DONE)
    expect((await add(browser)).answer).toMatchObject(AGAIN)
    const list = await browser.calls(contract.account).devices({})
    const other = list.ok ? list.data.find(({ isThis }) => !isThis) : undefined
    const deviceId = other?.deviceId ?? ''
    expect(await browser.calls(contract.account).endDevice({ deviceId })).toEqual(DONE)
  })

  test('a session that somebody else’s sign-in opened is no proof', async () => {
    const { borrowerId } = await openPhone()
    const { services } = server
    const cookie = services.ids.secret()
    const halfHash = Buffer.from(secretHash('cookie', cookie), 'hex')
    const page = server.browser()
    // The sign-in of an exchange code, which does not prove the owner.
    const session = await services.db.transaction(tx =>
      createSession({ services, tx, at: services.clock.now() }, borrowerId, {
        secret: services.ids.secret(),
        halfHash,
        isAppUser: true,
        boundTo: 'cookie',
        deviceHashes: { shown: [], fresh: halfHash },
        noteDevice: () => undefined,
      }),
    )
    await services.db.raw(
      "UPDATE device SET known_at = now(), known_by = 'code' WHERE borrower_id = $1 AND device_id = $2",
      [borrowerId, session.deviceId],
    )
    page.token = session.token
    page.cookies.set(cookieName('session', false), cookie)
    expect((await add(page)).answer).toMatchObject(AGAIN)
  })
})

describe('the code of a new proof', () => {
  test('states its purpose, and makes no device known that became unknown meanwhile', async () => {
    const { phone, borrowerId, browser } = await openPhone()
    const account = browser.calls(contract.account)
    later(61)
    expect(await account.sendConfirmCode({})).toMatchObject({ ok: true })
    const code = await server.codeSentTo(phone)
    await server.services.db.raw(
      'UPDATE device SET known_at = NULL, known_by = NULL, passkey_id = NULL WHERE borrower_id = $1',
      [borrowerId],
    )
    expect(await account.confirmDevice({ code })).toMatchObject({ reason: 'confirm-code-wrong' })
    const me = await account.me({})
    expect(me.ok && me.data.isLimited).toBe(true)
  })

  test('is audited as a proof, not as a new device', async () => {
    const { phone, borrowerId, browser } = await openPhone()
    await server.confirmDevice(phone, browser)
    const rows = await server.services.db.raw(
      'SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number DESC LIMIT 1',
      [borrowerId],
    )
    expect(rows).toEqual([{ action: 'owner-proved' }])
  })
})
