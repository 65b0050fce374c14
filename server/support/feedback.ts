/**
 * Feedback from borrowers, with one picture, and our replies (specification §5; regulation R9: a
 * complaint can be lodged in the app).
 */

import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import type { feedback } from '#contract/feedback.ts'
import { BASE_PATH } from '#contract/path.ts'
import type { Upload } from '#contract/wire.ts'
import { answerBy, ombudsmanUntil } from '#domain/complaint.ts'
import { readFeedback } from '#domain/feedback.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { linkTarget, linkToken } from '#server/platform/files/signed-link.ts'
import { type FileStore, fileKey } from '#server/platform/files/store.ts'
import { takePicture } from '#server/platform/files/take-picture.ts'
import type { Services, Work } from '#server/services.ts'
import { categoryOf, eventText, notifyOfReply, raiseComplaint } from '#server/support/complaint.ts'
import { type ComplaintRow, complaintReplies, complaintsOf } from '#server/support/db/complaint.ts'
import {
  type FeedbackImage,
  type FeedbackRow,
  feedbackOf,
  insertFeedback,
  oneFeedbackOf,
  saveFeedbackAnswer,
} from '#server/support/db/feedback.ts'
import { feedbackTypeText, isFeedbackType } from '#server/support/words/feedback-types.ts'

export type FeedbackServices = Services & { readonly files: FileStore }
type Entry = {
  readonly content: string
  readonly problemType: string
  readonly multipartFiles?: Upload | undefined
}
type Saving = Answer<typeof feedback.save>

/** Below the base path, beside the calls. */
export const IMAGE_PATH = '/opinion-record/v1/image'

/** Stores a feedback. The picture comes first: a row never names a missing file. */
export async function saveFeedback(
  services: FeedbackServices,
  call: BorrowerCall,
  entry: Entry,
): Promise<Saving> {
  const { db, ids, cipher } = services
  const { borrowerId, now: createdAt } = call
  const reading = readFeedback(entry.content)
  if ('wrong' in reading)
    return refused('answers-incomplete', {
      errorColumn: [
        {
          column: 'content',
          reason: reading.wrong,
          ...(reading.details && { details: reading.details }),
        },
      ],
    })
  const { problemType } = entry
  if (!isFeedbackType(problemType))
    return refused('answers-incomplete', {
      errorColumn: [{ column: 'problemType', reason: 'feedback-type-missing' }],
    })
  const picture =
    entry.multipartFiles && (await takePicture(entry.multipartFiles, 'multipartFiles'))
  if (picture && 'refused' in picture) return picture
  await countTowardsDay(db, 'feedback', call)
  const feedbackId = ids.uuid(createdAt)
  const image: FeedbackImage | undefined = picture && {
    key: fileKey(feedbackId),
    mediaType: picture.header.mediaType,
  }
  if (picture && image) await services.files.put(image.key, picture.bytes)
  const contentSealed = cipher.encrypt(
    reading.content,
    contextOf({ borrowerId, feedbackId }, 'content_sealed'),
  )
  await insertFeedback(db, { borrowerId, feedbackId, problemType, contentSealed, createdAt }, image)
  return { feedbackId }
}

/** The borrower's feedback, newest first, each with its case if it is a complaint. */
export async function feedbackList(
  services: FeedbackServices,
  { borrowerId, language, now }: BorrowerCall,
): Promise<Output<typeof feedback.list>> {
  const { db } = services
  const [rows, complaints, replies] = await Promise.all([
    feedbackOf(db, borrowerId),
    complaintsOf(db, borrowerId),
    complaintReplies(db, borrowerId),
  ])
  return rows.map(row => {
    const { feedbackId, createdAt, problemType } = row
    const complaint = complaints.find(each => each.feedbackId === feedbackId)
    const ownReplies = replies
      .filter(each => each.feedbackId === feedbackId)
      .map(each => ({ at: each.at, text: eventText(services, each) ?? '' }))
    const answer = answerOf(services, row)
    return {
      feedbackId,
      createTime: createdAt,
      problemType,
      problemDesc: feedbackTypeText(problemType, language),
      content: contentOf(services, row),
      imges: picturesOf(services, row),
      answerContent: answer ?? ownReplies.at(-1)?.text ?? null,
      responseTime: answer === null ? (ownReplies.at(-1)?.at ?? null) : row.answeredAt,
      complaint: complaint ? caseOf(complaint, ownReplies, now) : null,
    }
  })
}

function caseOf(complaint: ComplaintRow, replies: { at: Date; text: string }[], now: Date) {
  const { receivedAt, closedAt, outcome } = complaint
  const until = ombudsmanUntil(complaint, now) ?? null
  const answered = { closedAt, outcome, ombudsmanUntil: until, replies }
  return { receivedAt, answerBy: answerBy(receivedAt), ...answered }
}

/** The signed addresses of a feedback's picture; none without one. */
export function picturesOf(services: Parameters<typeof linkToken>[0], row: FeedbackRow): string[] {
  if (row.imageKey === null) return []
  return [`${BASE_PATH}${IMAGE_PATH}?key=${linkToken(services, row)}`]
}

/** Makes an own feedback of the borrower a complaint. */
export async function complain(
  services: FeedbackServices,
  feedbackId: string,
  { borrowerId, now: at }: BorrowerCall,
): Promise<Answer<typeof feedback.complain>> {
  const row = isUuid(feedbackId)
    ? await oneFeedbackOf(services.db, borrowerId, feedbackId)
    : undefined
  if (!row) return refused('not-found')
  const by = { actor: 'borrower', staffId: null }
  const isRaised = await services.db.transaction(tx =>
    raiseComplaint({ services, tx, at }, row, categoryOf(row.problemType), by),
  )
  return isRaised ? null : refused('outdated')
}

/** The picture that a signed address leads to. */
export async function linkedPicture(
  services: FeedbackServices,
  token: string,
): Promise<{ bytes: Uint8Array; mediaType: FeedbackImage['mediaType'] } | undefined> {
  const target = linkTarget(services, token)
  const row = target && (await oneFeedbackOf(services.db, target.borrowerId, target.feedbackId))
  if (!row?.imageKey || !row.imageType) return undefined
  const bytes = await services.files.get(row.imageKey)
  return bytes && { bytes, mediaType: row.imageType }
}

/** Replies to a feedback, once, and notifies its borrower; false if another reply was first. */
export async function answerFeedback(
  { services, tx, at }: Work<Pick<Services, 'cipher' | 'queue'>>,
  row: FeedbackRow,
  text: string,
): Promise<boolean> {
  const sealed = services.cipher.encrypt(text, contextOf(row, 'answer_sealed'))
  if (!(await saveFeedbackAnswer(tx, row, sealed, at))) return false
  await notifyOfReply({ services, tx, at }, row)
  return true
}

export function contentOf({ cipher }: Pick<Services, 'cipher'>, row: FeedbackRow): string {
  return cipher.decryptText(row.contentSealed, contextOf(row, 'content_sealed'))
}

export function answerOf({ cipher }: Pick<Services, 'cipher'>, row: FeedbackRow): string | null {
  return row.answerSealed && cipher.decryptText(row.answerSealed, contextOf(row, 'answer_sealed'))
}

function contextOf(
  { borrowerId, feedbackId }: Pick<FeedbackRow, 'borrowerId' | 'feedbackId'>,
  column: string,
): CipherContext {
  return { table: 'feedback', row: `${borrowerId}/${feedbackId}`, column }
}
