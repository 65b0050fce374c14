/** Data collected with consent, and messages to us, in the borrower's data download. */

import type { Location } from '#domain/privacy/location.ts'
import { decryptJson } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'
import { type Part, partOf, type Section, type Whose } from '#server/privacy/data-stated.ts'
import {
  calendarLinkOf,
  locationOf,
  reportedUseOf,
  subscriptionsOf,
} from '#server/privacy/db/data-download.ts'
import { locationContext } from '#server/privacy/optional-consent.ts'
import { notesAbout } from '#server/staff/borrowers/notes.ts'
import { noteText } from '#server/staff/cases/collections.ts'
import { collectionNotesOf } from '#server/staff/cases/db/collection.ts'
import { eventText } from '#server/support/complaint.ts'
import { complaintReplies } from '#server/support/db/complaint.ts'
import { feedbackOf } from '#server/support/db/feedback.ts'
import { answerOf, contentOf } from '#server/support/feedback.ts'
import { feedbackTypeText } from '#server/support/words/feedback-types.ts'

export async function collectedSections(store: Store, whose: Whose): Promise<Section[]> {
  const { borrowerId, language } = whose
  const [location, use, subscriptions, calendarLinks, feedback, notes] = await Promise.all([
    whereabouts(store, whose),
    reportedUseOf(store.db, borrowerId),
    subscriptionsOf(store.db, borrowerId),
    calendarLinkOf(store.db, borrowerId),
    feedbackParts(store, whose),
    notesAbout(store, borrowerId),
  ])
  return [
    { kind: 'location', parts: location },
    {
      kind: 'use',
      parts: use.map(({ event, page, value, at }) =>
        partOf({ event, page, value, happenedAt: at }, language),
      ),
    },
    {
      kind: 'notifications',
      parts: [
        ...subscriptions.map(({ at, language: spoken }) =>
          partOf({ subscribedAt: at, language: spoken }, language),
        ),
        ...calendarLinks.map(({ at, language: spoken }) =>
          partOf({ calendarLinkMadeAt: at, language: spoken }, language),
        ),
      ],
    },
    {
      kind: 'feedback',
      parts: [
        ...feedback,
        ...notes.map(({ note, at }) => partOf({ staffNote: note, writtenAt: at }, language)),
      ],
    },
    { kind: 'collection', parts: await collectionParts(store, whose) },
  ]
}

async function whereabouts(
  { db, cipher }: Store,
  { borrowerId, language }: Whose,
): Promise<Part[]> {
  const row = await locationOf(db, borrowerId)
  if (!row) return []
  const { latitude, longitude } = decryptJson<Location>(
    cipher,
    row.sealed,
    locationContext(borrowerId),
  )
  return [partOf({ latitude, longitude, takenAt: row.at }, language)]
}

async function feedbackParts(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const [rows, replies] = await Promise.all([
    feedbackOf(store.db, borrowerId),
    complaintReplies(store.db, borrowerId),
  ])
  const replyParts = replies.map(reply =>
    partOf({ answer: eventText(store, reply), answeredAt: reply.at }, language),
  )
  const feedbackParts = rows.map(row =>
    partOf(
      {
        about: feedbackTypeText(row.problemType, language),
        content: contentOf(store, row),
        writtenAt: row.createdAt,
        answer: answerOf(store, row),
        answeredAt: row.answeredAt,
      },
      language,
    ),
  )
  return [...feedbackParts, ...replyParts]
}

/** Calls, notes and promises about overdue loans. */
async function collectionParts(store: Store, { borrowerId, language }: Whose): Promise<Part[]> {
  const rows = await collectionNotesOf(store.db, borrowerId)
  return rows.map(row =>
    partOf(
      {
        calledAt: row.what === 'call' ? row.at : undefined,
        note: noteText(store, row),
        promisedAmount: row.promisedAmount === null ? undefined : row.promisedAmount / 100,
        promisedDay: row.promisedDay,
        writtenAt: row.what === 'call' ? undefined : row.at,
      },
      language,
    ),
  )
}
