import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { DEFAULT_FIGURES } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS } from '#domain/lending/policy-limits.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { addPolicyVersion, policyVersions } from '#server/lending/db/policy.ts'
import { forgetSearches } from '#server/staff/looks/look-limits.ts'
import { allStaff } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { browserOfNew, staffBrowser } from '#server/testing/staff.ts'

let compliance: Browser
let borrower: Borrower
const world = forFile(() => lendingWorld({ config: { limitScale: 1 } }))
beforeAll(async () => {
  compliance = await staffBrowser(world.server, 'compliance')
  borrower = await world.borrower()
})

let people = 0
/** A new person with this role, so that tests do not share a day. */
async function newPerson(role: Role): Promise<{ browser: Browser; staffId: string }> {
  people += 1
  const mail = `person${people}@lender.example`
  const browser = await browserOfNew(world.server, mail, [role])
  const { services } = world
  const all = await allStaff(services.db)
  const staffId = all.find(each => mailOf(services, each) === mail)?.staffId
  if (staffId === undefined) throw new Error('nobody has this mail')
  return { browser, staffId }
}

const borrowers = (browser: Browser) => browser.calls(staffContract.staffBorrower)
const reveal = (browser: Browser, who = borrower) =>
  borrowers(browser).reveal({ borrowerId: who.id, part: 'phone', why: 'borrower-asked' })
const searchFor = (browser: Browser, query: string) =>
  borrowers(browser).search({ query, why: 'borrower-asked' })

async function itemsFor(browser: Browser) {
  const list = await browser.calls(staffContract.inbox).list({ kind: 'looks' })
  if (!list.ok) throw new Error(list.reason)
  return list.data.items
}
const itemOf = async (staffId: string, reader = compliance) =>
  (await itemsFor(reader)).find(({ id }) => id.startsWith(staffId))
async function opened(id: string, reader = compliance) {
  const answer = await reader.calls(staffContract.staffLooks).open({ id })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
const entriesOf = async (staffId: string, action: string) => {
  const rows = await world.services.db.raw(
    'SELECT count(*)::int AS count FROM audit_entry WHERE actor = $1 AND action = $2',
    [`staff:${staffId}`, action],
  )
  return rows[0]?.count
}

test('sixty revealed numbers are an item of compliance, which no other role and not the person reads', async () => {
  const { browser, staffId } = await newPerson('kyc-officer')
  for (let time = 0; time < 50; time += 1) expect((await reveal(browser)).ok).toBe(true)
  expect(await itemOf(staffId)).toBeUndefined()
  for (let time = 0; time < 10; time += 1) expect((await reveal(browser)).ok).toBe(true)
  const item = await itemOf(staffId)
  expect(item).toMatchObject({ kind: 'looks', notes: ['above-limit'], takenBy: null })
  expect(await itemsFor(browser)).toEqual([])
  expect(await itemsFor(await staffBrowser(world.server, 'viewer'))).toEqual([])
  expect(await opened(item?.id ?? '')).toMatchObject({
    staffId,
    roles: ['kyc-officer'],
    points: 120,
    limit: 100,
    revealed: 60,
    opened: 0,
    stoppedAt: null,
  })
  const calls = browser.calls(staffContract.staffLooks)
  expect(await calls.open({ id: item?.id ?? '' })).toMatchObject({ reason: 'not-permitted' })
})

test('sixty unknown numbers are recorded as searches without the numbers, and are an item', async () => {
  const { browser, staffId } = await newPerson('operations')
  const numbers = Array.from({ length: 60 }, (_, at) => `98${String(10_000_000 + at * 137)}`)
  for (const number of numbers)
    expect(await searchFor(browser, number)).toMatchObject({ data: { found: [] } })
  expect(await entriesOf(staffId, 'staff-searched')).toBe(60)
  const rows = await world.services.db.raw('SELECT * FROM staff_search WHERE staff_id = $1', [
    staffId,
  ])
  expect(rows).toHaveLength(60)
  for (const number of numbers) expect(JSON.stringify(rows)).not.toContain(number)
  const { cipher } = world.services
  const hashes = rows.map(row => (row.value_hash as Buffer).toString('hex'))
  expect(hashes).toContain(cipher.keyedHash('staff-search', numbers[0] ?? '').toString('hex'))
  const item = await itemOf(staffId)
  const day = await opened(item?.id ?? '')
  expect(day).toMatchObject({ points: 120, searchedVainly: 60, searched: 0 })
  expect(day.searches).toHaveLength(60)
  for (const number of numbers)
    expect(day.searches).toContainEqual({
      at: expect.any(Date),
      ways: ['phone', 'reference'],
      ending: number.slice(-2),
      found: 0,
      why: 'borrower-asked',
    })
})

test('twice the limit blocks the person until the next day, and is recorded once', async () => {
  const { browser, staffId } = await newPerson('credit-officer')
  for (let time = 0; time < 100; time += 1) expect((await reveal(browser)).ok).toBe(true)
  const before = await looksAt(borrower)
  const now = world.services.clock.now()
  for (let time = 0; time < 2; time += 1)
    expect(await reveal(browser)).toMatchObject({
      ok: false,
      reason: 'look-limit-reached',
      // Midnight in India.
      retryAfterSeconds: (Date.parse('2026-11-21T18:30:00Z') - now.getTime()) / 1_000,
      msg: 'You have opened as much of borrowers today as your role may. Go on tomorrow, or ask compliance for a higher limit.',
    })
  expect(await searchFor(browser, borrower.phone)).toMatchObject({ reason: 'look-limit-reached' })
  expect(await looksAt(borrower)).toBe(before)
  expect(await entriesOf(staffId, 'look-limit-reached')).toBe(1)
  expect(await itemOf(staffId)).toMatchObject({ notes: ['limit-reached'] })
  world.server.clock.advance({ days: 1 })
  expect((await reveal(browser)).ok).toBe(true)
})

async function looksAt({ id }: Borrower): Promise<number> {
  const rows = await world.services.db.raw(
    'SELECT count(*)::int AS count FROM staff_look WHERE borrower_id = $1',
    [id],
  )
  return Number(rows[0]?.count)
}

describe('every way to read of a borrower counts', () => {
  const pointsOf = async (staffId: string) => {
    const rows = await world.services.db.raw(
      'SELECT points FROM staff_look_day WHERE staff_id = $1',
      [staffId],
    )
    return rows[0]?.points ?? 0
  }

  test.each<[string, Role, number, (browser: Browser) => Promise<{ ok: boolean }>]>([
    [
      'the page of a borrower',
      'operations',
      1,
      browser => borrowers(browser).open({ borrowerId: borrower.id, why: 'review' }),
    ],
    [
      'a name in full',
      'kyc-officer',
      2,
      browser =>
        borrowers(browser).reveal({ borrowerId: borrower.id, part: 'name', why: 'review' }),
    ],
    [
      'a search that finds somebody',
      'operations',
      1,
      browser => searchFor(browser, borrower.phone),
    ],
    ['a search that finds nobody', 'operations', 2, browser => searchFor(browser, '9812312312')],
    ['a search that fits no way', 'operations', 2, browser => searchFor(browser, '12, MG Road')],
    [
      'an export',
      'finance',
      10,
      browser =>
        browser.calls(staffContract.report).export({
          report: 'portfolio',
          key: 'all',
          day: indiaDayOf(world.services.clock.now()),
          format: 'csv',
        }),
    ],
  ])('%s', async (_name, role, points, look) => {
    await runningLoan(world, await world.borrower())
    const { browser, staffId } = await newPerson(role)
    expect(await look(browser)).toMatchObject({ ok: true })
    expect(await pointsOf(staffId)).toBe(points)
  })

  test('an order and a complaint count once, also when they are read again after an act', async () => {
    const who = await world.borrower()
    const orderId = await runningLoan(world, who)
    const { orderNo } = await detailOf(who, orderId)
    const saved = await who.browser
      .calls(contract.feedback)
      .save({ content: 'Why?', problemType: 'app' })
    if (!saved.ok) throw new Error(saved.reason)
    const { feedbackId } = saved.data
    const { browser, staffId } = await newPerson('operations')
    const complaint = browser.calls(staffContract.complaint)
    expect((await browser.calls(staffContract.staffOrder).open({ orderNo, why: 'money' })).ok).toBe(
      true,
    )
    expect((await complaint.open({ feedbackId, why: 'complaint' })).ok).toBe(true)
    expect(await pointsOf(staffId)).toBe(2)
    expect((await complaint.open({ feedbackId, why: 'complaint', again: true })).ok).toBe(true)
    expect(await pointsOf(staffId)).toBe(2)
  })
})

test('another person of compliance ends the item with a finding; nobody ends their own', async () => {
  const { browser, staffId } = await newPerson('compliance')
  await setLimit({ compliance: 5 })
  const audits = browser.calls(staffContract.report)
  const day = indiaDayOf(world.services.clock.now())
  await runningLoan(world, await world.borrower())
  expect((await audits.export({ report: 'portfolio', key: 'all', day, format: 'csv' })).ok).toBe(
    true,
  )
  const id = `${staffId}.${day}`
  const staffLooks = browser.calls(staffContract.staffLooks)
  expect(await staffLooks.open({ id })).toMatchObject({ reason: 'outdated' })
  expect(await staffLooks.review({ id, text: 'All is well.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(await itemOf(staffId, browser)).toBeUndefined()
  const other = compliance.calls(staffContract.staffLooks)
  expect((await opened(id)).exported).toBe(1)
  expect((await other.review({ id, text: 'It was for the auditor.' })).ok).toBe(true)
  expect(await other.review({ id, text: 'Again.' })).toMatchObject({ reason: 'outdated' })
  expect(await itemOf(staffId)).toBeUndefined()
  expect((await opened(id)).isReviewed).toBe(true)
  const [entry] = await world.services.db.raw(
    `SELECT subject FROM audit_entry WHERE action = 'looks-reviewed' ORDER BY at DESC LIMIT 1`,
  )
  expect(entry?.subject).toBe(staffId)
  for (const nonsense of [`${staffId}.2026-02-30`, `x.${day}`])
    expect((await other.open({ id: nonsense })).ok).toBe(false)
})

/** The policy as two persons change it (policy.test.ts). */
async function setLimit(looksPerDay: Readonly<Record<string, number>>): Promise<void> {
  const { db, clock } = world.services
  const [newest] = await policyVersions(db)
  const policy = { figures: DEFAULT_FIGURES, limits: { ...DEFAULT_LIMITS, looksPerDay } }
  const madeAt = clock.now()
  const version = { ...policy, fromDay: indiaDayOf(madeAt), names: ['looksPerDay'], madeAt }
  expect(await addPolicyVersion(db, version, newest?.version ?? 0)).toBe(true)
}

test('the policy sets the limit of each role', async () => {
  const { browser, staffId } = await newPerson('grievance-officer')
  await setLimit({ 'grievance-officer': 3 })
  for (const each of [true, true, true, false]) expect((await reveal(browser)).ok).toBe(each)
  expect(await itemOf(staffId)).toMatchObject({ notes: ['limit-reached'] })
  await setLimit({ 'grievance-officer': 1_000 })
  expect((await reveal(browser)).ok).toBe(true)
})

test('a search is removed after a year', async () => {
  const { db, clock } = world.services
  const count = async () =>
    Number((await db.raw('SELECT count(*)::int AS count FROM staff_search'))[0]?.count)
  const before = await count()
  const in363 = { now: () => new Date(clock.now().getTime() + 363 * 86_400_000), wall: clock.wall }
  await forgetSearches({ db, clock: in363 })
  expect(await count()).toBe(before)
  const in366 = { now: () => new Date(clock.now().getTime() + 366 * 86_400_000), wall: clock.wall }
  await forgetSearches({ db, clock: in366 })
  expect(await count()).toBe(0)
})
