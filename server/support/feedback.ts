/**
 * Feedback from borrowers, with one picture, and our replies (specification §5; regulation R9: a
 * complaint can be lodged in the app).
 */

import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import type { feedback } from '#contract/feedback.ts'
import { BASE_PATH } from '#contract/path.ts'
import type { Upload } from '#contract/wire.ts'
import { readFeedback } from '#domain/feedback.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { Place } from '#server/platform/db/encrypt.ts'
import { linkTarget, linkToken } from '#server/platform/files/signed-link.ts'
import { type FileStore, fileKey } from '#server/platform/files/store.ts'
import { takePicture } from '#server/platform/files/take-picture.ts'
import type { Services } from '#server/services.ts'
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
    placeOf({ borrowerId, feedbackId }, 'content_sealed'),
  )
  await insertFeedback(db, { borrowerId, feedbackId, problemType, contentSealed, createdAt }, image)
  return { feedbackId }
}

/** The borrower's feedback, newest first. */
export async function feedbackList(
  services: FeedbackServices,
  { borrowerId, language }: BorrowerCall,
): Promise<Output<typeof feedback.list>> {
  const rows = await feedbackOf(services.db, borrowerId)
  return rows.map(row => ({
    feedbackId: row.feedbackId,
    createTime: row.createdAt,
    problemType: row.problemType,
    problemDesc: feedbackTypeText(row.problemType, language),
    content: contentOf(services, row),
    imges:
      row.imageKey === null ? [] : [`${BASE_PATH}${IMAGE_PATH}?key=${linkToken(services, row)}`],
    answerContent: answerOf(services, row),
    responseTime: row.answeredAt,
  }))
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

/** Replies to a feedback, once. */
export function answerFeedback(
  { db, cipher, clock }: Pick<Services, 'db' | 'cipher' | 'clock'>,
  row: FeedbackRow,
  text: string,
) {
  return saveFeedbackAnswer(
    db,
    row,
    cipher.encrypt(text, placeOf(row, 'answer_sealed')),
    clock.now(),
  )
}

export function contentOf({ cipher }: Pick<Services, 'cipher'>, row: FeedbackRow): string {
  return cipher.decryptText(row.contentSealed, placeOf(row, 'content_sealed'))
}

export function answerOf({ cipher }: Pick<Services, 'cipher'>, row: FeedbackRow): string | null {
  return row.answerSealed && cipher.decryptText(row.answerSealed, placeOf(row, 'answer_sealed'))
}

function placeOf(
  { borrowerId, feedbackId }: Pick<FeedbackRow, 'borrowerId' | 'feedbackId'>,
  column: string,
): Place {
  return { table: 'feedback', row: `${borrowerId}/${feedbackId}`, column }
}
