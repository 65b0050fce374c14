import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { atDesk } from '#server/commands/desk/work.ts'
import { anchor, anchorsIn } from '#server/platform/audit/anchors.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

/** The newest entry about a subject in the audit log. */
async function newestEntry(subject: string | null) {
  const [entry] = await world.services.db.raw(
    'SELECT actor, action, subject FROM audit_entry WHERE subject IS NOT DISTINCT FROM $1 ORDER BY number DESC LIMIT 1',
    [subject],
  )
  return entry
}

test('a sign-in on a new device, an erasure and every command of the desk are audited', async () => {
  const borrower = await world.borrower()
  const by = { actor: 'borrower', subject: borrower.id }
  const onNewDevice = { ...by, action: 'sign-in-new-device' }
  world.server.clock.advance({ seconds: 61 })
  // The device on which a borrower signs up is not a new one.
  expect(await newestEntry(borrower.id)).not.toEqual(onNewDevice)
  const laptop = await world.server.signIn(borrower.phone)
  expect(await newestEntry(borrower.id)).toEqual(onNewDevice)
  await world.server.confirmDevice(borrower.phone, laptop)
  expect(await newestEntry(borrower.id)).toEqual({ ...by, action: 'device-confirmed' })
  expect(await laptop.calls(contract.ownData).erase({ what: 'contacts' })).toMatchObject({
    ok: true,
  })
  expect(await newestEntry(borrower.id)).toEqual({ ...by, action: 'consent-withdrawn' })
  expect(await laptop.calls(contract.ownData).erase({ what: 'everything' })).toMatchObject({
    ok: true,
  })
  expect(await newestEntry(borrower.id)).toEqual({ ...by, action: 'profile-erased' })
  await atDesk(world.services, [], 'asha')
  expect(await newestEntry(null)).toEqual({
    actor: 'desk:asha',
    action: 'desk-read',
    subject: null,
  })
  await atDesk(world.services, ['approve', borrower.id], 'asha')
  expect(await newestEntry(borrower.id)).toEqual({
    actor: 'desk:asha',
    action: 'desk-approve',
    subject: borrower.id,
  })
})

test('a command of the desk is anchored before it acts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saral-desk-anchors-'))
  const file = join(folder, 'anchors.txt')
  try {
    const borrower = await world.borrower()
    const anchorNow = () => anchor(world.services, file)
    await atDesk(world.services, ['approve', borrower.id], 'asha', anchorNow)
    const [entry] = await world.services.db.raw(
      'SELECT seal FROM audit_entry WHERE subject = $1 ORDER BY number DESC LIMIT 1',
      [borrower.id],
    )
    expect((await anchorsIn(file)).map(({ seal }) => seal)).toContain(entry?.seal)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
