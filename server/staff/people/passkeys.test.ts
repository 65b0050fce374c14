import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { endStaff } from '#server/staff/people/db/staff.ts'
import { inviteByCommand } from '#server/staff/people/people.ts'
import { certifiedKey } from '#server/testing/certified-key.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { softwarePasskey, staffBrowser } from '#server/testing/staff.ts'

// The origin of the console, as a browser signs it.
const ORIGIN = 'http://saral.test'
const world = forFile(() => lendingWorld())

async function invite(mail: string): Promise<string> {
  const { services } = world
  const at = services.clock.now()
  const invitation = await services.db.transaction(tx =>
    inviteByCommand({ services, tx, at }, mail, ['credit-officer']),
  )
  if (!invitation) throw new Error('nobody was invited')
  return invitation.link
}
const newBrowser = () => {
  const browser = world.server.browser()
  return { browser, calls: browser.calls(staffContract.staffSession) }
}
async function challengeFor({ calls }: ReturnType<typeof newBrowser>): Promise<string> {
  const answer = await calls.challenge({})
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.challenge
}

test('an invited person registers a passkey once, and signs in with it', async () => {
  const link = await invite('asha@lender.example')
  const first = newBrowser()
  const invitation = await first.calls.invitation({ link })
  if (!invitation.ok) throw new Error(invitation.reason)
  expect(invitation.data).toMatchObject({ mail: 'asha@lender.example', rpId: 'saral.test' })
  const key = softwarePasskey(ORIGIN)
  const passkey = key.create(invitation.data.challenge)
  expect(await first.calls.register({ link, passkey })).toMatchObject({ ok: true })
  expect(await first.calls.me({})).toMatchObject({
    ok: true,
    data: { mail: 'asha@lender.example', roles: ['credit-officer'], isSimulated: false },
  })
  const again = newBrowser()
  expect(await again.calls.invitation({ link })).toMatchObject({ reason: 'staff-passkey-refused' })
  const signed = key.get(await challengeFor(again))
  expect(await again.calls.signIn(signed)).toMatchObject({ ok: true })
  expect((await again.calls.me({})).ok).toBe(true)
  expect(await newBrowser().calls.signIn(signed)).toMatchObject({ reason: 'staff-passkey-refused' })
  expect((await again.calls.signOut({})).ok).toBe(true)
  expect(await again.calls.me({})).toMatchObject({ reason: 'not-logged-in' })
})

test('a link opens for 24 hours', async () => {
  const link = await invite('late@lender.example')
  await world.services.db.raw(
    `UPDATE staff_invitation SET expires_at = (expires_at AT TIME ZONE 'UTC' - interval '24 hours') AT TIME ZONE 'UTC'`,
  )
  expect(await newBrowser().calls.invitation({ link })).toMatchObject({
    reason: 'staff-passkey-refused',
  })
})

test('rejects a passkey of another origin, an unknown passkey, and one signed by another key', async () => {
  const link = await invite('ravi@lender.example')
  const page = newBrowser()
  const invitation = await page.calls.invitation({ link })
  if (!invitation.ok) throw new Error(invitation.reason)
  const { challenge } = invitation.data
  const elsewhere = softwarePasskey('http://evil.test').create(challenge)
  expect(await page.calls.register({ link, passkey: elsewhere })).toMatchObject({
    reason: 'staff-passkey-refused',
  })
  const key = softwarePasskey(ORIGIN)
  const passkey = key.create(await challengeFor(page))
  expect((await page.calls.register({ link, passkey })).ok).toBe(true)
  const stranger = softwarePasskey(ORIGIN).get(await challengeFor(page))
  expect(await page.calls.signIn(stranger)).toMatchObject({ reason: 'staff-passkey-refused' })
  const forged = { ...softwarePasskey(ORIGIN).get(await challengeFor(page)), id: passkey.id }
  expect(await page.calls.signIn(forged)).toMatchObject({ reason: 'staff-passkey-refused' })
  const unasked = key.get(Buffer.alloc(32, 1).toString('base64url'))
  expect(await page.calls.signIn(unasked)).toMatchObject({ reason: 'staff-passkey-refused' })
})

test('only a passkey of the session’s person reauthenticates it', async () => {
  const link = await invite('meena@lender.example')
  const meena = newBrowser()
  const key = softwarePasskey(ORIGIN)
  const passkey = key.create(await challengeFor(meena))
  expect((await meena.calls.register({ link, passkey })).ok).toBe(true)
  const other = await staffBrowser(world.server, 'finance')
  const signed = key.get(await challengeFor(meena))
  expect(await other.calls(staffContract.staffSession).prove(signed)).toMatchObject({
    reason: 'staff-passkey-refused',
  })
  const { db } = world.services
  await db.raw(
    `UPDATE staff_session SET proved_at = (proved_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC'`,
  )
  const provedAt = async () => {
    const me = await meena.calls.me({})
    return me.ok ? me.data.provedAt : undefined
  }
  const wall = world.services.clock.wall()
  expect(await provedAt()).toEqual(new Date(wall.getTime() - 3_600_000))
  expect((await meena.calls.prove(key.get(await challengeFor(meena)))).ok).toBe(true)
  expect(await provedAt()).toEqual(wall)
})

/** An invited person, signed in by a passkey. */
async function registered(mail: string) {
  const link = await invite(mail)
  const page = newBrowser()
  const key = softwarePasskey(ORIGIN)
  const passkey = key.create(await challengeFor(page))
  expect((await page.calls.register({ link, passkey })).ok).toBe(true)
  return { ...page, key, passkeyId: passkey.id }
}
async function passkeysOf({ calls }: ReturnType<typeof newBrowser>) {
  const list = await calls.passkeys({})
  if (!list.ok) throw new Error(list.reason)
  return list.data.passkeys
}
async function addKey(page: ReturnType<typeof newBrowser>, key = softwarePasskey(ORIGIN)) {
  const options = await page.calls.addOptions({})
  if (!options.ok) throw new Error(options.reason)
  const passkey = key.create(options.data.challenge)
  return { key, passkeyId: passkey.id, answer: await page.calls.addPasskey({ passkey }) }
}

test('rejects a new passkey with a certificate, and calls no address in it', async () => {
  const called: string[] = []
  const attacker = createServer((request, response) => {
    called.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>(resolve => attacker.listen(0, '127.0.0.1', resolve))
  const { port } = attacker.address() as AddressInfo
  const link = await invite('forger@lender.example')
  const page = newBrowser()
  const challenge = await challengeFor(page)
  const address = `http://127.0.0.1:${port}/revoked`
  const { credentialId: id, ...values } = certifiedKey(
    { challenge, rp: { id: 'saral.test' } },
    ORIGIN,
    address,
  )
  const passkey = { id, ...values, transports: [] }
  expect(await page.calls.register({ link, passkey })).toMatchObject({
    reason: 'staff-passkey-refused',
  })
  expect(called).toEqual([])
  await new Promise(resolve => attacker.close(resolve))
})

test('rejects and audits a counter that does not grow', async () => {
  const person = await registered('clone@lender.example')
  await world.services.db.raw('UPDATE staff_passkey SET counter = 9 WHERE credential_id = $1', [
    person.passkeyId,
  ])
  const signed = person.key.get(await challengeFor(person))
  expect(await newBrowser().calls.signIn(signed)).toMatchObject({
    reason: 'staff-passkey-refused',
  })
  const [entry] = await world.services.db.raw(
    `SELECT count(*)::int AS count FROM audit_entry WHERE action = 'staff-passkey-counter-behind'`,
  )
  expect(entry?.count).toBe(1)
})

test('a person whose access has ended cannot sign in', async () => {
  const person = await registered('left@lender.example')
  const { db, clock } = world.services
  const me = await person.calls.me({})
  await endStaff(db, me.ok ? me.data.staffId : '', clock.now())
  expect(await person.calls.me({})).toMatchObject({ reason: 'not-logged-in' })
  const signed = person.key.get(await challengeFor(person))
  expect(await newBrowser().calls.signIn(signed)).toMatchObject({
    reason: 'staff-passkey-refused',
  })
})

describe('the passkeys of a person', () => {
  test('include a second one, which signs in and is listed with its last use', async () => {
    const person = await registered('two@lender.example')
    const { key, passkeyId, answer } = await addKey(person)
    expect(answer).toMatchObject({ ok: true })
    expect((await newBrowser().calls.signIn(key.get(await challengeFor(person)))).ok).toBe(true)
    const wall = world.services.clock.wall()
    const keys = await passkeysOf(person)
    expect(keys).toHaveLength(2)
    expect(keys).toContainEqual({ passkeyId: person.passkeyId, addedAt: wall, lastUsedAt: null })
    expect(keys).toContainEqual({ passkeyId, addedAt: wall, lastUsedAt: wall })
  })

  test('cannot sign in after their removal, which ends the person’s other sessions', async () => {
    const person = await registered('lost@lender.example')
    const { key } = await addKey(person)
    const elsewhere = newBrowser()
    expect((await elsewhere.calls.signIn(key.get(await challengeFor(person)))).ok).toBe(true)
    const lost = (await passkeysOf(person)).find(each => each.passkeyId !== person.passkeyId)
    const passkeyId = lost?.passkeyId ?? ''
    expect((await person.calls.removePasskey({ passkeyId })).ok).toBe(true)
    expect(await elsewhere.calls.me({})).toMatchObject({ reason: 'not-logged-in' })
    expect((await person.calls.me({})).ok).toBe(true)
    expect(await newBrowser().calls.signIn(key.get(await challengeFor(person)))).toMatchObject({
      reason: 'staff-passkey-refused',
    })
  })

  test('keep the last one, also when two are removed at once', async () => {
    const person = await registered('last@lender.example')
    const { passkeyId } = await addKey(person)
    const answers = await Promise.all([
      person.calls.removePasskey({ passkeyId }),
      person.calls.removePasskey({ passkeyId: person.passkeyId }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'staff-passkey-last' })
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  test('are removed only by their person, and both acts need a fresh proof', async () => {
    const person = await registered('own@lender.example')
    await addKey(person)
    const other = await registered('other@lender.example')
    const { passkeyId } = person
    expect((await other.calls.removePasskey({ passkeyId })).ok).toBe(true)
    expect(await passkeysOf(person)).toHaveLength(2)
    await world.services.db.raw(
      `UPDATE staff_session SET proved_at = (proved_at AT TIME ZONE 'UTC' - interval '6 minutes') AT TIME ZONE 'UTC'`,
    )
    expect((await addKey(person)).answer).toMatchObject({ reason: 'proof-required' })
    expect(await person.calls.removePasskey({ passkeyId })).toMatchObject({
      reason: 'proof-required',
    })
  })

  test('are ten at most', async () => {
    const person = await registered('ten@lender.example')
    for (let more = 1; more < 10; more += 1) expect((await addKey(person)).answer.ok).toBe(true)
    expect((await addKey(person)).answer).toMatchObject({ reason: 'passkey-limit' })
  })
})

test('a person lists and ends their own sessions, and no others', async () => {
  const person = await registered('sessions@lender.example')
  const second = newBrowser()
  expect((await second.calls.signIn(person.key.get(await challengeFor(person)))).ok).toBe(true)
  const sessions = async ({ calls }: ReturnType<typeof newBrowser>) => {
    const list = await calls.sessions({})
    return list.ok ? list.data.sessions : []
  }
  const wall = world.services.clock.wall()
  const list = await sessions(person)
  expect(list).toHaveLength(2)
  for (const each of list)
    expect(each).toMatchObject({ since: wall, lastSeenAt: wall, way: 'passkey' })
  expect(list.filter(({ isThis }) => isThis)).toHaveLength(1)
  const other = await registered('stranger@lender.example')
  const sessionId = list.find(({ isThis }) => !isThis)?.sessionId ?? ''
  expect((await other.calls.endSession({ sessionId })).ok).toBe(true)
  expect((await second.calls.me({})).ok).toBe(true)
  expect((await person.calls.endSession({ sessionId })).ok).toBe(true)
  expect(await second.calls.me({})).toMatchObject({ reason: 'not-logged-in' })
  expect(await sessions(person)).toHaveLength(1)
})
