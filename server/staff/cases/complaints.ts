/** Complaints and feedback at the console: listed by deadline, opened with a reason, answered. */
import type { Reason } from '#contract/codes.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { complaint } from '#contract/staff/complaint.ts'
import { answerBy, isEscalated, ombudsmanUntil, stageOf } from '#domain/complaint.ts'
import { maskedPhone } from '#domain/staff/look.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { writeLook } from '#server/staff/looks/look.ts'
import { staffOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import {
  type Actor,
  closeComplaint,
  escalateComplaint,
  eventText,
  raiseComplaint,
  replyToComplaint,
  sortComplaint,
  storedWords,
} from '#server/support/complaint.ts'
import {
  type ComplaintRow,
  type Cursor,
  closedComplaints,
  complaintEvents,
  complaintOf,
  openComplaints,
} from '#server/support/db/complaint.ts'
import {
  anyFeedbackOf,
  type FeedbackRow,
  waitingFeedbackPage,
} from '#server/support/db/feedback.ts'
import { answerFeedback, answerOf, contentOf, picturesOf } from '#server/support/feedback.ts'
import { feedbackTypeText } from '#server/support/words/feedback-types.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'queue' | 'clock' | 'config'>
type By = { readonly staff: StaffSession; readonly now: Date }
type List = Output<typeof complaint.list>
type Item = List['items'][number]

const NOT_FOUND: Refusal<'not-found'> = refused('not-found')
const OUTDATED: Refusal<'outdated'> = refused('outdated')
const PAGE = 50
/** Places before the first row: of an ascending list, and of a descending one. */
const FIRST: Cursor = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
const LAST: Cursor = {
  at: new Date('9999-12-31T00:00:00Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

/** A page of complaints or of waiting feedback. */
export async function listComplaints(
  { db }: Pick<Parts, 'db'>,
  input: Input<typeof complaint.list>,
  { now }: By,
): Promise<List> {
  const { view, after } = input
  const from = cursorOf(after) ?? (view === 'closed' ? LAST : FIRST)
  const items = await (view === 'feedback'
    ? feedbackItems(db, from)
    : complaintItems(db, input, from, now))
  const last = items.length > PAGE ? items[PAGE - 1] : undefined
  return { items: items.slice(0, PAGE).map(({ item }) => item), next: last?.place ?? null }
}

type Placed = { readonly item: Item; readonly place: string }

async function feedbackItems(db: Queryable, from: Cursor): Promise<Placed[]> {
  const rows = await waitingFeedbackPage(db, from, PAGE + 1)
  return rows.map(({ feedbackId, createdAt, problemType }) => ({
    item: {
      feedbackId,
      topic: feedbackTypeText(problemType, 'en'),
      since: createdAt,
      complaint: null,
    },
    place: placeOf(createdAt, feedbackId),
  }))
}

async function complaintItems(
  db: Queryable,
  { view, category }: Input<typeof complaint.list>,
  from: Cursor,
  now: Date,
): Promise<Placed[]> {
  const read = view === 'closed' ? closedComplaints : openComplaints
  const rows = await read(db, from, category, PAGE + 1)
  return rows.map(row => {
    const { feedbackId, receivedAt, dueAt, closedAt } = row
    const complaint = standingOf(row, now)
    return {
      item: { feedbackId, topic: null, since: receivedAt, complaint },
      place: placeOf(closedAt ?? dueAt, feedbackId),
    }
  })
}

function standingOf(row: ComplaintRow, now: Date) {
  const { category, rootCause, receivedAt, closedAt, outcome } = row
  const at = closedAt ?? now
  const clock = { answerBy: answerBy(receivedAt), stage: stageOf(row, at) }
  const standing = { category, rootCause, receivedAt, closedAt, outcome }
  return { ...standing, ...clock, isEscalated: isEscalated(row, at) }
}

function placeOf(at: Date, id: string): string {
  return `${at.toISOString()}~${id}`
}

/** A place from a cursor of the contract; undefined for the first page, or without an instant. */
function cursorOf(after: string | undefined): Cursor | undefined {
  const [instant = '', id = ''] = after?.split('~') ?? []
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) || !isUuid(id) ? undefined : { at, id }
}

/** Opens a feedback or complaint, and records the look in the same transaction. */
export async function openComplaint(
  services: Parts,
  { feedbackId, why, again }: Input<typeof complaint.open>,
  by: By,
): Promise<Output<typeof complaint.open> | Refusal<'not-found'>> {
  return services.db.transaction(async tx => {
    const row = await feedbackBy(tx, feedbackId)
    if (!row) return NOT_FOUND
    const { borrowerId, createdAt, answeredAt, problemType } = row
    const phone = await phoneOf({ db: tx, cipher: services.cipher }, borrowerId)
    await writeLook(
      services,
      tx,
      { borrowerId, part: 'feedback', subjectId: feedbackId, why, again },
      by,
    )
    return {
      feedbackId,
      topic: feedbackTypeText(problemType, 'en'),
      content: contentOf(services, row),
      images: picturesOf(services, row),
      createdAt,
      maskedPhone: maskedPhone(phone),
      answer: answerOf(services, row),
      answeredAt,
      complaint: await caseOf(services, tx, feedbackId, by.now),
    }
  })
}

async function caseOf(services: Parts, tx: Transaction, feedbackId: string, now: Date) {
  const row = await complaintOf(tx, feedbackId)
  if (!row) return null
  const events = await complaintEvents(tx, row)
  const ids = [...new Set(events.flatMap(({ staffId }) => staffId ?? []))]
  const people = await Promise.all(ids.map(id => staffOf(tx, id)))
  const mails = new Map(
    people.flatMap(each => (each ? [[each.staffId, mailOf(services, each)]] : [])),
  )
  const history = events.map(event => ({
    what: event.what,
    at: event.at,
    by: (event.staffId && mails.get(event.staffId)) ?? null,
    notes: storedWords(event.note),
    text: eventText(services, event),
  }))
  return { ...standingOf(row, now), ombudsmanUntil: ombudsmanUntil(row, now) ?? null, history }
}

async function feedbackBy(db: Queryable, feedbackId: string): Promise<FeedbackRow | undefined> {
  return isUuid(feedbackId) ? anyFeedbackOf(db, feedbackId) : undefined
}

/** Runs an act on a feedback or complaint in its own transaction, or refuses it with a reason. */
async function act<R extends Reason>(
  services: Parts,
  feedbackId: string,
  { staff, now: at }: By,
  run: (work: Work<Parts>, row: FeedbackRow, by: Actor) => Promise<boolean | Refusal<R>>,
): Promise<null | Refusal<R | 'not-found' | 'outdated'>> {
  return services.db.transaction(async tx => {
    const row = await feedbackBy(tx, feedbackId)
    if (!row) return NOT_FOUND
    const { staffId } = staff
    const result = await run({ services, tx, at }, row, { actor: `staff:${staffId}`, staffId })
    if (typeof result === 'object') return result
    return result ? null : OUTDATED
  })
}

/** Turns a feedback into a complaint. */
export function raise(services: Parts, input: Input<typeof complaint.raise>, by: By) {
  return act<never>(services, input.feedbackId, by, (work, row, actor) =>
    raiseComplaint(work, row, input.category, actor),
  )
}

/** Sets the category and the root cause of an open complaint. */
export function sort(services: Parts, input: Input<typeof complaint.sort>, by: By) {
  return act<never>(services, input.feedbackId, by, (work, row, actor) =>
    sortComplaint(work, row, input, actor),
  )
}

/** Replies to feedback, once, or writes to the borrower of an open complaint. */
export function reply(services: Parts, input: Input<typeof complaint.reply>, by: By) {
  return act<never>(services, input.feedbackId, by, async (work, row, actor) => {
    const { tx, at } = work
    if (await complaintOf(tx, row.feedbackId)) return replyToComplaint(work, row, input.text, actor)
    if (!(await answerFeedback(work, row, input.text))) return false
    const entry = { actor: actor.actor, action: 'feedback-replied', at } as const
    await writeAudit(tx, services.cipher, { ...entry, subject: row.feedbackId })
    return true
  })
}

/** Escalates an open complaint to the grievance officer. */
export function escalate(services: Parts, input: Input<typeof complaint.escalate>, by: By) {
  return act<never>(services, input.feedbackId, by, (work, row, actor) =>
    escalateComplaint(work, row, input.why, actor),
  )
}

/** Closes a complaint with the answer that the borrower reads. */
export function close(services: Parts, input: Input<typeof complaint.close>, by: By) {
  const mayDecide = by.staff.permissions.has('complaints:decide')
  const { feedbackId, outcome, text } = input
  return act<'outdated' | 'input-invalid' | 'not-permitted'>(
    services,
    feedbackId,
    by,
    async (work, row, actor) => {
      const refusal = await closeComplaint(work, row, { outcome, text, mayDecide }, actor)
      if (refusal === 'root-cause-missing') return refused('input-invalid')
      return refusal === undefined ? true : refused(refusal)
    },
  )
}
