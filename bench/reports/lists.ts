import { cipher, idOf } from '#bench/load/people.ts'
import { type Measure, measure } from '#bench/table.ts'
import { OVERDUE_BUCKETS } from '#domain/lending/days-past-due.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'
import type { Services, Work } from '#server/services.ts'
import { listProposals } from '#server/staff/acts/proposal-lists.ts'
import { openBorrower, searchBorrowers } from '#server/staff/borrowers/borrowers.ts'
import { openOrder } from '#server/staff/borrowers/orders.ts'
import { listOverdue } from '#server/staff/cases/collections.ts'
import { listComplaints } from '#server/staff/cases/complaints.ts'
import { inboxFor } from '#server/staff/inbox/inbox.ts'
import { addStaff } from '#server/staff/people/people.ts'
import { searchLog } from '#server/staff/reports/audit-log.ts'
import { ACTORS, fillProposals, orderNo, utr } from './portfolio.ts'

/** The first page of any list of the console, in the server's own time. */
const FIRST_PAGE = { atMost: 0.15 }
const RUNS = 5
/** More proposals than a small lender makes in five years. */
const PROPOSALS = 20_000
const EFFECT = JSON.stringify({ amount: 188_200, before: [], after: [] })
/** A person of the portfolio with all ten loans. */
const SOMEBODY = 1

/** An administrator, who may see everything. */
async function administrator(db: Database, now: Date): Promise<StaffSession> {
  const roles = ['administrator'] as const
  const clock = { now: () => now, wall: () => now }
  const services = { clock, cipher, ids: randomIds() }
  const staffId = await db.transaction(tx =>
    addStaff({ services, tx, at: now } as Work<Services>, {
      // A kept database has the person of the run before.
      mail: `bench-${now.getTime()}@lender.example`,
      roles: [...roles],
      isSimulated: false,
    }),
  )
  if (staffId === undefined) throw new Error('The bench has a person of this address already.')
  return {
    staffId,
    sessionId: idOf('session', 0),
    roles,
    permissions: permissionsOf(roles),
    provedAt: now,
    way: 'passkey',
    isSimulated: false,
  }
}

/** Measures the first page of every list of the console, and the searches for one person. */
export async function measureLists(db: Database, now: Date): Promise<Measure[]> {
  const queue = { deadLetters: async () => [] }
  // The portfolio holds no encrypted values; a page has a hundred at most, of some 20 microseconds each.
  const decryptText = (_sealed: Buffer, { column }: CipherContext) =>
    column === 'details_sealed' ? EFFECT : '919876543210'
  const reading = { ...cipher, decryptText }
  // The only services that lists read.
  const config = { twoPersonsOff: new Set() }
  const services = { db, cipher: reading, ids: randomIds(), queue, config } as unknown as Services
  const by = { staff: await administrator(db, now), now }
  await fillProposals(db, PROPOSALS, { staffId: by.staff.staffId, now })
  const first = async (what: string, work: () => Promise<unknown>) => {
    const seconds: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const begun = performance.now()
      await work()
      seconds.push((performance.now() - begun) / 1_000)
    }
    return measure(what, 's', seconds, FIRST_PAGE)
  }
  const measures = [
    await first('inbox', () => inboxFor(services, {}, by)),
    await first('inbox: applications', () => inboxFor(services, { kind: 'application' }, by)),
  ]
  for (const bucket of OVERDUE_BUCKETS)
    measures.push(
      await first(`collections: ${bucket}`, () => listOverdue(services, { bucket }, by)),
    )
  for (const view of ['open', 'closed', 'feedback'] as const)
    measures.push(await first(`complaints: ${view}`, () => listComplaints(services, { view }, by)))
  for (const [what, query] of [
    ['waiting', { view: 'waiting' }],
    ['decided', { view: 'decided' }],
    ['decided, a rare act', { view: 'decided', act: 'change-role' }],
  ] as const)
    measures.push(await first(`proposals: ${what}`, () => listProposals(services, query, by)))
  for (const [what, query] of [
    ['order number', orderNo(SOMEBODY, 3)],
    ['bank reference', utr(SOMEBODY, 3)],
    ['last four digits that all share', '1234'],
    ['last four digits of nobody', '9876'],
    ['phone of nobody', '9876543210'],
  ] as const)
    measures.push(
      await first(`search: ${what}`, () => searchBorrowers(services, { query, why: 'review' }, by)),
    )
  const borrowerId = idOf('borrower', SOMEBODY)
  measures.push(
    await first('borrower', () => openBorrower(services, { borrowerId, why: 'review' }, by)),
    await first('order', () =>
      openOrder(services, { orderNo: orderNo(SOMEBODY, 3), why: 'review' }, by),
    ),
    await first('audit log', () => searchLog(services, {}, by)),
    await first('audit log: a person', () => searchLog(services, { who: ACTORS[3] }, by)),
    await first('audit log: a rare act', () => searchLog(services, { act: 'policy-changed' }, by)),
    await first('audit log: a subject', () => searchLog(services, { subject: borrowerId }, by)),
  )
  return measures
}
