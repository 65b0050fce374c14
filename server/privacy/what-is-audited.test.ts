import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

/** The newest entry about a subject in the audit log. */
async function newestEntry(subject: string) {
  const [entry] = await world.services.db.raw(
    'SELECT actor, action, subject FROM audit_entry WHERE subject = $1 ORDER BY number DESC LIMIT 1',
    [subject],
  )
  return entry
}

test('a sign-in on a new device, a confirmation and an erasure are audited', async () => {
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
})
