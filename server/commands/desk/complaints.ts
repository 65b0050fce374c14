/** Feedback and complaints at the operations desk, on the flows of the console. */
import {
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  isEscalated,
  ROOT_CAUSES,
  stageOf,
} from '#domain/complaint.ts'
import { REPLY_MAX_CHARS } from '#domain/limits.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Services } from '#server/services.ts'
import { writeDeskLook } from '#server/staff/look.ts'
import {
  closeComplaint,
  raiseComplaint,
  replyToComplaint,
  sortComplaint,
} from '#server/support/complaint.ts'
import { complaintOf, openComplaints } from '#server/support/db/complaint.ts'
import { anyFeedbackOf, unansweredFeedbackOf } from '#server/support/db/feedback.ts'
import { answerFeedback, contentOf } from '#server/support/feedback.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'queue' | 'clock'>
type Answer = { readonly isDone: boolean; readonly lines: readonly string[] }

const MOST_LISTED = 100

export const COMPLAINT_USAGE = [
  `npm run desk -- complaint <id> <category>  makes feedback a complaint (${COMPLAINT_CATEGORIES.join(', ')})`,
  `npm run desk -- close <id> <outcome> <cause> "<text>"  closes a complaint (${COMPLAINT_OUTCOMES.join(', ')}; ${ROOT_CAUSES.join(', ')})`,
]

const byDesk = (person: string) => ({ actor: `desk:${person}`, staffId: null })
const answer = (isDone: boolean, done: string, failed: string): Answer => ({
  isDone,
  lines: [isDone ? done : failed],
})

/** Answers feedback, once, or writes to the borrower of an open complaint. */
export async function replyAtDesk(
  services: Parts,
  id: string,
  text: string,
  person: string,
): Promise<Answer> {
  const { db, clock } = services
  const [row, complaint] = await Promise.all([
    unansweredFeedbackOf(db, id),
    isUuid(id) ? complaintOf(db, id) : undefined,
  ])
  const isDone = await db.transaction(async tx => {
    const work = { services, tx, at: clock.now() }
    if (complaint) return replyToComplaint(work, complaint, text, byDesk(person))
    return row !== undefined && answerFeedback(work, row, text)
  })
  const failed = `No feedback with the id ${id} waits for a reply.`
  return answer(isDone, `The feedback ${id} has been answered.`, failed)
}

/** Makes feedback a complaint. */
export async function raiseAtDesk(
  services: Parts,
  id: string,
  word: string,
  person: string,
): Promise<Answer> {
  const { db, clock } = services
  const category = COMPLAINT_CATEGORIES.find(each => each === word)
  const row = isUuid(id) ? await anyFeedbackOf(db, id) : undefined
  const isDone =
    category !== undefined &&
    row !== undefined &&
    (await db.transaction(tx =>
      raiseComplaint({ services, tx, at: clock.now() }, row, category, byDesk(person)),
    ))
  const failed = `Nothing was changed: the id is of no feedback or of a complaint, or ${word} is no category.`
  return answer(isDone, `The feedback ${id} is a complaint now.`, failed)
}

/** Closes a complaint with its cause. The person with this shell counts as the grievance officer. */
export async function closeAtDesk(
  services: Parts,
  id: string,
  [outcomeWord, causeWord, ...words]: readonly string[],
  person: string,
): Promise<Answer> {
  const { db, clock } = services
  const outcome = COMPLAINT_OUTCOMES.find(each => each === outcomeWord)
  const rootCause = ROOT_CAUSES.find(each => each === causeWord)
  const text = words.join(' ').trim()
  const complaint = isUuid(id) ? await complaintOf(db, id) : undefined
  const failed = `Nothing was changed: no complaint with the id ${id} is open, or a word is wrong.`
  if (!complaint || !outcome || !rootCause || !text || text.length > REPLY_MAX_CHARS)
    return answer(false, '', failed)
  const isDone = await db.transaction(async tx => {
    const work = { services, tx, at: clock.now() }
    const { category } = complaint
    const by = byDesk(person)
    if (!(await sortComplaint(work, complaint, { category, rootCause }, by))) return false
    const refusal = await closeComplaint(work, complaint, { outcome, text, mayDecide: true }, by)
    return refusal === undefined
  })
  return answer(isDone, `The complaint ${id} has been closed.`, failed)
}

/** Lists the open complaints, the earliest deadline first, in the borrower's own words. Each is a look. */
export async function complaintLines(services: Parts, person: string): Promise<string[]> {
  const { db, clock } = services
  const now = clock.now()
  const first = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  const rows = await openComplaints(db, first, undefined, MOST_LISTED)
  if (rows.length === 0) return []
  await db.transaction(async tx => {
    for (const { borrowerId, feedbackId: subjectId } of rows) {
      const look = { borrowerId, part: 'feedback', subjectId, why: 'complaint' } as const
      await writeDeskLook(services, tx, look, { person, now })
    }
  })
  const listed = await Promise.all(
    rows.map(async row => {
      const feedback = await anyFeedbackOf(db, row.feedbackId)
      const officer = isEscalated(row, now) ? ", the grievance officer's" : ''
      return [
        '',
        `${row.feedbackId}  due ${row.dueAt.toISOString()}, ${stageOf(row, now)}${officer}`,
        `  ${row.category}${row.rootCause === null ? '' : `, ${row.rootCause}`}`,
        `  ${feedback ? contentOf(services, feedback) : ''}`,
      ]
    }),
  )
  const head = `${rows.length} ${rows.length === 1 ? 'complaint waits' : 'complaints wait'} for an answer (npm run desk -- close <id> <outcome> <cause> "<text>"):`
  return ['', head, ...listed.flat()]
}
