import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { atDesk } from '#server/commands/desk/work.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

/** The newest entry of the audit log. */
async function newestEntry() {
  const [entry] = await world.services.db.raw(
    'SELECT actor, action, subject FROM audit_entry ORDER BY number DESC LIMIT 1',
  )
  return entry
}

test('a sign-in on a new device, an erasure and every command of the desk are audited', async () => {
  const borrower = await world.borrower()
  const by = { actor: 'borrower', subject: borrower.id }
  const onNewDevice = { ...by, action: 'sign-in-new-device' }
  world.server.clock.advance({ seconds: 61 })
  // The device on which a borrower signs up is not a new one.
  expect(await newestEntry()).not.toEqual(onNewDevice)
  const laptop = await world.server.signIn(borrower.phone)
  expect(await newestEntry()).toEqual(onNewDevice)
  expect(await laptop.calls(contract.ownData).erase({ what: 'contacts' })).toMatchObject({
    ok: true,
  })
  expect(await newestEntry()).toEqual({ ...by, action: 'consent-withdrawn' })
  expect(await laptop.calls(contract.ownData).erase({ what: 'everything' })).toMatchObject({
    ok: true,
  })
  expect(await newestEntry()).toEqual({ ...by, action: 'profile-erased' })
  await atDesk(world.services, [], 'asha')
  expect(await newestEntry()).toEqual({ actor: 'desk:asha', action: 'desk-read', subject: null })
  await atDesk(world.services, ['approve', borrower.id], 'asha')
  expect(await newestEntry()).toEqual({
    actor: 'desk:asha',
    action: 'desk-approve',
    subject: borrower.id,
  })
})
