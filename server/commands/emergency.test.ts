import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { emergencyAct } from '#server/commands/emergency-acts.ts'
import { anchor, anchorsIn } from '#server/platform/audit/anchors.ts'
import { forFile } from '#server/testing/for-file.ts'
import { detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

const run = (...words: string[]) => emergencyAct(world.services, words, 'asha')

const entriesOf = (action: string) =>
  world.services.db.raw('SELECT actor, subject FROM audit_entry WHERE action = $1 ORDER BY at', [
    action,
  ])

test('signs a borrower out everywhere, and forgets their known devices', async () => {
  const anna = await world.borrower()
  const bela = await world.borrower()
  world.server.clock.advance({ seconds: 61 })
  const second = await world.server.signIn(anna.phone)
  const me = (browser: typeof second) => browser.calls(contract.account).me({})
  const knownDevices = () =>
    world.services.db.raw(
      'SELECT count(*)::int AS count FROM device WHERE borrower_id = $1 AND known_at IS NOT NULL',
      [anna.id],
    )
  expect(await knownDevices()).toEqual([{ count: 1 }])
  expect(
    await run('end-sessions', '+91', anna.phone.slice(2, 7), anna.phone.slice(7)),
  ).toMatchObject({ isDone: true })
  for (const browser of [anna.browser, second])
    expect(await me(browser)).toMatchObject({ reason: 'not-logged-in' })
  expect(await me(bela.browser)).toMatchObject({ ok: true })
  expect(await knownDevices()).toEqual([{ count: 0 }])
  expect(await entriesOf('emergency-end-sessions')).toEqual([
    { actor: 'command:asha', subject: anna.id },
  ])
})

test('ends nothing for an unknown number, and writes no number into the audit log', async () => {
  const anna = await world.borrower()
  const numbers = ['919999999999', anna.phone.slice(0, 11)]
  for (const number of numbers)
    expect(await run('end-sessions', number)).toMatchObject({ isDone: false })
  expect(await anna.browser.calls(contract.account).me({})).toMatchObject({ ok: true })
  const entries = await world.services.db.raw('SELECT subject FROM audit_entry')
  for (const number of numbers) expect(JSON.stringify(entries)).not.toContain(number)
})

test('signs a member of staff out everywhere, and nobody else', async () => {
  const officer = await staffBrowser(world.server, 'credit-officer')
  const viewer = await staffBrowser(world.server, 'viewer')
  const me = (browser: typeof viewer) => browser.calls(staffContract.staffSession).me({})
  expect(await run('end-staff-sessions', 'nobody@sandbox.example')).toMatchObject({ isDone: false })
  expect(await run('end-staff-sessions', 'Viewer@sandbox.example')).toMatchObject({ isDone: true })
  expect(await me(viewer)).toMatchObject({ reason: 'not-logged-in' })
  expect(await me(officer)).toMatchObject({ ok: true })
})

test('stops a payout under way, and records each attempt', async () => {
  const borrower = await world.borrower()
  const { send } = world.bank
  const keys: string[] = []
  world.bank.send = async ({ key }) => {
    keys.push(key)
    throw new Error('refused (status 400)')
  }
  const orderId = await runningLoan(world, borrower)
  world.bank.send = send
  const [payoutId = ''] = keys
  expect(await run('stop-payout', payoutId)).toMatchObject({ isDone: true })
  for (const unknown of ['nothing', '01990000-0000-7000-8000-000000000000'])
    expect(await run('stop-payout', unknown)).toMatchObject({ isDone: false })
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  expect((await entriesOf('emergency-stop-payout')).map(({ actor }) => actor)).toEqual(
    Array.from({ length: 3 }, () => 'command:asha'),
  )
})

test.each([
  [[]],
  [['dance']],
  [['stop-payout']],
  [['approve', '01990000-0000-7000-8000-000000000000']],
  [['toString', 'x']],
])('answers %j with its usage, and writes nothing', async words => {
  const before = await world.services.db.raw('SELECT count(*) FROM audit_entry')
  const { isDone, lines } = await run(...words)
  expect(isDone).toBe(false)
  expect(lines.join('\n')).toContain('npm run ops -- emergency stop-payout <id>')
  expect(await world.services.db.raw('SELECT count(*) FROM audit_entry')).toEqual(before)
})

test.each(['--help', 'help'])('%s prints the usage', async word => {
  expect(await run(word)).toMatchObject({ isDone: true })
})

test('the entry of an act is anchored before it acts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saral-emergency-anchors-'))
  const file = join(folder, 'anchors.txt')
  try {
    const { browser, phone, id } = await world.borrower()
    let wasSignedIn: unknown
    await emergencyAct(world.services, ['end-sessions', phone], 'asha', async () => {
      await anchor(world.services, file)
      wasSignedIn = (await browser.calls(contract.account).me({})).ok
    })
    expect(wasSignedIn).toBe(true)
    const [entry] = await world.services.db.raw(
      'SELECT seal FROM audit_entry WHERE subject = $1 ORDER BY number DESC LIMIT 1',
      [id],
    )
    expect((await anchorsIn(file)).map(({ seal }) => seal)).toContain(entry?.seal)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
