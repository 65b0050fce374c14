import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAIN_START, sealOf } from '#domain/chain.ts'
import { runs } from '#domain/testing/runs.ts'
import { type Anchor, anchor, anchorsIn } from '#server/platform/audit/anchors.ts'
import {
  type AuditRow,
  SLOTS,
  type StoredLog,
  sealOldEntries,
  storedLog,
  writeAudit,
} from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { movableClock, testCipher } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

/*
 * Falsifications by the owner of the tables, who may write anything there, but has neither the keys
 * nor the anchors. The product writes the log; copies of its rows are falsified.
 */

const FALSIFICATIONS = 1_000
const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
const cipher = testCipher()
const forgersCipher = testCipher(3)

let fresh: FreshDatabase
let folder: string
let log: readonly AuditRow[] = []
let anchors: readonly Anchor[]
/** The number of entries in the log when each anchor was written: older states to be restored. */
const states: number[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'saral-forgery-'))
  const file = join(folder, 'anchors.txt')
  const old = unkeyedChain(6)
  await asOwner(fresh.target, owner =>
    owner.query(
      `INSERT INTO audit_entry (slot, number, actor, action, subject, at, previous, seal)
       SELECT 0, number, actor, action, subject, at, previous, seal
       FROM json_populate_recordset(NULL::audit_entry, $1)`,
      [JSON.stringify(old)],
    ),
  )
  await appendFile(file, `\n4 ${old[3]?.seal} 2026-11-20T05:00:00.000Z\n`)
  await sealOldEntries(fresh.db, cipher, clock.now())
  let written: AuditRow[] = []
  for (let minute = 0; minute < 6; minute++) {
    for (let at = 0; at < 10; at++) await write(`subject-${(minute * 7 + at) % 20}`)
    await write(null)
    if (minute < 5) await anchor({ db: fresh.db, clock }, file)
    const now = await everything(storedLog(fresh.db))
    // In the order of writing, so that an older state is a beginning of it.
    written = [...written, ...now.filter(row => !written.some(has => isSame(has, row)))]
    if (minute < 5) states.push(written.length)
    clock.advance({ seconds: 60 })
  }
  log = written
  anchors = await anchorsIn(file)
})
afterAll(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

const write = (subject: string | null) =>
  fresh.db.transaction(tx =>
    writeAudit(tx, cipher, {
      actor: 'borrower',
      action: 'data-exported',
      subject,
      at: clock.now(),
    }),
  )

/** Entries as the log had them before it had keys. */
function unkeyedChain(length: number): AuditRow[] {
  const rows = Array.from(
    { length },
    (_, index): AuditRow => ({
      slot: 0,
      number: index + 1,
      actor: 'desk:asha',
      action: 'desk-read',
      subject: null,
      at: clock.now(),
      previous: '',
      keyId: null,
      seal: '',
    }),
  )
  return resealed(rows, 'without a key')
}

async function everything({ after }: StoredLog): Promise<AuditRow[]> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => after(slot, 0, 1_000))
  return (await Promise.all(slots)).flat()
}

const inOrder = (rows: readonly AuditRow[], slot: number) =>
  rows.filter(row => row.slot === slot).sort((a, b) => a.number - b.number)
const stored = (rows: readonly AuditRow[]): StoredLog => ({
  count: async () => rows.length,
  after: async (slot, number, limit) =>
    inOrder(rows, slot)
      .filter(row => row.number > number)
      .slice(0, limit),
})
const isSame = (one: AuditRow | undefined, other: AuditRow) =>
  JSON.stringify(one, Object.keys(other).sort()) ===
  JSON.stringify(other, Object.keys(other).sort())

const lastAnchored = (slot: number) =>
  Math.max(0, ...anchors.filter(each => each.slot === slot).map(({ number }) => number))
/** True if only entries that no anchor covers were cut off: nobody can notice that. */
const isUnnoticeable = (rows: readonly AuditRow[]) =>
  rows.every(({ slot }) => slot >= 0 && slot < SLOTS) &&
  Array.from({ length: SLOTS }, (_, slot) => slot).every(slot => {
    const original = inOrder(log, slot)
    const rest = inOrder(rows, slot)
    return rest.length >= lastAnchored(slot) && rest.every((row, at) => isSame(original[at], row))
  })
/** True if an entry up to the last anchor of its slot is another one, or missing. */
const concernsAnchored = (rows: readonly AuditRow[]) =>
  Array.from({ length: SLOTS }, (_, slot) => slot).some(slot => {
    const rest = inOrder(rows, slot)
    return inOrder(log, slot)
      .slice(0, lastAnchored(slot))
      .some((row, at) => !isSame(rest[at], row))
  })

type Resealing = 'not at all' | 'links only' | 'without a key' | 'with a key of the forger'

/**
 * Recomputes what a forger can, from the first entry of each slot that differs: numbers, links, and
 * seals without the key.
 */
function resealed(rows: readonly AuditRow[], how: Resealing): AuditRow[] {
  if (how === 'not at all') return [...rows]
  return [...new Set(rows.map(({ slot }) => slot))].flatMap(slot => {
    const original = inOrder(log, slot)
    let previous = CHAIN_START
    let isWhole = true
    return inOrder(rows, slot).map((row, index) => {
      isWhole &&= isSame(original[index], row)
      const next = isWhole ? row : linked(row, index + 1, previous, how)
      previous = next.seal
      return next
    })
  })
}

function linked(row: AuditRow, number: number, previous: string, how: Resealing): AuditRow {
  const content = [number, row.actor, row.action, row.subject, row.at.toISOString()]
  const link = { ...row, number, previous }
  if (how === 'links only') return link
  if (how === 'without a key' || row.keyId === null)
    return { ...link, keyId: null, seal: sealOf(sha256, previous, content) }
  const covered = sealOf(whole => whole, previous, [row.slot, ...content])
  return { ...link, seal: forgersCipher.sealUnder('test', covered) ?? '' }
}

const sha256 = (whole: string) => createHash('sha256').update(whole).digest('hex')

const text = fc.constantFrom('desk:ravi', 'borrower', 'calendar', '01a1fc5e')
const hex = fc.constantFrom('0'.repeat(64), 'a1'.repeat(32))
const column: fc.Arbitrary<Partial<AuditRow>> = fc.oneof(
  fc.record({ actor: text }),
  fc.record({ action: fc.constantFrom<AuditRow['action']>('desk-read', 'desk-deny') }),
  fc.record({ subject: fc.option(text) }),
  fc.record({ at: fc.integer({ min: 0, max: 10_000_000 }).map(ms => new Date(1.79e12 + ms)) }),
  fc.record({ previous: hex }),
  fc.record({ seal: hex }),
  fc.record({ keyId: fc.constantFrom(null, 'k2') }),
  fc.record({ number: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ slot: fc.integer({ min: 0, max: SLOTS }) }),
)
const place = fc.nat({ max: 10_000 })
type Forgery = (rows: readonly AuditRow[]) => readonly AuditRow[]
const at = (rows: readonly AuditRow[], anywhere: number) => anywhere % Math.max(1, rows.length)

const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  fc.tuple(place, column).map(
    ([where, change]): Forgery =>
      rows =>
        rows.map((row, index) => (index === at(rows, where) ? { ...row, ...change } : row)),
  ),
  place.map(
    (where): Forgery =>
      rows =>
        rows.toSpliced(at(rows, where), 1),
  ),
  fc.tuple(place, column).map(
    ([where, change]): Forgery =>
      rows => {
        const row = rows[at(rows, where)]
        if (!row) return rows
        const moved = rows.map(each =>
          each.slot === row.slot && each.number > row.number
            ? { ...each, number: each.number + 1 }
            : each,
        )
        return [...moved, { ...row, ...change, slot: row.slot, number: row.number + 1 }]
      },
  ),
  fc.tuple(place, place).map(
    ([where, other]): Forgery =>
      rows => {
        const one = rows[at(rows, where)]
        const two = rows[at(rows, other)]
        if (!one || !two) return rows
        return rows.map(row => {
          if (row === one) return { ...two, slot: one.slot, number: one.number }
          return row === two ? { ...one, slot: two.slot, number: two.number } : row
        })
      },
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 4 })).map(
    ([where, many]): Forgery =>
      rows => {
        const slot = rows[at(rows, where)]?.slot
        const last = inOrder(rows, slot ?? 0).slice(-many)
        return rows.filter(row => !last.includes(row))
      },
  ),
  fc.nat().map(
    (state): Forgery =>
      rows =>
        rows.slice(0, states[state % states.length]),
  ),
)
const seals = fc.constantFrom<Resealing>(
  'not at all',
  'links only',
  'without a key',
  'with a key of the forger',
)

test('the log as it was written is intact, with its entries of before the keys', async () => {
  const verdict = await verifyAudit(stored(log), cipher, anchors)
  expect(verdict).toMatchObject({ entries: 6 + 1 + 66, unkeyed: 6, faults: [] })
  expect(verdict.unanchored).toBeGreaterThan(0)
})

test('the check finds each of 1000 random falsifications of anchored entries, and of the others all but a cut-off end', async () => {
  let concerned = 0
  while (concerned < FALSIFICATIONS)
    await fc.assert(
      fc.asyncProperty(
        fc.array(forgery, { minLength: 1, maxLength: 3 }),
        seals,
        async (forgeries, how) => {
          const falsified = resealed(
            forgeries.reduce<readonly AuditRow[]>((rows, each) => each(rows), log),
            how,
          )
          const { faults } = await verifyAudit(stored(falsified), cipher, anchors)
          expect(faults.length > 0).toBe(!isUnnoticeable(falsified))
          if (!concernsAnchored(falsified)) return
          concerned += 1
          expect(faults).not.toEqual([])
        },
      ),
      { numRuns: runs(250), endOnFailure: true },
    )
})
