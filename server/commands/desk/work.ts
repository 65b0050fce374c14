import { monthlyInstalmentRoundedHalfUp } from '#domain/lending/decision.ts'
import { paise } from '#domain/money.ts'
import { faceLines, settleFaceAtDesk } from '#server/commands/desk/faces.ts'
import { stopPayoutAtDesk, underWayLines } from '#server/commands/desk/under-way.ts'
import {
  applicationOf,
  approveByHand,
  type DecisionServices,
  denyByHand,
} from '#server/lending/borrowing/decide.ts'
import { type ClosingStep, listLeftBehind } from '#server/lending/db/left-behind.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { unattributedEvents } from '#server/lending/db/payment.ts'
import { waitingOrderOf, waitingOrders } from '#server/lending/db/waiting.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { unansweredFeedback, unansweredFeedbackOf } from '#server/support/db/feedback.ts'
import { answerFeedback, contentOf } from '#server/support/feedback.ts'
import { feedbackTypeText } from '#server/support/words/feedback-types.ts'
import { money } from '#words/format.ts'
import { inWords } from '#words/say.ts'

/** The services of deciding, and the jobs that failed for good. */
export type DeskServices = DecisionServices

const USAGE = [
  'npm run desk                                  what waits for a person',
  'npm run desk -- look <id>                     shows a face that waits, and its document, on a page that opens once',
  'npm run desk -- approve <id>                  approves an application or a face that waits',
  'npm run desk -- deny <id> "<reason>"          denies it, with the reason that the borrower will read',
  'npm run desk -- reply <id> "<text>"           answers a feedback, once; the borrower reads it in the history',
  'npm run desk -- stop-payout <id>              sends a payout no more; one that its bank does not know ends as refused',
]
const REASON_MAX_CHARS = 300
const REPLY_MAX_CHARS = 1_000

const WRITTEN_DOWN: Readonly<Record<string, AuditAction>> = {
  approve: 'desk-approve',
  deny: 'desk-deny',
  reply: 'desk-reply',
  look: 'desk-look',
  'stop-payout': 'desk-stop-payout',
}

/** The desk's output, line by line, and whether the command succeeded. */
export type DeskAnswer = { readonly isDone: boolean; readonly lines: readonly string[] }

/** Runs one command of the operations desk. A future console calls the same functions. */
export async function atDesk(
  services: DeskServices,
  words: readonly string[],
  person = 'unknown',
): Promise<DeskAnswer> {
  await noteInAudit(services, words, person)
  return work(services, words)
}

/**
 * Recorded before the action, so that no action goes unrecorded; failed attempts are recorded too.
 */
export async function noteInAudit(
  { db, clock }: Pick<DeskServices, 'db' | 'clock'>,
  [verb, subject]: readonly string[],
  person: string,
): Promise<void> {
  const action = verb === undefined ? 'desk-read' : WRITTEN_DOWN[verb]
  if (action === undefined) return
  const isId = subject !== undefined && /^[\w-]{1,64}$/.test(subject)
  const entry = { actor: `desk:${person}`, action, subject: isId ? subject : null, at: clock.now() }
  await db.transaction(tx => writeAudit(tx, entry))
}

async function work(
  services: DeskServices,
  [verb, orderId, ...words]: readonly string[],
): Promise<DeskAnswer> {
  const reason = words.join(' ').trim()
  if (verb === undefined) {
    const waiting = await Promise.all([
      applications(services),
      faceLines(services.db),
      feedbackLines(services),
      underWayLines(services),
      leftBehindLines(services.db),
      troubles(services),
    ])
    return { isDone: true, lines: waiting.flat() }
  }
  const isSettling =
    orderId &&
    ((verb === 'approve' && !reason) ||
      (verb === 'deny' && reason && reason.length <= REASON_MAX_CHARS))
  const face = isSettling
    ? await settleFaceAtDesk(services, orderId, reason || undefined)
    : undefined
  if (face !== undefined) return { isDone: true, lines: [face] }
  if (verb === 'approve' && orderId && !reason)
    return settle(services, orderId, 'approved', key => approveByHand(services, key))
  if (verb === 'deny' && orderId && reason && reason.length <= REASON_MAX_CHARS) {
    return settle(services, orderId, 'denied', key => denyByHand(services, key, reason))
  }
  if (verb === 'reply' && orderId && reason && reason.length <= REPLY_MAX_CHARS)
    return replyTo(services, orderId, reason)
  if (verb === 'stop-payout' && orderId && !reason) return stop(services, orderId)
  return { isDone: false, lines: USAGE }
}

async function settle(
  { db }: DeskServices,
  orderId: string,
  outcome: string,
  act: (key: { borrowerId: string; orderId: string }) => Promise<boolean>,
): Promise<DeskAnswer> {
  const key = await waitingOrderOf(db, orderId)
  const isDone = key !== undefined && (await act(key))
  return {
    isDone,
    lines: [isDone ? `${orderId} is ${outcome}.` : `Nothing that waits has the id ${orderId}.`],
  }
}

async function replyTo(
  services: DeskServices,
  feedbackId: string,
  text: string,
): Promise<DeskAnswer> {
  const row = await unansweredFeedbackOf(services.db, feedbackId)
  const isDone = row !== undefined && (await answerFeedback(services, row, text))
  return {
    isDone,
    lines: [
      isDone ? `${feedbackId} is answered.` : `No feedback that waits has the id ${feedbackId}.`,
    ],
  }
}

async function stop(services: DeskServices, payoutId: string): Promise<DeskAnswer> {
  const isDone = await stopPayoutAtDesk(services, payoutId)
  const done = `${payoutId} is sent no more. It ends as its bank says, or in a quarter of an hour if its bank does not know it.`
  return { isDone, lines: [isDone ? done : `No payout under way has the id ${payoutId}.`] }
}

/** Every feedback that waits for a reply, in the borrower's own words. */
async function feedbackLines(services: DeskServices): Promise<string[]> {
  const rows = await unansweredFeedback(services.db)
  if (rows.length === 0) return []
  const listed = rows.flatMap(row => [
    '',
    `${row.feedbackId}  ${row.createdAt.toISOString()}`,
    `  ${feedbackTypeText(row.problemType, 'en')}${row.imageKey ? ', with a picture' : ''}`,
    `  ${contentOf(services, row)}`,
  ])
  return [
    '',
    `${rows.length} feedback ${rows.length === 1 ? 'waits' : 'wait'} for a reply:`,
    ...listed,
  ]
}

/**
 * Every waiting application: what the rules weighed and could not settle, without naming the
 * person.
 */
async function applications(services: DeskServices): Promise<string[]> {
  const { db, clock } = services
  const keys = await waitingOrders(db)
  if (keys.length === 0) return ['No application waits for a decision.']
  const listed = await Promise.all(
    keys.map(({ borrowerId, orderId }) => describe(services, borrowerId, orderId, clock.now())),
  )
  return [
    `${keys.length} ${keys.length === 1 ? 'application waits' : 'applications wait'} for a decision:`,
    ...listed.flat(),
  ]
}

async function describe(
  services: DeskServices,
  borrowerId: string,
  orderId: string,
  now: Date,
): Promise<string[]> {
  return services.db.transaction(async tx => {
    const order = await orderOf(tx, borrowerId, orderId)
    if (!order) return []
    const facts = await applicationOf(services, tx, order, now)
    const { productName, orderNo, terms, appliedAt, reasons } = order
    return [
      '',
      `${orderId}  ${orderNo}`,
      `  ${productName}, ${money(terms.principal)}, applied for ${appliedAt.toISOString()}`,
      ...reasons.map(told => `  why: ${inWords('en', 'order', told)} (${told.reason})`),
      `  age ${facts.ageYears}, names ${facts.namesAgree}, face ${facts.faceCheck}, cards ${facts.cardsCheck}, longest overdue ${facts.worstOverdueDays} days`,
      `  a month: income ${money(facts.monthlyIncome)}, obligations ${money(facts.monthlyObligations)}, this loan ${money(monthlyInstalmentRoundedHalfUp(facts))}`,
    ]
  })
}

/**
 * What no rule may settle: money that matches none of our records, and jobs that failed for good.
 */
async function troubles({ db, queue }: DeskServices): Promise<string[]> {
  const [events, letters] = await Promise.all([unattributedEvents(db), queue.deadLetters()])
  // A job that was enqueued again may have failed again.
  const jobs = new Map(letters.map(job => [`${job.name} ${JSON.stringify(job.data)}`, job]))
  return [
    ...events.map(
      ({ vendor, eventId, amount, receivedAt }) =>
        `Money that names no payment of ours: ${money(paise(amount))} by ${vendor}, event ${eventId}, ${receivedAt.toISOString()}`,
    ),
    ...[...jobs].map(
      ([job, { failedAt }]) => `A job failed for good: ${job}, ${failedAt.toISOString()}`,
    ),
  ]
}

const STEPS: Readonly<Record<ClosingStep, string>> = {
  'end-extension': 'end an extension that was not paid',
  'fall-overdue': 'mark a loan as overdue',
  'overdue-day': 'count another day overdue',
  'lapse-offer': 'let an offer lapse',
  accrue: 'book a day of interest and penal charge',
  remind: 'remind its borrower',
}

/**
 * Orders that the close of business skipped: the step, the reason, the number of tries and the time
 * of the next one.
 */
async function leftBehindLines(db: Queryable): Promise<string[]> {
  const orders = await listLeftBehind(db)
  if (orders.length === 0) return []
  return [
    '',
    `${orders.length} ${orders.length === 1 ? 'order is' : 'orders are'} left behind by the close of business:`,
    ...orders.map(
      ({ orderId, orderNo, step, reason, tries, since, againAt }) =>
        `  order ${orderNo}, ${orderId}: could not ${STEPS[step]}, since ${since.toISOString()}, tries: ${tries}, again from ${againAt.toISOString()}: ${reason}`,
    ),
  ]
}
