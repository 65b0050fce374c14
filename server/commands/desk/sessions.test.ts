import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { atDesk } from '#server/commands/desk/work.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

test('signs a borrower out everywhere, and forgets their known devices', async () => {
  const anna = await world.borrower()
  const bela = await world.borrower()
  world.server.clock.advance({ seconds: 61 })
  const second = await world.server.signIn(anna.phone)
  const me = (browser: typeof second) => browser.calls(contract.account).me({})
  const known = () =>
    world.services.db.raw(
      'SELECT count(*)::int AS count FROM device WHERE borrower_id = $1 AND known_at IS NOT NULL',
      [anna.id],
    )
  expect(await known()).toEqual([{ count: 1 }])
  const written = `+91 ${anna.phone.slice(2, 7)} ${anna.phone.slice(7)}`
  expect(await atDesk(world.services, ['end-sessions', written], 'asha')).toEqual({
    isDone: true,
    lines: ['The borrower was signed out everywhere. Each device has to confirm its owner again.'],
  })
  for (const browser of [anna.browser, second])
    expect(await me(browser)).toMatchObject({ reason: 'not-logged-in' })
  expect(await me(bela.browser)).toMatchObject({ ok: true })
  expect(await known()).toEqual([{ count: 0 }])

  const [entry] = await world.services.db.raw(
    "SELECT actor, subject FROM audit_entry WHERE action = 'desk-end-sessions'",
  )
  expect(entry).toEqual({ actor: 'desk:asha', subject: anna.id })
})

test('ends nothing for an unknown number, and writes no number into the audit log', async () => {
  const anna = await world.borrower()
  const numbers = ['919999999999', anna.phone.slice(0, 11)]
  for (const number of [...numbers, ''])
    expect(await atDesk(world.services, ['end-sessions', number])).toMatchObject({ isDone: false })
  expect(await anna.browser.calls(contract.account).me({})).toMatchObject({ ok: true })
  const entries = await world.services.db.raw('SELECT subject FROM audit_entry')
  for (const number of numbers) expect(JSON.stringify(entries)).not.toContain(number)
})
