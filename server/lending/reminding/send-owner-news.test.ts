import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld } from '#server/testing/lending.ts'
import { addPasskeyIn } from '#server/testing/passkeys.ts'

const world = forFile(() => lendingWorld())

/** The texts to a borrower that are about passkeys, without codes, the oldest first. */
async function textsTo({ phone }: Borrower): Promise<string[]> {
  await world.runJobs()
  const messages = await sandboxMessages(world.services, phone)
  return messages
    .filter(({ text }) => /passkey|पासकी/.test(text))
    .map(({ text }) => text)
    .filter(text => !/\d{4}/.test(text))
    .toReversed()
}

async function removeAll({ browser }: Borrower): Promise<void> {
  const calls = browser.calls(contract.passkey)
  const list = await calls.list({})
  if (!list.ok) throw new Error(list.reason)
  for (const { passkeyId } of list.data)
    expect(await calls.remove({ passkeyId })).toMatchObject({ ok: true })
}

/** A borrower whose owner was proved just now. */
async function borrower(): Promise<Borrower> {
  const one = await world.borrower()
  await world.server.confirmDevice(one.phone, one.browser)
  return one
}

test('the owner is notified by text, once each, that a passkey was added and removed', async () => {
  const owner = await borrower()
  await addPasskeyIn(owner.browser, world.services.publicOrigin())
  const ADDED = 'Saral: a passkey was added to your account.'
  expect(await textsTo(owner)).toEqual([expect.stringContaining(ADDED)])
  await removeAll(owner)
  const REMOVED = 'Saral: a passkey was removed from your account.'
  const texts = await textsTo(owner)
  expect(texts).toEqual([expect.stringContaining(ADDED), expect.stringContaining(REMOVED)])
  // Nothing personal: neither the number nor a part of it, and no link that could be forged.
  for (const text of texts) expect(text).not.toMatch(/\d|http|token/)
})

test('is sent at night too, and in the owner’s language, not that of the browser of the change', async () => {
  const owner = await borrower()
  // Half past midnight in India.
  world.server.clock.set(new Date('2026-11-22T19:00:00Z'))
  const wish = owner.browser.calls(contract.reminder)
  expect(await wish.saveWish({ way: 'usual', time: 'evening', language: 'hi' })).toMatchObject({
    ok: true,
  })
  await addPasskeyIn(owner.browser, world.services.publicOrigin())
  expect(await textsTo(owner)).toEqual([expect.stringContaining('एक पासकी जोड़ी गई')])
})

test('a refused change sends no text', async () => {
  const owner = await borrower()
  await world.services.db.raw('UPDATE session SET proved_at = NULL WHERE borrower_id = $1', [
    owner.id,
  ])
  expect((await addPasskeyIn(owner.browser, world.services.publicOrigin())).answer).toMatchObject({
    reason: 'confirm-code-again',
  })
  expect(await textsTo(owner)).toEqual([])
})
