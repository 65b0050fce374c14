/** The traces of a demonstration, the starts that refuse them, and the command that clears them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#domain/staff/permissions.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { wallClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import {
  installationAt,
  noteInstallation,
  refuseOtherUse,
  UNUSED,
} from '#server/platform/db/installation.ts'
import { randomIds } from '#server/platform/ids.ts'
import { clearEverything, clearPeople, leftBehind } from '#server/sandbox/clear.ts'
import { addStaff, simulatedPerson } from '#server/staff/people/people.ts'
import { staffOpener } from '#server/staff/people/sessions.ts'
import { testCipher } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { filesForTest } from '#server/testing/files.ts'

const LENDER = { name: 'Nila Finance' } as NonNullable<Config['lender']>
const REAL = { isReal: true, lender: LENDER }
const DEMONSTRATION = { isReal: false, lender: undefined }
const AT = new Date('2026-11-21T04:30:00Z')
const { files, remove } = filesForTest()
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'saral-clear-'))
})
afterAll(async () => {
  await remove()
  await rm(dataDir, { recursive: true })
})

describe('the first use of a database decides who may use it later', () => {
  test.each([
    ['a new one', UNUSED, true, undefined],
    ['a new one', UNUSED, false, undefined],
    ['a demonstration’s', { ...UNUSED, demonstratedAt: AT }, true, 'clear-demonstration'],
    ['a demonstration’s', { ...UNUSED, demonstratedAt: AT }, false, undefined],
    ['a lender’s', { ...UNUSED, lender: 'Nila', realSince: AT }, true, undefined],
    ['a lender’s', { ...UNUSED, lender: 'Nila', realSince: AT }, false, 'in real use (by Nila'],
    ['a real vendor’s', { ...UNUSED, realSince: AT }, false, 'in real use (with a real vendor'],
    [
      'a lender’s after a demonstration',
      { lender: 'Nila', realSince: AT, demonstratedAt: AT },
      true,
      'clear-demonstration',
    ],
  ])('%s: %j, real: %s', (_whose, use, isReal, words) => {
    const start = () => refuseOtherUse(use, { isReal })
    if (words === undefined) expect(start).not.toThrow()
    else expect(start).toThrow(words)
  })

  test('both kinds of start are noted, and the first of each stays', async () => {
    const { db, target, drop } = await freshDatabase()
    expect(await installationAt(target)).toEqual(UNUSED)
    await noteInstallation(db, DEMONSTRATION, AT)
    await noteInstallation(db, REAL, new Date('2026-11-22T00:00:00Z'))
    await noteInstallation(db, { ...REAL, lender: { ...LENDER, name: 'Nila' } }, new Date())
    expect(await installationAt(target)).toEqual({
      lender: 'Nila',
      demonstratedAt: AT,
      realSince: new Date('2026-11-22T00:00:00Z'),
    })
    await drop()
  })
})

type World = FreshDatabase & { readonly cipher: Cipher; readonly ids: Record<string, string> }

/**
 * A database in which a demonstration's administrator invited Bela, who has a passkey and a proposal
 * that waits, and compliance approved other permissions of a role. `before`: people of before.
 */
async function demonstrated(before: readonly string[] = []): Promise<World> {
  const fresh = await freshDatabase()
  const { db } = fresh
  const cipher = testCipher()
  const services = { clock: wallClock(), cipher, ids: randomIds() }
  const ids: Record<string, string> = {}
  const add = async (mail: string) => {
    const roles: Role[] = ['administrator']
    const added = await db.transaction(tx =>
      addStaff({ services, tx, at: AT }, { mail, roles, isSimulated: false }),
    )
    ids[mail] = added ?? ''
  }
  for (const mail of before) await add(mail)
  await noteInstallation(db, DEMONSTRATION, AT)
  await publish(db, demoCatalogue)
  for (const role of ['administrator', 'compliance'] as const)
    ids[role] = await db.transaction(tx => simulatedPerson({ services, tx, at: AT }, role))
  await add('bela@visitor.example')
  const [bela = '', administrator = '', compliance = ''] = [
    ids['bela@visitor.example'],
    ids.administrator,
    ids.compliance,
  ]
  await db.raw(
    `INSERT INTO staff_passkey (credential_id, staff_id, public_key, counter, transports, created_at) VALUES ('key', $1, '', 0, '{}', now())`,
    [bela],
  )
  await proposed(db, { act: 'change-policy', subject: 'policy', by: bela })
  await proposed(db, {
    act: 'change-role',
    subject: 'viewer',
    by: administrator,
    approver: compliance,
  })
  await db.raw(
    `INSERT INTO staff_role (role, permissions, changed_at) VALUES ('viewer', ARRAY['refunds:approve'], now())`,
  )
  return { ...fresh, cipher, ids }
}

type Proposed = {
  readonly act: string
  readonly subject: string
  readonly by: string
  readonly approver?: string
}

/** A proposal that waits, or that somebody approved. */
async function proposed(
  db: FreshDatabase['db'],
  { act, subject, by, approver }: Proposed,
): Promise<void> {
  const id = randomIds().uuid(AT)
  await db.raw(
    `INSERT INTO proposal (proposal_id, act, subject, details_sealed, why_sealed, proposed_by, proposed_at, decide_until)
     VALUES ($1, $2, $3, '', '', $4, now(), now() + interval '7 days')`,
    [id, act, subject, by],
  )
  if (approver === undefined)
    await db.raw('INSERT INTO open_proposal (act, subject, proposal_id) VALUES ($1, $2, $3)', [
      act,
      subject,
      id,
    ])
  else
    await db.raw(
      `INSERT INTO proposal_decision (proposal_id, proposed_by, decided_by, outcome, decided_at) VALUES ($1, $2, $3, 'approved', now())`,
      [id, by, approver],
    )
}

const count = async ({ db }: FreshDatabase, from: string) =>
  (await db.raw(`SELECT count(*)::int AS count FROM ${from}`))[0]?.count

test('a person who is added in a demonstration is marked, and signs in nowhere else', async () => {
  const world = await demonstrated(['asha@nila.example'])
  const rows = await world.db.raw('SELECT staff_id AS id, made_by_sandbox AS "isMade" FROM staff')
  const isMarked = new Map(rows.map(({ id, isMade }) => [id, isMade]))
  const marks = Object.entries(world.ids).map(([who, id]) => [who, isMarked.get(id)])
  expect(Object.fromEntries(marks)).toEqual({
    'asha@nila.example': false,
    administrator: true,
    compliance: true,
    'bela@visitor.example': true,
  })
  const { db, cipher, ids } = world
  const clock = wallClock()
  await db.raw(
    `INSERT INTO staff_session (session_id, cookie_hash, staff_id, way, created_at, last_seen_at, proved_at)
     VALUES (gen_random_uuid(), $1, $2, 'passkey', now(), now(), now())`,
    [cipher.keyedHash('staff-session', 'cookie'), ids['bela@visitor.example']],
  )
  const openSession = (config: Config) => staffOpener({ db, clock, cipher, config })('cookie')
  expect(await openSession(readConfig({}))).toMatchObject({ staffId: ids['bela@visitor.example'] })
  expect(await openSession({ ...readConfig({}), lender: LENDER, isReal: true })).toBeUndefined()
  await world.drop()
})

test('a database that only a demonstration used is cleared completely, and a lender can start on it', async () => {
  const world = await demonstrated()
  const { db, target } = world
  const use = await installationAt(target)
  expect(() => refuseOtherUse(use, REAL)).toThrow('npm run ops -- clear-demonstration')
  expect(await leftBehind(db, use)).toMatchObject({
    goes: 'everything',
    people: 3,
    passkeys: 1,
    proposals: 1,
    roles: ['viewer'],
  })
  const anchors = join(dataDir, 'audit-anchors.txt')
  await writeFile(anchors, 'of the demonstration')
  const log = pino({ level: 'silent' })
  await clearEverything({
    db,
    target,
    files,
    config: { dataDir, auditAnchors: undefined },
    log,
    at: AT,
  })
  for (const table of [
    'staff',
    'staff_passkey',
    'staff_role',
    'proposal',
    'open_proposal',
    'product',
    'key_fingerprint',
  ])
    expect(await count(world, table), table).toBe(0)
  expect(await installationAt(target)).toEqual(UNUSED)
  await expect(rm(anchors)).rejects.toThrow('ENOENT')
  await world.drop()
})

test('a database where others work loses only the sandbox’s people, with passkeys, roles and proposals', async () => {
  const world = await demonstrated(['asha@nila.example'])
  const { db, target, cipher, ids } = world
  const asha = ids['asha@nila.example'] ?? ''
  await proposed(db, { act: 'change-content', subject: 'about', by: asha })
  await noteInstallation(db, REAL, AT)
  expect(await leftBehind(db, await installationAt(target))).toMatchObject({ goes: 'people' })
  await clearPeople({ db, cipher }, 'desk:test', AT)
  expect(await count(world, 'staff WHERE ended_at IS NULL')).toBe(1)
  expect(await count(world, 'staff_passkey')).toBe(0)
  expect(await count(world, 'staff_role')).toBe(0)
  const waiting = await db.raw(
    'SELECT p.proposed_by AS by FROM open_proposal o JOIN proposal p ON p.proposal_id = o.proposal_id',
  )
  expect(waiting).toEqual([{ by: asha }])
  expect(await count(world, "audit_entry WHERE actor = 'desk:test'")).toBe(5)
  expect(await count(world, 'product')).toBe(demoCatalogue.length)
  expect(() => refuseOtherUse({ ...UNUSED, realSince: AT }, REAL)).not.toThrow()
  expect((await installationAt(target)).demonstratedAt).toBeNull()
  await world.drop()
})
