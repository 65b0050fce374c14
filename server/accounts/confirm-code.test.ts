import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { makeDeviceKnown, noteIdentityVerified } from '#server/accounts/db/device.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'

const server = forFile(() => testServer())

let last = 9_600_000_000
const account = (browser: Browser) => browser.calls(contract.account)
const isLimited = async (browser: Browser) => {
  const me = await account(browser).me({})
  return me.ok ? me.data.isLimited : me.reason
}
const signIn = (phone: string) => {
  server.clock.advance({ seconds: 61 })
  return server.signIn(phone)
}
const borrowerIdOf = async (phone: string) => {
  const { db, cipher } = server.services
  return (await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))) ?? ''
}

/** A borrower whose identity was verified on the first of two devices. */
async function borrower() {
  const phone = `91${++last}`
  const device = await signIn(phone)
  const { db, clock } = server.services
  const borrowerId = await borrowerIdOf(phone)
  const [row] = await db.raw('SELECT device_id FROM device WHERE borrower_id = $1', [borrowerId])
  const deviceId = String(row?.device_id)
  const fresh = await signIn(phone)
  await noteIdentityVerified(db, { borrowerId, deviceId, at: clock.now() })
  return { phone, borrowerId, device, fresh }
}

async function askForCode(browser: Browser, phone: string): Promise<string> {
  server.clock.advance({ seconds: 61 })
  expect(await account(browser).sendConfirmCode({})).toMatchObject({ ok: true })
  return server.codeSentTo(phone)
}

const confirm = (browser: Browser, code: string) => account(browser).confirmDevice({ code })
const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const WRONG = { reason: 'confirm-code-wrong' }
/** No code is valid any more: a new one is needed. */
const OVER = { reason: 'code-expired' }

describe('a session is limited', () => {
  test('on a device that did not verify the identity, also if it signed in before', async () => {
    const { phone, device, fresh } = await borrower()
    expect(await isLimited(device)).toBe(false)
    expect(await isLimited(fresh)).toBe(true)
    expect(await isLimited(await signIn(phone))).toBe(true)
  })

  test('on no device before an identity is verified', async () => {
    const phone = `91${++last}`
    const browsers = [await signIn(phone), await signIn(phone)]
    for (const browser of browsers) expect(await isLimited(browser)).toBe(false)
  })

  test('of its borrower alone: a browser that is known for one is unknown for another', async () => {
    const { device } = await borrower()
    const other = await borrower()
    server.clock.advance({ seconds: 61 })
    await server.signIn(other.phone, device)
    expect(await isLimited(device)).toBe(true)
  })
})

describe('the second code', () => {
  test('has six digits, states its purpose, and makes the device known', async () => {
    const { phone, fresh } = await borrower()
    const code = await askForCode(fresh, phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(await confirm(fresh, code)).toEqual({ ok: true, data: null })
    expect(await isLimited(fresh)).toBe(false)
    server.clock.advance({ seconds: 61 })
    await fresh.calls(contract.login).logout({ everywhere: false })
    await server.signIn(phone, fresh)
    expect(await isLimited(fresh)).toBe(false)
  })

  test('confirms only the session that asked for it, once', async () => {
    const { phone, borrowerId, fresh } = await borrower()
    const third = await signIn(phone)
    const code = await askForCode(fresh, phone)
    expect(await confirm(third, code)).toMatchObject(OVER)
    // Both tries are counted before either uses up the code: the lock delays only its deletion.
    const both = await server.services.db.transaction(async tx => {
      await tx.raw('SELECT 1 FROM confirm_code WHERE borrower_id = $1 FOR KEY SHARE', [borrowerId])
      const tries = [confirm(fresh, code), confirm(fresh, code)]
      while (!(await tx.raw('SELECT 1 FROM confirm_code WHERE tries = 2')).length) await sleep(5)
      return { answers: Promise.all(tries) }
    })
    const answers = await both.answers
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await isLimited(third)).toBe(true)
  })

  test('is not the sign-in code', async () => {
    const { phone } = await borrower()
    const fresh = server.browser()
    server.clock.advance({ seconds: 61 })
    await fresh.calls(contract.login).sendCode({ phone })
    const code = await server.codeSentTo(phone)
    const entered = await fresh.calls(contract.login).login({ phone, code })
    fresh.token = entered.ok ? entered.data.token : undefined
    expect(await confirm(fresh, `00${code}`)).toMatchObject(OVER)
    expect(await isLimited(fresh)).toBe(true)
  })

  test('is void after three wrong tries, also at the same time, and expires', async () => {
    const { phone, fresh } = await borrower()
    const code = await askForCode(fresh, phone)
    expect(await confirm(fresh, anotherThan(code))).toMatchObject(WRONG)
    await Promise.all(Array.from({ length: 4 }, () => confirm(fresh, anotherThan(code))))
    expect(await confirm(fresh, code)).toMatchObject(OVER)
    const late = await askForCode(fresh, phone)
    server.clock.advance({ seconds: 301 })
    expect(await confirm(fresh, late)).toMatchObject(OVER)
    expect(await confirm(fresh, await askForCode(fresh, phone))).toMatchObject({ ok: true })
  })

  test('has the limits of the sign-in code', async () => {
    const { phone, fresh } = await borrower()
    await askForCode(fresh, phone)
    expect(await account(fresh).sendConfirmCode({})).toMatchObject({
      reason: 'code-resend-too-soon',
    })
  })

  test('ends with its session', async () => {
    const { phone, borrowerId, fresh } = await borrower()
    await askForCode(fresh, phone)
    const codes = () =>
      server.services.db.raw('SELECT 1 AS one FROM confirm_code WHERE borrower_id = $1', [
        borrowerId,
      ])
    expect(await codes()).toHaveLength(1)
    await fresh.calls(contract.login).logout({ everywhere: false })
    expect(await codes()).toHaveLength(0)
  })

  test('leaves an entry in the audit log, and the first way by which a device became known', async () => {
    const { phone, borrowerId, device, fresh } = await borrower()
    await confirm(fresh, await askForCode(fresh, phone))
    await confirm(device, await askForCode(device, phone))
    const { db } = server.services
    expect(
      await db.raw(`SELECT known_by FROM device WHERE borrower_id = $1 ORDER BY known_by`, [
        borrowerId,
      ]),
    ).toEqual([{ known_by: 'code' }, { known_by: 'identity' }])
    const audited = await db.raw(
      `SELECT actor FROM audit_entry WHERE subject = $1 AND action = 'device-confirmed'`,
      [borrowerId],
    )
    expect(audited).toContainEqual({ actor: 'borrower' })
  })

  test('of one borrower makes no device of another known', async () => {
    const one = await borrower()
    const other = await borrower()
    const { db, clock } = server.services
    const [device] = await db.raw(
      'SELECT device_id FROM device WHERE borrower_id = $1 AND known_at IS NULL',
      [other.borrowerId],
    )
    const deviceId = String(device?.device_id)
    const at = clock.now()
    await makeDeviceKnown(db, { borrowerId: one.borrowerId, deviceId, by: 'code', at })
    expect(await isLimited(other.fresh)).toBe(true)
  })
})

describe('the list of devices', () => {
  const listOf = async (browser: Browser) => {
    const answer = await account(browser).devices({})
    if (!answer.ok) throw new Error(answer.reason)
    return answer.data
  }

  test('is closed to a limited session, and shows the devices of its borrower alone', async () => {
    const { device, fresh } = await borrower()
    await borrower()
    expect(await account(fresh).devices({})).toMatchObject({ reason: 'confirm-code-required' })
    const list = await listOf(device)
    expect(list).toHaveLength(2)
    expect(list.find(({ isThis }) => isThis)).toMatchObject({ isKnown: true, isApp: false })
    expect(list.find(({ isThis }) => !isThis)).toMatchObject({ isKnown: false })
    expect(JSON.stringify(list)).not.toContain('127.0.0.1')
  })

  test('ends one device: its sessions are over, and it has to confirm again', async () => {
    const { phone, device, fresh } = await borrower()
    await confirm(fresh, await askForCode(fresh, phone))
    const other = (await listOf(device)).find(({ isThis }) => !isThis)
    expect(await account(device).endDevice({ deviceId: other?.deviceId ?? '' })).toMatchObject({
      ok: true,
    })
    expect(await account(fresh).me({})).toMatchObject({ reason: 'not-logged-in' })
    expect(await listOf(device)).toHaveLength(1)
    server.clock.advance({ seconds: 61 })
    await server.signIn(phone, fresh)
    expect(await isLimited(fresh)).toBe(true)
  })

  test('keeps the account protected after its last known device is ended', async () => {
    const { phone, device } = await borrower()
    const [session] = (await listOf(device)).filter(({ isThis }) => isThis)
    await account(device).endDevice({ deviceId: session?.deviceId ?? '' })
    expect(await isLimited(await signIn(phone))).toBe(true)
  })

  test('does nothing to the device of another borrower', async () => {
    const { device } = await borrower()
    const other = await borrower()
    const [theirs] = await listOf(other.device)
    await account(device).endDevice({ deviceId: theirs?.deviceId ?? '' })
    expect(await listOf(other.device)).toHaveLength(2)
  })
})
