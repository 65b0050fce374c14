/** The log of acts at the console: searching it, and verifying it in batches. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { audit } from '#contract/staff/audit.ts'
import { addDays, type Day, day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type Anchor, anchorFileOf, anchorsIn } from '#server/platform/audit/anchors.ts'
import { auditHeads, SLOTS, storedLog, writeAudit } from '#server/platform/audit/entries.ts'
import { BEFORE_ALL, faultsAfter } from '#server/platform/audit/verify.ts'
import type { Services } from '#server/services.ts'
import { cursorOf, INSTANT, NUMBER, placeOf, UUID } from '#server/staff/cursor.ts'
import { allStaff, staffOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import {
  type Advance,
  advanceVerification,
  auditActs,
  boundsOf,
  insertVerification,
  newestVerification,
  type Period,
  searchAudit,
  type VerificationRow,
  verificationOf,
} from '#server/staff/reports/db/audit-log.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'config'>
type By = { readonly staff: StaffSession; readonly now: Date }
type Verification = Output<typeof audit.verify>

const PAGE = 50
/** The entries that one call verifies: about a second of work. */
const PIECE = 10_000
const BATCH = 1_000
const FAULTS_MAX = 100
const FIRST_DAY = day('2015-01-01')
const STAFF = 'staff:'
const PLACE = [INSTANT, /^\d{1,2}$/, NUMBER]

/** A page of the log, newest first. Its entries name only ids, so nothing needs a mask. */
export async function searchLog(
  services: Parts,
  { who, act, subject, day: of, after }: Input<typeof audit.list>,
  { now }: Pick<By, 'now'>,
): Promise<Output<typeof audit.list> | Refusal<'input-invalid'>> {
  const { db } = services
  const today = indiaDayOf(now)
  const place = after === undefined ? undefined : placeOf(after, PLACE)
  if (after !== undefined && !place) return refused('input-invalid')
  if (of !== undefined && (of < FIRST_DAY || of > today)) return refused('input-invalid')
  const actor = who !== undefined && UUID.test(who) ? STAFF + who : who
  const time = timeOf({ fromDay: of ?? FIRST_DAY, toDay: of ?? today })
  const [rows, names] = await Promise.all([
    searchAudit(db, { ...time, actor, act, subject }, { after: place, limit: PAGE + 1 }),
    namesOf(services),
  ])
  const shown = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? shown.at(-1) : undefined
  return {
    entries: shown.map(({ slot, number, at, actor: by, action, subject: about }) => ({
      slot,
      number,
      at,
      who: names.get(by) ?? by,
      act: action,
      subject: about,
    })),
    next: last ? cursorOf([last.at.toISOString(), last.slot, last.number]) : null,
  }
}

function timeOf({ fromDay, toDay }: Period): { readonly since: Date; readonly until: Date } {
  return { since: startOfIndiaDay(fromDay), until: startOfIndiaDay(addDays(toDay, 1)) }
}

async function namesOf(services: Parts): Promise<Map<string, string>> {
  const all = await allStaff(services.db)
  return new Map(all.map(row => [STAFF + row.staffId, mailOf(services, row)]))
}

/** The acts and people to search for, and the last verification. */
export async function logActs(
  services: Parts,
  { now }: Pick<By, 'now'>,
): Promise<Output<typeof audit.acts>> {
  const { db } = services
  const [acts, people, last] = await Promise.all([
    auditActs(db),
    allStaff(db),
    newestVerification(db),
  ])
  return {
    today: indiaDayOf(now),
    acts,
    people: people.map(row => ({ who: row.staffId, name: mailOf(services, row) })),
    last: last ? await shownAs(services, last) : null,
  }
}

async function shownAs(services: Parts, row: VerificationRow): Promise<Verification> {
  const { verificationId, staffId, fromDay, toDay, startedAt, endedAt, entries, faults } = row
  const starter = await staffOf(services.db, staffId)
  return {
    verificationId,
    fromDay,
    toDay,
    startedAt,
    startedBy: starter ? mailOf(services, starter) : staffId,
    endedAt,
    entries,
    faults: [...faults],
  }
}

/** Begins and audits a verification of the entries of a period. */
export async function beginVerification(
  services: Parts,
  { fromDay, toDay }: Input<typeof audit.verify>,
  { staff, now }: By,
): Promise<Verification | Refusal<'input-invalid'>> {
  const { db, cipher, ids } = services
  if (fromDay < FIRST_DAY || fromDay > toDay || toDay > indiaDayOf(now))
    return refused('input-invalid')
  const verificationId = ids.uuid(now)
  const { staffId } = staff
  const row = { verificationId, staffId, fromDay, toDay, startedAt: now }
  await db.transaction(async tx => {
    await insertVerification(tx, row)
    const entry = { actor: STAFF + staffId, action: 'audit-verified', at: now } as const
    await writeAudit(tx, cipher, { ...entry, subject: verificationId })
  })
  return shownAs(services, { ...row, slot: 0, number: 0, entries: 0, faults: [], endedAt: null })
}

/** Verifies the next batch. Anybody may continue it, also after a restart; a batch counts once. */
export async function verifyMore(
  services: Parts,
  { verificationId }: Input<typeof audit.verifyMore>,
  { now }: Pick<By, 'now'>,
): Promise<Verification | Refusal<'outdated'>> {
  const { db } = services
  const row = UUID.test(verificationId) ? await verificationOf(db, verificationId) : undefined
  if (!row) return refused('outdated')
  if (row.endedAt === null) await advanceVerification(db, row, await nextPiece(services, row, now))
  const after = await verificationOf(db, verificationId)
  return after ? shownAs(services, after) : refused('outdated')
}

async function nextPiece(services: Parts, row: VerificationRow, now: Date): Promise<Advance> {
  // Read before the entries, so that no anchor is newer than the entries it is compared with.
  const anchors = await anchorsIn(anchorFileOf(services.config))
  const faults: string[] = []
  let { slot, number } = row
  let more = 0
  while (slot < SLOTS && more < PIECE) {
    const ofSlot = anchors.filter(each => each.slot === slot)
    const step = await verifyBatch(services, row, { slot, number, anchors: ofSlot })
    faults.push(...step.faults)
    more += step.entries
    if (step.isDone) {
      slot += 1
      number = 0
    } else number = step.number
  }
  const room = Math.max(0, FAULTS_MAX - row.faults.length)
  const endedAt = slot === SLOTS ? now : undefined
  return { slot, number, more, faults: faults.slice(0, room), endedAt }
}

type Batch = { readonly slot: number; readonly number: number; readonly anchors: readonly Anchor[] }

/** Verifies the next entries of a slot in the period, and after the last of them its anchored end. */
async function verifyBatch(
  { db, cipher }: Parts,
  period: Period,
  { slot, number, anchors }: Batch,
) {
  const log = storedLog(db)
  const bounds = await boundsOf(db, slot, timeOf(period))
  const from = Math.max(number, (bounds?.first ?? 1) - 1)
  const remaining = bounds ? Math.max(0, bounds.last - from) : 0
  const rows = remaining > 0 ? await log.after(slot, from, Math.min(BATCH, remaining)) : []
  const [before] = from > 0 ? await log.after(slot, from - 1, 1) : []
  const last = before?.number === from ? before : { ...BEFORE_ALL, number: from }
  const faults = faultsAfter(
    last,
    rows,
    cipher,
    Map.groupBy(anchors, each => each.number),
  )
  const isDone = remaining <= rows.length || rows.length === 0
  if (isDone) faults.push(...(await missingEnd({ db }, slot, anchors, period.toDay)))
  return { faults, entries: rows.length, number: rows.at(-1)?.number ?? from, isDone }
}

/** Entries that were anchored by the end of the period and are missing. */
async function missingEnd(
  { db }: Pick<Parts, 'db'>,
  slot: number,
  anchors: readonly Anchor[],
  toDay: Day,
): Promise<string[]> {
  const until = startOfIndiaDay(addDays(toDay, 1))
  const anchored = anchors.filter(({ at }) => new Date(at) < until).map(each => each.number)
  const end = (await auditHeads(db)).find(each => each.slot === slot)?.number ?? 0
  const last = Math.max(0, ...anchored)
  return last > end ? [`Entries of slot ${slot} up to ${last} were anchored and are missing.`] : []
}
