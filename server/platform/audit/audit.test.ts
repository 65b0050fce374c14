import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anchor, anchorsIn } from '#server/platform/audit/anchors.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { movableClock } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
let fresh: FreshDatabase
let folder: string
beforeEach(async () => {
  fresh = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'saral-audit-'))
})
afterEach(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'anchors.txt')
const write = (subject: string) =>
  fresh.db.transaction(tx =>
    writeAudit(tx, { actor: 'desk:asha', action: 'desk-approve', subject, at: clock.now() }),
  )
const anchored = () => anchor({ db: fresh.db, clock }, file())
const verdict = async () => verifyAudit(fresh.db, await anchorsIn(file()))
const asTheOwner = (sql: string) => asOwner(fresh.target, owner => owner.query(sql))

test('entries written at the same time form one chain, and the log is intact', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, at) => write(`order-${at}`)))
  await anchored()
  await anchored()
  await write('later')
  await anchored()
  expect(await verdict()).toEqual({ entries: 26, anchors: 2, faults: [] })
})

test('a transaction that is rolled back leaves no entry', async () => {
  const failed = fresh.db.transaction(async tx => {
    await writeAudit(tx, {
      actor: 'borrower',
      action: 'profile-erased',
      subject: 'b',
      at: clock.now(),
    })
    throw new Error('not done')
  })
  await expect(failed).rejects.toThrow('not done')
  expect(await verdict()).toEqual({ entries: 0, anchors: 0, faults: [] })
})

test.each<[string, string, RegExp]>([
  ['changed', "UPDATE audit_entry SET actor = 'desk:ravi' WHERE number = 2", /Entry 2 was changed/],
  ['taken out', 'DELETE FROM audit_entry WHERE number = 2', /Entry 3 does not follow/],
  ['cut off at the end', 'DELETE FROM audit_entry WHERE number = 4', /ends at entry 3/],
])('the check reports an entry that was %s', async (_what, sql, fault) => {
  for (const subject of ['a', 'b', 'c', 'd']) await write(subject)
  await asTheOwner(sql)
  expect((await verdict()).faults.join()).toMatch(fault)
})

test('the anchors expose somebody who rewrites the end of the chain as well', async () => {
  for (const subject of ['a', 'b', 'c']) await write(subject)
  await anchored()
  await asTheOwner(`DELETE FROM audit_entry WHERE number > 1;
    UPDATE chain_head SET number = e.number, seal = e.seal FROM audit_entry e WHERE e.number = 1`)
  expect((await verdict()).faults).toEqual(['Entries up to 3 were anchored and are missing.'])
  for (const subject of ['x', 'y']) await write(subject)
  expect((await verdict()).faults).toEqual([
    expect.stringMatching(/^Entry 3 differs from the one that was anchored at /),
  ])
})

test('the application can neither change nor remove an entry', async () => {
  await write('a')
  if (fresh.appRole.kind === 'none') return
  await expect(fresh.db.raw("UPDATE audit_entry SET actor = 'nobody'")).rejects.toThrow(
    'permission denied',
  )
  await expect(fresh.db.raw('DELETE FROM audit_entry')).rejects.toThrow('permission denied')
})

test('an anchor that a crash cut short is ignored, and the next one starts on its own line', async () => {
  await write('a')
  await appendFile(file(), '1 0123')
  await anchored()
  expect(await verdict()).toEqual({ entries: 1, anchors: 1, faults: [] })
})
