/**
 * The limit of how much of borrowers a member of staff opens in a day: counting, reporting to
 * compliance, ending the item (decision 96).
 */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffLooks } from '#contract/staff/looks.ts'
import { addDays, type Day, indiaDayOf, isDay, startOfIndiaDay } from '#domain/day.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import {
  LOOK_POINTS,
  type LookUse,
  lookLimitOf,
  lookVerdict,
  searchedEnding,
} from '#domain/staff/look-limits.ts'
import type { SearchBy } from '#domain/staff/search.ts'
import { isUuid } from '#server/lending/db/order.ts'
import { limitsOn } from '#server/lending/db/policy.ts'
import type { Route } from '#server/platform/actions/call.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import {
  addLook,
  forgetOldSearches,
  lookDayOf,
  type PersonsDay,
  reviewLookDay,
  searchesOf,
  stopLooks,
  writeSearch,
} from '#server/staff/looks/db/look-limits.ts'
import { mailOf } from '#server/staff/people/people.ts'

/** The acting member of staff, and the time. */
export type By = { readonly staff: StaffSession; readonly now: Date }
type Parts = Pick<Services, 'db' | 'cipher'>
const SEARCHES_KEPT_DAYS = 365

/** Thrown out of the transaction that would have read, so that nothing is shown. */
class LooksUsedUp extends LimitReached {
  readonly personsDay: PersonsDay
  readonly at: Date
  constructor(personsDay: PersonsDay, at: Date) {
    const tomorrow = startOfIndiaDay(addDays(personsDay.day, 1))
    super(Math.ceil((tomorrow.getTime() - at.getTime()) / 1_000), 'look-limit-reached')
    this.personsDay = personsDay
    this.at = at
  }
}

/** Counts a use of borrowers' data, in the transaction that reads it; throws above the limit. */
export async function countLook(
  { config }: Pick<Services, 'config'>,
  tx: Queryable,
  use: LookUse,
  { staff, now: at }: By,
): Promise<void> {
  const day = indiaDayOf(at)
  const { looksPerDay } = await limitsOn(tx, day)
  const limit = lookLimitOf(staff.roles, looksPerDay, config.limitScale)
  const is = (each: LookUse) => Number(each === use)
  const points = await addLook(tx, {
    staffId: staff.staffId,
    day,
    points: LOOK_POINTS[use],
    opened: is('open'),
    revealed: is('reveal'),
    searched: is('search'),
    searchedVainly: is('search-in-vain'),
    exported: is('export'),
    limit,
    at,
  })
  if (lookVerdict(points, limit) === 'refused')
    throw new LooksUsedUp({ staffId: staff.staffId, day }, at)
}

type Searched = {
  readonly query: string
  readonly why: LookWhy
  readonly ways: readonly SearchBy[]
  readonly matchCount: number
}

/** Records a search without its text: the ways that fitted it, its keyed hash and its end. */
export async function recordSearch(
  { cipher, ids }: Pick<Services, 'cipher' | 'ids'>,
  tx: Transaction,
  { query, why, ways, matchCount }: Searched,
  { staff: { staffId }, now: at }: By,
): Promise<void> {
  const searchId = ids.uuid(at)
  const value = query.replace(/\s/g, '').toUpperCase()
  const valueHash = cipher.keyedHash('staff-search', value)
  const ending = searchedEnding(query)
  await writeSearch(tx, { searchId, staffId, why, ways, valueHash, ending, found: matchCount, at })
  const entry = { actor: `staff:${staffId}`, action: 'staff-searched', at } as const
  await writeAudit(tx, cipher, { ...entry, subject: searchId })
}

/** The same calls, which record once a day for each person that a limit blocked them. */
export function withLimitNoted({ db, cipher }: Parts, each: readonly Route[]): Route[] {
  return each.map(route => ({
    ...route,
    handle: (...call) =>
      route.handle(...call).catch(async (error: unknown) => {
        if (error instanceof LooksUsedUp) await noteLimit({ db, cipher }, error)
        throw error
      }),
  }))
}

async function noteLimit({ db, cipher }: Parts, { personsDay, at }: LooksUsedUp): Promise<void> {
  const { staffId } = personsDay
  const entry = { actor: `staff:${staffId}`, action: 'look-limit-reached', at } as const
  await db.transaction(async tx => {
    if (await stopLooks(tx, personsDay, at))
      await writeAudit(tx, cipher, { ...entry, subject: staffId })
  })
}

/** The id of an inbox item: a person and a day. */
export const lookItemId = ({ staffId, day }: PersonsDay) => `${staffId}.${day}`

function dayOfItem(id: string): PersonsDay | undefined {
  const [staffId = '', day = ''] = id.split('.')
  return isUuid(staffId) && isDay(day) ? { staffId, day } : undefined
}

/** A person's day above the limit, for the reviewer. */
export async function openLookDay(
  services: Parts,
  { id }: Input<typeof staffLooks.open>,
  { staff }: Pick<By, 'staff'>,
): Promise<Output<typeof staffLooks.open> | Refusal<'outdated'>> {
  const { db } = services
  const key = dayOfItem(id)
  const row = key && key.staffId !== staff.staffId ? await lookDayOf(db, key) : undefined
  if (!row?.aboveAt) return refused('outdated')
  const { staffId, day, mailSealed, reviewedAt, aboveAt, ...counts } = row
  const searches = await searchesOf(db, staffId, startOfIndiaDay(day), endOf(day))
  return {
    mail: mailOf(services, { staffId, mailSealed }),
    staffId,
    day,
    ...counts,
    roles: [...counts.roles],
    aboveAt,
    isReviewed: reviewedAt !== null,
    searches: searches.map(({ searchId: _, ...each }) => ({ ...each, ways: [...each.ways] })),
  }
}

/** Ends the item of a person's day with the reviewer's finding. */
export async function reviewLooks(
  { db, cipher }: Parts,
  { id, text }: Input<typeof staffLooks.review>,
  { staff, now: at }: By,
): Promise<null | Refusal<'outdated'>> {
  const key = dayOfItem(id)
  if (!key) return refused('outdated')
  const { staffId: reviewer } = staff
  const sealed = cipher.encrypt(text, reviewContext(key))
  const isDone = await db.transaction(async tx => {
    if (!(await reviewLookDay(tx, { ...key, reviewer, at, sealed }))) return false
    const entry = { actor: `staff:${reviewer}`, action: 'looks-reviewed', at } as const
    await writeAudit(tx, cipher, { ...entry, subject: key.staffId })
    return true
  })
  return isDone ? null : refused('outdated')
}

/** Removes searches older than a year. */
export async function forgetSearches({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = clock.now().getTime() - SEARCHES_KEPT_DAYS * 86_400_000
  await forgetOldSearches(db, new Date(before))
}

const endOf = (day: Day) => startOfIndiaDay(addDays(day, 1))

function reviewContext({ staffId, day }: PersonsDay): CipherContext {
  return { table: 'staff_look_day', row: `${staffId}/${day}`, column: 'review_sealed' }
}
