/**
 * A journal whose last entries are cut off still looks whole, and a daily sum has no chain at all.
 * A hash over the last links of all journals and the sums of the day is written daily to the audit
 * log, whose own last link is anchored outside the database (decisions 81 and 49).
 */
import { createHash } from 'node:crypto'
import { addDays, type Day, day, indiaDayOf } from '#domain/day.ts'
import { sumsBetween } from '#server/lending/db/accrual-sum.ts'
import { headsOn } from '#server/lending/db/ledger.ts'
import { latestSubjects, lockAudit, writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

const PAGE = 1_000
/** Server clocks differ: a posting of the day before may still arrive this long after midnight. */
const GRACE_MS = 15 * 60_000
/** The number of past days that an audit checks. */
const DAYS_CHECKED = 30

/** Records yesterday's last links of all journals and its sums, once; the first server to run does it. */
export async function sealJournals({
  db,
  clock,
  cipher,
}: Pick<Services, 'db' | 'clock' | 'cipher'>): Promise<void> {
  const at = clock.now()
  const yesterday = addDays(indiaDayOf(new Date(at.getTime() - GRACE_MS)), -1)
  if (await isSealed(db, yesterday)) return
  const digest = await digestOf(db, yesterday)
  if (digest === undefined) return
  await db.transaction(async tx => {
    await lockAudit(tx)
    if (await isSealed(tx, yesterday)) return
    await writeAudit(tx, cipher, {
      actor: 'calendar',
      action: 'journal-sealed',
      subject: `${yesterday}:${digest}`,
      at,
    })
  })
}

/** The days whose journals no longer end as recorded, one sentence each. */
export async function changedDays(db: Queryable): Promise<string[]> {
  const faults: string[] = []
  for (const subject of await latestSubjects(db, 'journal-sealed', DAYS_CHECKED)) {
    const [onDay = '', digest] = subject.split(':')
    if ((await digestOf(db, day(onDay))) !== digest)
      faults.push(`the journals up to ${onDay}, or the sums of that day, have changed since`)
  }
  return faults
}

async function isSealed(db: Queryable, yesterday: Day): Promise<boolean> {
  const [last] = await latestSubjects(db, 'journal-sealed', 1)
  return last !== undefined && last.slice(0, yesterday.length) >= yesterday
}

/** One hash over the last links of all journals and the sums of a day; undefined where no journal is. */
async function digestOf(db: Queryable, onDay: Day): Promise<string | undefined> {
  const hash = createHash('sha256')
  let page = await headsOn(db, onDay, undefined, PAGE)
  if (page.length === 0) return undefined
  for (; page.length > 0; page = await headsOn(db, onDay, page.at(-1)?.borrowerId, PAGE))
    for (const { borrowerId, seal } of page) hash.update(`${borrowerId} ${seal}\n`)
  for (const { slot, productId, loans, interest, penal } of await sumsBetween(db, onDay, onDay))
    hash.update(`${slot} ${productId} ${loans} ${interest} ${penal}\n`)
  return hash.digest('hex')
}
