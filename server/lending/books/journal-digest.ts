/**
 * A journal that was cut short at its end is whole in itself. So each day's end of all of them is written, as one hash, into the
 * audit log, whose own end is anchored outside of the database (decisions 16 and 18).
 */
import { createHash } from 'node:crypto'
import { addDays, type Day, day, indiaDayOf } from '#domain/day.ts'
import { headsOn } from '#server/lending/db/ledger.ts'
import { latestSubjects, lockAudit, writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

const PAGE = 1_000
/** Clocks of several servers differ: until so long after midnight a posting of the day before may still come. */
const GRACE_MS = 15 * 60_000
/** How many days an audit goes through again. */
const DAYS_CHECKED = 30

/** Writes down where all journals ended yesterday: once, whichever server comes first. */
export async function sealJournals({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const at = clock.now()
  const yesterday = addDays(indiaDayOf(new Date(at.getTime() - GRACE_MS)), -1)
  if (await isSealed(db, yesterday)) return
  const digest = await digestOf(db, yesterday)
  if (digest === undefined) return
  await db.transaction(async tx => {
    await lockAudit(tx)
    if (await isSealed(tx, yesterday)) return
    await writeAudit(tx, {
      actor: 'calendar',
      action: 'journal-sealed',
      subject: `${yesterday}:${digest}`,
      at,
    })
  })
}

/** Days whose end is not what was written down, a sentence each. */
export async function changedDays(db: Queryable): Promise<string[]> {
  const faults: string[] = []
  for (const subject of await latestSubjects(db, 'journal-sealed', DAYS_CHECKED)) {
    const [onDay = '', digest] = subject.split(':')
    if ((await digestOf(db, day(onDay))) !== digest)
      faults.push(`the journals up to ${onDay} are not what they were on that day`)
  }
  return faults
}

async function isSealed(db: Queryable, yesterday: Day): Promise<boolean> {
  const [last] = await latestSubjects(db, 'journal-sealed', 1)
  return last !== undefined && last.slice(0, yesterday.length) >= yesterday
}

/** One hash over the ends of all journals; nothing where there is none. */
async function digestOf(db: Queryable, onDay: Day): Promise<string | undefined> {
  const hash = createHash('sha256')
  let page = await headsOn(db, onDay, undefined, PAGE)
  if (page.length === 0) return undefined
  for (; page.length > 0; page = await headsOn(db, onDay, page.at(-1)?.borrowerId, PAGE))
    for (const { borrowerId, seal } of page) hash.update(`${borrowerId} ${seal}\n`)
  return hash.digest('hex')
}
