/** Every released version upgrades to this one: its dump is restored, migrated, and goes on living. */

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { orderStates } from '#domain/lending/order.ts'
import { jobNames } from '#server/jobs.ts'
import { audit } from '#server/lending/books/audit.ts'
import { sealOldEntries, storedLog } from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import { rewrapRows } from '#server/platform/keys/rows.ts'
import { filledDatabase } from '#server/testing/database.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  pay,
} from '#server/testing/lending.ts'
import { browserOfThen, byNamesOfNow, type Facts, readOf, rowCounts } from './facts.ts'
import { filesOf, RELEASES, releaseCipher, releaseKeyring } from './keys.ts'
import { later } from './life.ts'
import { makeTablesOf } from './tables.ts'

const versions = readdirSync(RELEASES).filter(name => /^\d+\.\d+\.\d+$/.test(name))
const NEXT_KEY = Buffer.alloc(32, 3)
const options = { log: () => undefined, keyring: releaseKeyring }

/** Tables that a migration dropped, emptied or filled on purpose, and why; all others keep their rows. */
const CHANGED: Readonly<Record<string, string>> = {}

describe.each(versions)('the upgrade from %s', version => {
  const files = filesOf(version)
  const facts: Facts = JSON.parse(readFileSync(files.facts, 'utf8'))
  let world: LendingWorld
  beforeAll(async () => {
    const database = await filledDatabase(async target => {
      await makeTablesOf(version, target)
      await restoreBackup(target, files.backup, options)
    })
    world = await lendingWorld({ database, cipher: releaseCipher() })
    world.server.clock.set(new Date(facts.at))
  })
  afterAll(() => world?.close())

  const borrowerOf = (index: number): Borrower => {
    const session = facts.borrowers[index]
    if (!session) throw new Error(`the dump has no borrower ${index}`)
    const browser = browserOfThen(world.server.browser(), session)
    return { browser, phone: session.phone, id: '', cardId: '' }
  }
  const faults = async () => (await audit(world.services.db)).faults

  test('keeps every row', async () => {
    const now = await rowCounts(world.server.database.target)
    const then = byNamesOfNow(facts.rows)
    const tables = Object.keys(then).filter(table => CHANGED[table] === undefined)
    const countsOf = (counts: Readonly<Record<string, number>>) =>
      Object.fromEntries(tables.map(table => [table, counts[table]]))
    expect(countsOf(now)).toEqual(countsOf(then))
  })

  test('lets every session go on, and shows its borrower the loan of then to the paisa', async () => {
    for (const { borrower: index, orderId, read } of facts.orders) {
      const borrower = borrowerOf(index)
      expect(await borrower.browser.calls(contract.account).me({})).toMatchObject({ ok: true })
      expect(await readOf(borrower, orderId)).toMatchObject(read)
      const isReturned = facts.returned.includes(orderId)
      expect((await detailOf(borrower, orderId)).wasReturned).toBe(isReturned ? 1 : 0)
    }
  })

  test('keeps the books sound, account by account', async () => {
    for (const { borrower, orderId, books } of facts.orders) {
      const [{ borrower_id: id } = {}] = await world.services.db.raw(
        'SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1',
        [world.services.cipher.keyedHash('phone', borrowerOf(borrower).phone)],
      )
      const owner = { ...borrowerOf(borrower), id: String(id) }
      expect(await ledgerOf(world, owner, orderId)).toMatchObject(books)
    }
    expect(await faults()).toEqual([])
    expect((await audit(world.services.db)).trialBalance).toMatchObject(facts.trialBalance)
  })

  test('keeps the audit log whole', async () => {
    const { db, cipher, clock } = world.services
    // As each start of a server does.
    await sealOldEntries(db, cipher, clock.now())
    const anchors = facts.audit.map(head => ({ ...head, at: facts.wall }))
    const verdict = await verifyAudit(storedLog(db), cipher, anchors)
    expect(verdict.faults).toEqual([])
    expect(verdict.entries).toBeGreaterThanOrEqual(facts.rows.audit_entry ?? 0)
  })

  test('knows every job that waits', async () => {
    const waiting = await world.services.db.raw(
      "SELECT DISTINCT name FROM jobs.job WHERE state = 'created' AND name NOT LIKE '\\_\\_%'",
    )
    expect(waiting.length).toBeGreaterThan(0)
    expect(
      waiting.map(({ name }) => name).filter(name => !jobNames.includes(name as never)),
    ).toEqual([])
  })

  test('lets the lender’s people go on, and decide what waits for a second person', async () => {
    for (const session of facts.staff) {
      const staff = browserOfThen(world.server.browser(), session)
      expect(await staff.calls(staffContract.staffSession).me({})).toMatchObject({ ok: true })
    }
    const finance = facts.staff.find(({ role }) => role === 'finance')
    for (const proposalId of facts.proposals) {
      if (!finance) throw new Error('nobody of the dump decides its proposals')
      const staff = browserOfThen(world.server.browser(), finance)
      const decided = await staff
        .calls(staffContract.proposal)
        .approve({ proposalId, reason: 'I read it.' })
      expect(decided).toMatchObject({ ok: true })
    }
    expect(await faults()).toEqual([])
  })

  test('lets loans go on: a day is closed, and what is owed can be repaid', async () => {
    await later(world, 1)
    expect(await faults()).toEqual([])
    const owing = facts.orders.filter(({ read }) => read.orderState === orderStates.overdue.code)
    expect(owing.length).toBeGreaterThan(0)
    for (const { borrower: index, orderId } of owing) {
      const borrower = borrowerOf(index)
      await pay(world, borrower, orderId, 'all')
      await world.runJobs()
      expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
    }
    expect(await faults()).toEqual([])
  })

  // The last of them: the server does not know the new key.
  test('encrypts with a new key all that was encrypted then', async () => {
    const { masters, ...keyring } = releaseKeyring
    const keys = { ...keyring, active: 'next', masters: new Map([...masters, ['next', NEXT_KEY]]) }
    const pass = await rewrapRows(world.services.db, cipherWith(fixedKeys(keys)), 'next')
    expect(pass.rewrapped).toBeGreaterThan(100)
    expect(pass.left).toBe(0)
  })
})
