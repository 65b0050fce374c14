/**
 * Complaints: its borrower or the lender's people make a feedback a complaint by one act; it is
 * answered in replies that the borrower reads, and is closed with a cause and an outcome
 * (regulation R9, decision 64).
 */
import {
  answerDueAt,
  type ComplaintCategory,
  type ComplaintOutcome,
  type RootCause,
  receivedAtOf,
  whyNotClose,
} from '#domain/complaint.ts'
import { enqueuePush } from '#server/notices/push.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import type { Services, Work } from '#server/services.ts'
import {
  type ComplaintEventRow,
  type ComplaintKey,
  closeComplaintRow,
  escalateComplaintRow,
  insertComplaint,
  insertComplaintEvent,
  lockComplaint,
  sortComplaintRow,
} from '#server/support/db/complaint.ts'
import type { FeedbackRow } from '#server/support/db/feedback.ts'
import type { FeedbackType } from '#server/support/words/feedback-types.ts'

type ComplaintServices = Pick<Services, 'cipher' | 'ids' | 'queue'>
type ComplaintWork = Work<ComplaintServices>
/** The person who acts: `borrower`, or a member of staff with their id. */
export type Actor = { readonly actor: string; readonly staffId: string | null }

const CATEGORY_OF: Readonly<Record<FeedbackType, ComplaintCategory>> = {
  application: 'application',
  verification: 'application',
  payout: 'payout',
  repayment: 'repayment',
  charges: 'charges',
  privacy: 'privacy',
  conduct: 'conduct',
  app: 'service',
  other: 'service',
}

/** The category of a complaint by the topic that its borrower chose. */
export function categoryOf(problemType: string): ComplaintCategory {
  return CATEGORY_OF[problemType as FeedbackType] ?? 'service'
}

/** Makes a feedback a complaint; false if it is one already. */
export async function raiseComplaint(
  work: ComplaintWork,
  row: FeedbackRow,
  category: ComplaintCategory,
  by: Actor,
): Promise<boolean> {
  const { tx, at } = work
  const { borrowerId, feedbackId } = row
  const receivedAt = receivedAtOf(row, at)
  const dueAt = answerDueAt(receivedAt)
  if (!(await insertComplaint(tx, { borrowerId, feedbackId, category, receivedAt, dueAt })))
    return false
  await note(work, row, by, { what: 'raised', note: category, audit: 'complaint-raised' })
  return true
}

/** Sets the category and, once it is known, the root cause; false if the case is closed. */
export async function sortComplaint(
  work: ComplaintWork,
  key: ComplaintKey,
  to: { readonly category: ComplaintCategory; readonly rootCause: RootCause | null },
  by: Actor,
): Promise<boolean> {
  const { category, rootCause } = to
  if (!(await sortComplaintRow(work.tx, key, category, rootCause, work.at))) return false
  const words = rootCause === null ? category : `${category} ${rootCause}`
  await note(work, key, by, { what: 'sorted', note: words, audit: 'complaint-sorted' })
  return true
}

/** The texts of the stored note of an event: a category, a cause, an outcome. */
export function storedWords(note: string | null): string[] {
  return note?.split(' ') ?? []
}

/** Escalates the case to the grievance officer, with the reason; false if it is theirs or closed. */
export async function escalateComplaint(
  work: ComplaintWork,
  key: ComplaintKey,
  why: string,
  by: Actor,
): Promise<boolean> {
  if (!(await escalateComplaintRow(work.tx, key, work.at))) return false
  await note(work, key, by, { what: 'escalated', text: why, audit: 'complaint-escalated' })
  return true
}

/** Replies to the borrower while the case is open; false if it is closed. */
export async function replyToComplaint(
  work: ComplaintWork,
  key: ComplaintKey,
  text: string,
  by: Actor,
): Promise<boolean> {
  const complaint = await lockComplaint(work.tx, key)
  if (!complaint || complaint.closedAt) return false
  await note(work, key, by, { what: 'reply', text, audit: 'feedback-replied' })
  await notifyOfReply(work, key)
  return true
}

/** Closes the case with the answer that the borrower reads; returns a reason if this person cannot. */
export async function closeComplaint(
  work: ComplaintWork,
  key: ComplaintKey,
  end: { readonly outcome: ComplaintOutcome; readonly text: string; readonly mayDecide: boolean },
  by: Actor,
): Promise<'outdated' | 'root-cause-missing' | 'not-permitted' | undefined> {
  const { tx, at } = work
  const { outcome, text, mayDecide } = end
  const complaint = await lockComplaint(tx, key)
  if (!complaint) return 'outdated'
  const refusal = whyNotClose(complaint, outcome, mayDecide, at)
  if (refusal) return refusal
  await closeComplaintRow(tx, key, outcome, at)
  await note(work, key, by, { what: 'closed', note: outcome, text, audit: 'complaint-closed' })
  await notifyOfReply(work, key)
  return undefined
}

/** Notifies the borrower's browsers that a reply waits. It names no subject. */
export function notifyOfReply(
  work: Work<Pick<Services, 'queue'>>,
  { borrowerId, feedbackId }: ComplaintKey,
): Promise<void> {
  return enqueuePush(work, { borrowerId, id: feedbackId }, 'feedback-answered')
}

type Noted = {
  readonly what: ComplaintEventRow['what']
  readonly note?: string
  readonly text?: string
  readonly audit: AuditAction
}

async function note(
  { services, tx, at }: ComplaintWork,
  { borrowerId, feedbackId }: ComplaintKey,
  { actor, staffId }: Actor,
  { what, note: words, text, audit }: Noted,
): Promise<void> {
  const { ids, cipher } = services
  const eventId = ids.uuid(at)
  const key = { borrowerId, feedbackId, eventId }
  const textSealed = text === undefined ? null : cipher.encrypt(text, contextOf(key))
  await insertComplaintEvent(tx, { ...key, what, staffId, note: words ?? null, textSealed, at })
  await writeAudit(tx, cipher, { actor, action: audit, subject: feedbackId, at })
}

/** The text of a reply, of a closing, or of an escalation; null for the other events. */
export function eventText(
  { cipher }: Pick<Services, 'cipher'>,
  row: ComplaintEventRow,
): string | null {
  return row.textSealed && cipher.decryptText(row.textSealed, contextOf(row))
}

function contextOf({
  borrowerId,
  feedbackId,
  eventId,
}: Pick<ComplaintEventRow, 'borrowerId' | 'feedbackId' | 'eventId'>): CipherContext {
  const row = `${borrowerId}/${feedbackId}/${eventId}`
  return { table: 'complaint_entry', row, column: 'text_sealed' }
}
