import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { day } from '#domain/day.ts'
import { anchor } from '#server/platform/audit/anchors.ts'
import { type AuditEntry, writeAudit } from '#server/platform/audit/entries.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { auditRoutesOf } from '#server/staff/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const folder = mkdtempSync(join(tmpdir(), 'saral-log-'))
const anchors = join(folder, 'anchors.txt')
let server: TestServer
let staff: Browser
// The subject's entries go to another slot than those without a subject.
const subject = '0a1b2c3d-0000-4000-8000-000000000001'
const audit = () => staff.calls(staffContract.audit)
const TODAY = day('2026-11-21')

const write = (entry: Pick<AuditEntry, 'action'> & Partial<AuditEntry>) =>
  server.services.db.transaction(tx =>
    writeAudit(tx, server.services.cipher, {
      actor: 'server',
      subject: null,
      at: server.clock.now(),
      ...entry,
    }),
  )

beforeAll(async () => {
  server = await testServer({
    config: { auditAnchors: anchors },
    routes: services => auditRoutesOf(services),
  })
  server.clock.set(new Date('2026-11-19T04:30:00Z'))
  for (let count = 0; count < 60; count += 1) await write({ action: 'journal-sealed' })
  server.clock.set(new Date('2026-11-20T18:29:59.999Z'))
  await write({ action: 'desk-read', actor: 'desk:asha', subject })
  server.clock.set(new Date('2026-11-20T18:30:00Z'))
  await write({ action: 'desk-approve', actor: 'desk:asha', subject })
  server.clock.set(new Date('2026-11-21T04:30:00Z'))
  staff = await staffBrowser(server, 'compliance')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function entries(filter: Parameters<ReturnType<typeof audit>['list']>[0]) {
  const answer = await audit().list(filter)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.entries.map(({ who, act }) => [who, act])
}

test('the log is searched by subject, act, person and day in India, newest first', async () => {
  expect(await entries({ subject })).toEqual([
    ['desk:asha', 'desk-approve'],
    ['desk:asha', 'desk-read'],
  ])
  // The last millisecond of the 20th in India, and the first of the 21st.
  expect(await entries({ subject, day: day('2026-11-20') })).toEqual([['desk:asha', 'desk-read']])
  expect(await entries({ subject, day: TODAY })).toEqual([['desk:asha', 'desk-approve']])
  const acts = await audit().acts({})
  if (!acts.ok) throw new Error(acts.reason)
  expect(acts.data.acts).toEqual(['desk-approve', 'desk-read', 'journal-sealed', 'staff-signed-in'])
  const [person] = acts.data.people
  expect(person?.name).toBe('compliance@sandbox.example')
  expect(await entries({ who: person?.who })).toEqual([[person?.name, 'staff-signed-in']])
  expect(await entries({ who: 'borrower' })).toEqual([])
  expect(await entries({ act: 'desk-deny' })).toEqual([])
})

test('pages follow each other without gaps', async () => {
  const first = await audit().list({ act: 'journal-sealed' })
  if (!first.ok || first.data.next === null) throw new Error('there is one page')
  const second = await audit().list({ act: 'journal-sealed', after: first.data.next })
  if (!second.ok) throw new Error(second.reason)
  const numbers = [...first.data.entries, ...second.data.entries].map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at))
  expect(second.data.next).toBeNull()
  expect(await audit().list({ after: 'bm9uZQ' })).toMatchObject({ reason: 'input-invalid' })
})

async function begun(fromDay: string, toDay: string) {
  const answer = await audit().verify({ fromDay: day(fromDay), toDay: day(toDay) })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.verificationId
}
async function ended(verificationId: string) {
  const answer = await audit().verifyMore({ verificationId })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
const verified = async (fromDay: string, toDay: string) => ended(await begun(fromDay, toDay))
const asTheOwner = (sql: string) => asOwner(server.database.target, owner => owner.query(sql))

test('an intact period is verified, and the page shows it as the last verification', async () => {
  await anchor({ db: server.services.db, clock: server.clock }, anchors)
  expect(await verified('2026-11-20', '2026-11-20')).toMatchObject({ entries: 1, faults: [] })
  const whole = await verified('2026-11-01', '2026-11-21')
  expect(whole).toMatchObject({ faults: [], startedBy: 'compliance@sandbox.example' })
  expect(whole.entries).toBeGreaterThanOrEqual(63)
  expect(whole.endedAt).not.toBeNull()
  expect(await audit().acts({})).toMatchObject({
    data: { last: { verificationId: whole.verificationId } },
  })
  // A repeated call changes nothing.
  expect(await audit().verifyMore({ verificationId: whole.verificationId })).toMatchObject({
    data: { entries: whole.entries, endedAt: whole.endedAt },
  })
})

test('a future or reversed period is refused, and so is an unknown verification', async () => {
  const { verify, verifyMore } = audit()
  expect(await verify({ fromDay: TODAY, toDay: day('2026-11-22') })).toMatchObject({ ok: false })
  expect(await verify({ fromDay: TODAY, toDay: day('2026-11-20') })).toMatchObject({ ok: false })
  expect(await verifyMore({ verificationId: randomUUID() })).toMatchObject({ reason: 'outdated' })
})

test('a changed entry is named, only in its period', async () => {
  await asTheOwner("UPDATE audit_entry SET actor = 'desk:ravi' WHERE action = 'desk-read'")
  expect((await verified('2026-11-20', '2026-11-20')).faults).toEqual([
    'Entry 1 of slot 15 was changed, or the one before it was.',
  ])
  expect((await verified('2026-11-19', '2026-11-19')).faults).toEqual([])
})

test('anchored entries that were cut off are reported missing, and entries in their place differ', async () => {
  // The entry about the verification itself, in any slot, is written before the anchor.
  const verificationId = await begun('2026-11-19', '2026-11-21')
  await anchor({ db: server.services.db, clock: server.clock }, anchors)
  const [head] = await server.services.db.raw(
    'SELECT max(number)::int AS last FROM audit_entry WHERE slot = 0',
  )
  const last = Number(head?.last)
  await asTheOwner(`DELETE FROM audit_entry WHERE slot = 0 AND number = ${last}`)
  expect((await ended(verificationId)).faults.join()).toContain(
    `Entries of slot 0 up to ${last} were anchored and are missing.`,
  )

  const secondId = await begun('2026-11-19', '2026-11-21')
  // An entry without a subject goes to slot 0.
  await write({ action: 'journal-sealed' })
  expect((await ended(secondId)).faults.join()).toContain(
    `Entry ${last} of slot 0 differs from the`,
  )
})
