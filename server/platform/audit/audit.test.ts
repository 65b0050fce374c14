import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anchor, anchorsIn } from '#server/platform/audit/anchors.ts'
import {
  auditHeads,
  sealOldEntries,
  slotOf,
  storedLog,
  writeAudit,
} from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { verdictLines } from '#server/platform/audit/words.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { movableClock, testCipher } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
const cipher = testCipher()
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
const act = (subject: string | null, actor = 'desk:asha') =>
  ({ actor, action: 'desk-approve', subject, at: clock.now() }) as const
const write = (subject: string | null) =>
  fresh.db.transaction(tx => writeAudit(tx, cipher, act(subject)))
/** Entries of one slot, the first. */
const writeToOneChain = async (times: number) => {
  for (let at = 0; at < times; at++) await write(null)
}
const anchored = () => anchor({ db: fresh.db, clock }, file())
const verdict = async (by = cipher) => verifyAudit(storedLog(fresh.db), by, await anchorsIn(file()))
const faults = async () => (await verdict()).faults
const asTheOwner = (sql: string) => asOwner(fresh.target, owner => owner.query(sql))

test('entries written at the same time form one chain for each slot, and the log is intact', async () => {
  const subjects = Array.from({ length: 25 }, (_, at) => `order-${at}`)
  await Promise.all(subjects.map(write))
  await anchored()
  await anchored()
  await write('order-0')
  expect(await verdict()).toMatchObject({ entries: 26, unanchored: 1, faults: [] })
  await anchored()
  const slots = new Set(subjects.map(slotOf))
  expect(await verdict()).toEqual({
    entries: 26,
    anchors: slots.size + 1,
    unanchored: 0,
    unkeyed: 0,
    faults: [],
  })
  expect((await auditHeads(fresh.db)).map(({ slot }) => slot)).toEqual(
    [...slots].sort((a, b) => a - b),
  )
})

test('a transaction that is rolled back leaves no entry', async () => {
  const failed = fresh.db.transaction(async tx => {
    await writeAudit(tx, cipher, act('b', 'borrower'))
    throw new Error('not done')
  })
  await expect(failed).rejects.toThrow('not done')
  expect(await verdict()).toMatchObject({ entries: 0, anchors: 0, faults: [] })
})

test.each<[string, string, RegExp]>([
  ['changed', "UPDATE audit_entry SET actor = 'desk:ravi' WHERE number = 2", /Entry 2 .*changed/],
  ['taken out', 'DELETE FROM audit_entry WHERE number = 2', /Entry 3 .*does not follow/],
  ['cut off at the end', 'DELETE FROM audit_entry WHERE number = 4', /up to 4 were anchored and/],
  [
    'stripped of its key',
    'UPDATE audit_entry SET key_id = NULL WHERE number = 2',
    /Entry 2 .*changed/,
  ],
  [
    'put outside of the chains',
    `ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_slot_is_one_of_16;
     INSERT INTO audit_entry SELECT number, actor, action, subject, at, previous, seal, 16, key_id FROM audit_entry LIMIT 1`,
    /^1 entries are in no chain/,
  ],
])('the check reports an entry that was %s', async (_what, sql, fault) => {
  await writeToOneChain(4)
  await anchored()
  await asTheOwner(sql)
  expect((await faults()).join()).toMatch(fault)
})

test('an entry cut off after the last anchor goes unnoticed, and the check says how many could', async () => {
  await writeToOneChain(2)
  await anchored()
  await writeToOneChain(1)
  expect(verdictLines(await verdict(), await anchorsIn(file()), [file()])).toEqual([
    'The audit log is intact: 3 entries agree with 1 anchors.',
    expect.stringMatching(/^The last anchor is of 2026-11-21T04:30:00.000Z. 1 entries are younger/),
  ])
})

test('the anchors expose a rewritten end of a chain, even one that grows and is anchored again', async () => {
  await writeToOneChain(3)
  await anchored()
  await asTheOwner('DELETE FROM audit_entry WHERE number > 1')
  expect(await faults()).toEqual(['Entries of slot 0 up to 3 were anchored and are missing.'])
  await writeToOneChain(1)
  clock.advance({ seconds: 60 })
  await writeToOneChain(1)
  await anchored()
  expect(await faults()).toEqual([
    expect.stringMatching(/^Entry 3 of slot 0 differs from the one that was anchored at /),
  ])
})

describe('a database that is older than its anchors', () => {
  const lines = async () =>
    verdictLines(await verdict(), await anchorsIn(file()), [file()]).join('\n')

  /** Two anchored hours, of which the backup has the first. */
  async function restored(): Promise<{ readonly intactUntil: string; readonly lostAt: string }> {
    await writeToOneChain(2)
    await anchored()
    const intactUntil = clock.wall().toISOString()
    for (const _ of [1, 2]) {
      clock.advance({ seconds: 3_600 })
      await writeToOneChain(2)
      await anchored()
    }
    const lostAt = new Date(Date.parse(intactUntil) + 3_600_000).toISOString()
    await asTheOwner('DELETE FROM audit_entry WHERE number > 3')
    return { intactUntil, lostAt }
  }

  test('is explained with what to do, at once and after servers went on', async () => {
    const { intactUntil, lostAt } = await restored()
    const until = clock.wall().toISOString()
    for (const _ of ['at once', 'after servers went on']) {
      const report = await lines()
      expect(report).toContain('The audit log is NOT intact')
      expect(report).toContain(`It agrees with the anchors until ${intactUntil}`)
      expect(report).toContain(`lacks what those from ${lostAt} to ${until} saw`)
      expect(report).toContain(`restored from a backup of between ${intactUntil} and ${lostAt}`)
      expect(report).toContain(`move ${file()} away`)
      expect(report).toContain('If nobody restored one')
      clock.advance({ seconds: 60 })
      await writeToOneChain(4)
      await anchored()
    }
  })

  test('is intact again once the old anchors are kept elsewhere', async () => {
    await restored()
    await rename(file(), `${file()}.before`)
    await writeToOneChain(1)
    await anchored()
    expect(await lines()).toMatch(/^The audit log is intact: 4 entries agree with 1 anchors/)
    await rm(`${file()}.before`)
  })

  test('is not the explanation where an entry was changed, or one in between is another', async () => {
    await restored()
    await asTheOwner("UPDATE audit_entry SET actor = 'desk:nobody' WHERE number = 2")
    expect(await lines()).not.toContain('What it means')
  })
})

test('seals need the key: no entry is right with another key, and a missing key is named', async () => {
  await write('a')
  expect((await verdict(testCipher(3))).faults.join()).toMatch(/was changed/)
  await asTheOwner("UPDATE audit_entry SET key_id = 'k9'")
  expect(await faults()).toEqual([
    expect.stringMatching(/sealed with the key k9, which the key file lacks/),
  ])
})

test('entries of before the keys stay verifiable, and the first server seals them', async () => {
  // The chain of before: SHA-256 of the seal before and of the content (decision 49).
  await asTheOwner(`INSERT INTO audit_entry (slot, number, actor, action, subject, at, previous, seal) VALUES
    (0, 1, 'desk:asha', 'desk-read', NULL, '2026-11-21T04:30:00Z', repeat('0', 64),
     encode(sha256((repeat('0', 64) || E'\\n[1,"desk:asha","desk-read",null,"2026-11-21T04:30:00.000Z"]')::bytea), 'hex'))`)
  const [old] = await auditHeads(fresh.db)
  await writeFile(file(), `\n1 ${old?.seal} 2026-11-21T05:00:00.000Z\n`)
  expect(await faults()).toEqual([expect.stringMatching(/^Slot 0 ends at entry 1 without a key/)])
  for (const _ of [1, 2]) await sealOldEntries(fresh.db, cipher, clock.now())
  expect(await verdict()).toEqual({ entries: 2, anchors: 1, unanchored: 1, unkeyed: 1, faults: [] })
  await asTheOwner('UPDATE audit_entry SET actor = $$desk:ravi$$ WHERE number = 1')
  expect((await faults()).join()).toMatch(/^Entry 1 of slot 0 was changed/)
})

test('the application can neither change nor remove an entry, nor take the end of a chain back', async () => {
  await writeToOneChain(3)
  if (fresh.appRole.kind === 'none') return
  const refused = [
    "UPDATE audit_entry SET actor = 'nobody'",
    'UPDATE audit_entry SET number = 9 WHERE number = 3',
    'DELETE FROM audit_entry WHERE number = 3',
    'TRUNCATE audit_entry',
    // The end of a chain is its last entry: these rows are locks, one for each chain.
    'DELETE FROM chain_slot WHERE slot = 0',
    'INSERT INTO chain_slot VALUES (77)',
    'TRUNCATE chain_slot',
  ]
  for (const sql of refused)
    await expect(fresh.db.raw(sql), sql).rejects.toThrow('permission denied')
  const columns = 'actor, action, subject, at, previous, seal, slot, key_id'
  const again = (number: number) =>
    fresh.db.raw(
      `INSERT INTO audit_entry (number, ${columns}) SELECT ${number}, ${columns} FROM audit_entry WHERE number = 3`,
    )
  await expect(again(3)).rejects.toThrow('duplicate key')
  await anchored()
  expect(await faults()).toEqual([])
  await again(1_000)
  expect((await faults()).join()).toMatch(/Entry 1000 of slot 0 .*does not follow/)
})

test('an anchor that a crash cut short is ignored, and the next one starts on its own line', async () => {
  await write('a')
  await appendFile(file(), '1 0123')
  await anchored()
  expect(await verdict()).toMatchObject({ entries: 1, anchors: 1, faults: [] })
})
