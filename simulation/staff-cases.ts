/** The cases that one person works on: applications, faces, complaints and overdue loans. */
import { staffContract } from '#contract/staff/index.ts'
import { addDays } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import { waitingOrders } from '#server/lending/db/waiting.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Chance } from './chance.ts'
import { itemsOf, type StaffWorld } from './staff-world.ts'

const DECIDED_AT_CONSOLE = 0.7
const APPROVED = 0.7
const ASKED = 0.6
const FACE_SETTLED = 0.6
const FACE_DENIED = 0.4
const COMPLAINTS_READ = 0.5
const COMPLAINT_CLOSED = 0.2
const CALLED = 0.08
const PROMISED = 0.6
const PROMISED_DAYS = 3

/** Decides about applications, or asks their borrowers first. */
export async function decide(
  { db, officer, counts, asking }: StaffWorld,
  chance: Chance,
): Promise<void> {
  const browser = (await waitingOrders(db)).length > 0 && (await officer.signIn())
  if (!browser) return
  const application = browser.calls(staffContract.application)
  for (const { id: orderId, borrowerUntil, notes } of await itemsOf(browser, 'application')) {
    const isElsewhere = borrowerUntil !== null || notes.includes('face-needs-a-look')
    if (isElsewhere || !chance.happens(DECIDED_AT_CONSOLE)) continue
    const opened = await application.open({ orderId, why: 'decision' })
    if (!opened.ok) continue
    if (opened.data.mayAsk && chance.happens(ASKED)) {
      const question = await application.ask({ orderId, kind: 'income', words: null })
      if (question.ok) {
        asking.add(orderId)
        counts['question asked about an application'] += 1
      }
      continue
    }
    const answer = chance.happens(APPROVED)
      ? await application.approve({ orderId })
      : await application.deny({
          orderId,
          reasons: [],
          text: 'Your income could not be confirmed.',
        })
    if (answer.ok) counts['application decided at the console'] += 1
  }
}

/** Looks at faces that wait, and passes or denies them. */
export async function lookAtFaces(
  { db, kyc, counts, faces }: StaffWorld,
  chance: Chance,
): Promise<void> {
  const browser = (await waitingReviews(db, 'face')).length > 0 && (await kyc.signIn())
  if (!browser) return
  const calls = browser.calls(staffContract.staffFace)
  for (const { id: documentId } of await itemsOf(browser, 'face')) {
    if (!chance.happens(FACE_SETTLED)) continue
    if (!(await calls.open({ documentId, why: 'identity' })).ok) continue
    const isDenied = chance.happens(FACE_DENIED)
    const answer = isDenied
      ? await calls.deny({ documentId, reason: 'The face is covered.' })
      : await calls.pass({ documentId })
    if (!answer.ok) continue
    faces.set(documentId, isDenied ? 'denied' : 'passed')
    counts[isDenied ? 'face denied by a person' : 'face passed by a person'] += 1
  }
}

/** Answers complaints, and closes them. */
export async function closeComplaints(
  { db, clock, grievance, counts, closed }: StaffWorld,
  chance: Chance,
): Promise<void> {
  const [open] = await db.raw('SELECT 1 AS one FROM complaint WHERE closed_at IS NULL LIMIT 1')
  const browser = open && chance.happens(COMPLAINTS_READ) && (await grievance.signIn())
  if (!browser) return
  const calls = browser.calls(staffContract.complaint)
  for (const { id: feedbackId } of await itemsOf(browser, 'complaint')) {
    if (!chance.happens(COMPLAINT_CLOSED)) continue
    await calls.open({ feedbackId, why: 'complaint' })
    await calls.sort({ feedbackId, category: 'repayment', rootCause: 'no-fault-found' })
    // An earlier attempt may have closed it, though its answer was lost.
    const before = closed.get(feedbackId) ?? clock.now().toISOString()
    closed.set(feedbackId, before)
    const outcome = chance.one(['resolved', 'rejected'] as const)
    const answer = await calls.close({ feedbackId, outcome, text: 'We looked at your payments.' })
    if (answer.ok) counts['complaint closed'] += 1
  }
}

/** Calls borrowers of overdue loans where it is allowed, and notes what they promise. */
export async function collect(
  { db, clock, collector, counts, calls }: StaffWorld,
  chance: Chance,
): Promise<void> {
  const chosen = (await overdueOrders(db)).filter(() => chance.happens(CALLED))
  const browser = chosen.length > 0 && (await collector.signIn())
  if (!browser) return
  const collection = browser.calls(staffContract.collection)
  for (const orderId of chosen) {
    const opened = await collection.open({ orderId, why: 'collection' })
    if (!opened.ok) continue
    // The server alone allows a call, not the page.
    const from = clock.now().toISOString()
    const called = await collection.call({ orderId })
    if (!called.ok) continue
    calls.push({ orderId, from, until: clock.now().toISOString() })
    counts['call of collections'] += 1
    if (!chance.happens(PROMISED)) continue
    const { payoff, today } = opened.data
    const amount = paise(chance.between(1, payoff))
    const day = addDays(today, PROMISED_DAYS)
    const promised = await collection.promise({ orderId, amount, day })
    if (promised.ok) counts['promise to pay noted'] += 1
  }
}

export async function overdueOrders(db: Database): Promise<string[]> {
  const rows = await db.raw(`SELECT order_id::text AS id FROM loan_order WHERE state = 'overdue'`)
  return rows.map(({ id }) => String(id))
}

/** Names faces, questions and complaints of which the server's rows differ from its answers. */
export async function caseFaults({ db, faces, asking, closed }: StaffWorld): Promise<string[]> {
  const rows = await db.raw(
    `SELECT document_id::text AS id, coalesce(outcome, 'open') AS outcome FROM face_review
     WHERE settled_at IS NOT NULL OR document_id::text = ANY ($1)`,
    [[...faces.keys()]],
  )
  const settlements = Map.groupBy(
    await db.raw(
      `SELECT subject AS id FROM audit_entry WHERE action IN ('desk-approve', 'desk-deny')`,
    ),
    ({ id }) => id,
  )
  const questions = await db.raw('SELECT order_id::text AS id FROM application_question')
  const stored = new Set(questions.map(({ id }) => String(id)))
  const open = await db.raw(
    'SELECT feedback_id::text AS id FROM complaint WHERE closed_at IS NOT NULL AND NOT feedback_id::text = ANY ($1)',
    [[...closed.keys()]],
  )
  return [
    ...rows
      .filter(({ id, outcome }) => faces.has(String(id)) && faces.get(String(id)) !== outcome)
      .map(({ id, outcome }) => `face ${id} was ${faces.get(String(id))}, but it is ${outcome}`),
    ...rows
      .map(({ id }) => ({ id, times: settlements.get(id)?.length ?? 0 }))
      .filter(({ times }) => times !== 1)
      .map(({ id, times }) => `face ${id} was settled ${times} times by the audit log`),
    ...[...asking]
      .filter(id => !stored.has(id))
      .map(id => `the question about order ${id} is lost`),
    ...open.map(({ id }) => `complaint ${id} is closed, and nobody closed it`),
  ]
}
