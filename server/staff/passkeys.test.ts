import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { inviteByCommand } from '#server/staff/people.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { softwarePasskey, staffBrowser } from '#server/testing/staff.ts'

// The address of the console, as a browser would name it in what a passkey signs.
const ORIGIN = 'http://saral.test'
let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

async function invite(mail: string): Promise<string> {
  const { services } = world
  const at = services.clock.now()
  const made = await services.db.transaction(tx =>
    inviteByCommand({ services, tx, at }, mail, ['credit-officer']),
  )
  if (!made) throw new Error('nobody was invited')
  return made.link
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
    `UPDATE staff_invitation SET expires_at = expires_at - interval '24 hours'`,
  )
  expect(await newBrowser().calls.invitation({ link })).toMatchObject({
    reason: 'staff-passkey-refused',
  })
})

test('a passkey of another address, of nobody, or with another key proves nothing', async () => {
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

test('only the own passkey proves anew who uses a session', async () => {
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
  await db.raw(`UPDATE staff_session SET proved_at = proved_at - interval '1 hour'`)
  const provedAt = async () => {
    const me = await meena.calls.me({})
    return me.ok ? me.data.provedAt : undefined
  }
  const wall = world.services.clock.wall()
  expect(await provedAt()).toEqual(new Date(wall.getTime() - 3_600_000))
  expect((await meena.calls.prove(key.get(await challengeFor(meena)))).ok).toBe(true)
  expect(await provedAt()).toEqual(wall)
})
