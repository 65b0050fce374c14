import { monthlyInstalmentRoundedHalfUp } from '#domain/lending/decision.ts'
import { REPLY_MAX_CHARS } from '#domain/limits.ts'
import { paise } from '#domain/money.ts'
import { codeFiguresAt } from '#server/accounts/code-tally.ts'
import { alarmOf } from '#server/accounts/proof-of-work.ts'
import {
  COMPLAINT_USAGE,
  closeAtDesk,
  complaintLines,
  raiseAtDesk,
  replyAtDesk,
} from '#server/commands/desk/complaints.ts'
import { faceLines, settleFaceAtDesk } from '#server/commands/desk/faces.ts'
import { answerHardshipAtDesk, hardshipLines } from '#server/commands/desk/hardship.ts'
import { borrowerOfNumber, endSessionsAtDesk } from '#server/commands/desk/sessions.ts'
import { underWayLines } from '#server/commands/desk/under-way.ts'
import {
  applicationOf,
  approveByHand,
  type DecisionServices,
  denyByHand,
} from '#server/lending/borrowing/decide.ts'
import { type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { unattributedEvents } from '#server/lending/db/payment.ts'
import { type ClosingStep, listSkipped } from '#server/lending/db/skipped-order.ts'
import { waitingOrderOf, waitingOrders } from '#server/lending/db/waiting.ts'
import { stopPayoutByHand } from '#server/lending/payout/under-way.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { writeDeskLook } from '#server/staff/look.ts'
import { unansweredFeedback } from '#server/support/db/feedback.ts'
import { contentOf } from '#server/support/feedback.ts'
import { feedbackTypeText } from '#server/support/words/feedback-types.ts'
import { money } from '#words/format.ts'
import { inWords } from '#words/say.ts'

const REASON_MAX_CHARS = 300

const USAGE = [
  'npm run desk                          lists what waits for a person',
  'npm run desk -- look <id>             shows a waiting face beside its document, or waiting cards, on a page that opens once',
  'npm run desk -- approve <id>          approves a waiting application, face, cards or hardship request',
  `npm run desk -- deny <id> "<reason>"  denies it; the borrower reads the reason (at most ${REASON_MAX_CHARS} characters)`,
  `npm run desk -- reply <id> "<text>"   answers feedback, once, or writes to the borrower of a complaint (at most ${REPLY_MAX_CHARS} characters)`,
  ...COMPLAINT_USAGE,
  'npm run desk -- stop-payout <id>      stops sending a payout; it ends as refused if its bank does not know it',
  'npm run desk -- end-sessions <number> signs the borrower of this mobile number out everywhere, and forgets their known devices',
]

const AUDIT_ACTIONS: Readonly<Record<string, AuditAction>> = {
  approve: 'desk-approve',
  deny: 'desk-deny',
  reply: 'desk-reply',
  complaint: 'complaint-raised',
  close: 'complaint-closed',
  look: 'desk-look',
  'stop-payout': 'desk-stop-payout',
  'end-sessions': 'desk-end-sessions',
}

/** The output of a command, line by line, and whether it succeeded. */
export type DeskAnswer = { readonly isDone: boolean; readonly lines: readonly string[] }

/** Writes the end of the audit log outside the database. */
type AnchorNow = () => Promise<unknown>

/** Runs one command of the operations desk. A future console calls the same functions. */
export async function atDesk(
  services: DecisionServices,
  words: readonly string[],
  person = 'unknown',
  anchorNow?: AnchorNow,
): Promise<DeskAnswer> {
  if (words[0] === 'end-sessions' && words.length === 2)
    return endSessions(services, words[1] ?? '', person, anchorNow)
  await noteInAudit(services, words, person, anchorNow)
  return work(services, words, person)
}

/** The audit log names the borrower by their id: the number is nobody's to read there. */
async function endSessions(
  services: DecisionServices,
  number: string,
  person: string,
  anchorNow?: AnchorNow,
): Promise<DeskAnswer> {
  const borrowerId = await borrowerOfNumber(services, number)
  await noteInAudit(services, ['end-sessions', borrowerId ?? ''], person, anchorNow)
  if (borrowerId === undefined)
    return { isDone: false, lines: ['No borrower has this mobile number.'] }
  await endSessionsAtDesk(services, borrowerId)
  const done = 'The borrower was signed out everywhere. Each device has to confirm its owner again.'
  return { isDone: true, lines: [done] }
}

/**
 * Records a command in the audit log and anchors the entry before the command runs, so that none
 * goes unrecorded. Failed attempts are recorded too.
 */
export async function noteInAudit(
  { db, clock, cipher }: Pick<DecisionServices, 'db' | 'clock' | 'cipher'>,
  [verb, subject]: readonly string[],
  person: string,
  anchorNow?: AnchorNow,
): Promise<void> {
  const action = verb === undefined ? 'desk-read' : AUDIT_ACTIONS[verb]
  if (action === undefined) return
  const isId = subject !== undefined && /^[\w-]{1,64}$/.test(subject)
  const entry = { actor: `desk:${person}`, action, subject: isId ? subject : null, at: clock.now() }
  await db.transaction(tx => writeAudit(tx, cipher, entry))
  await anchorNow?.()
}

async function work(
  services: DecisionServices,
  [verb, orderId, ...words]: readonly string[],
  person: string,
): Promise<DeskAnswer> {
  const reason = words.join(' ').trim()
  if (verb === undefined) {
    const waiting = await Promise.all([
      applications(services, person),
      faceLines(services.db),
      hardshipLines(services.db),
      complaintLines(services, person),
      feedbackLines(services, person),
      underWayLines(services),
      skippedLines(services.db),
      troubles(services),
      signInLines(services),
    ])
    return { isDone: true, lines: waiting.flat() }
  }
  const isSettling =
    orderId &&
    ((verb === 'approve' && !reason) ||
      (verb === 'deny' && reason && reason.length <= REASON_MAX_CHARS))
  const answered = isSettling
    ? ((await settleFaceAtDesk(services, orderId, reason || undefined)) ??
      (await answerHardshipAtDesk(services, orderId, reason || undefined)))
    : undefined
  if (answered !== undefined) return { isDone: true, lines: [answered] }
  if (verb === 'approve' && orderId && !reason)
    return settle(services, orderId, 'approved', key => approveByHand(services, key))
  if (verb === 'deny' && orderId && reason && reason.length <= REASON_MAX_CHARS) {
    return settle(services, orderId, 'denied', key => denyByHand(services, key, reason))
  }
  if (verb === 'reply' && orderId && reason && reason.length <= REPLY_MAX_CHARS)
    return replyAtDesk(services, orderId, reason, person)
  if (verb === 'complaint' && orderId && words.length === 1)
    return raiseAtDesk(services, orderId, reason, person)
  if (verb === 'close' && orderId && words.length > 2)
    return closeAtDesk(services, orderId, words, person)
  if (verb === 'stop-payout' && orderId && !reason) return stop(services, orderId)
  return { isDone: false, lines: USAGE }
}

async function settle(
  { db }: DecisionServices,
  orderId: string,
  outcome: string,
  act: (key: { borrowerId: string; orderId: string }) => Promise<boolean>,
): Promise<DeskAnswer> {
  const key = await waitingOrderOf(db, orderId)
  const isDone = key !== undefined && (await act(key))
  return {
    isDone,
    lines: [
      isDone
        ? `The application ${orderId} has been ${outcome}.`
        : `No application, face, cards or hardship request with the id ${orderId} waits for a decision.`,
    ],
  }
}

async function stop(services: DecisionServices, payoutId: string): Promise<DeskAnswer> {
  const isDone = await stopPayoutByHand(services.db, payoutId, services.clock.now())
  const stopped = `The payout ${payoutId} will not be sent again. It ends as its bank says, or as refused if its bank does not know it 15 minutes from now.`
  return { isDone, lines: [isDone ? stopped : `No payout with the id ${payoutId} is under way.`] }
}

/** Lists all feedback that waits for a reply, in the borrower's own words. Each is a look. */
async function feedbackLines(services: DecisionServices, person: string): Promise<string[]> {
  const rows = await unansweredFeedback(services.db)
  if (rows.length === 0) return []
  const { db, clock } = services
  const by = { person, now: clock.now() }
  await db.transaction(async tx => {
    for (const { borrowerId, feedbackId: subjectId } of rows) {
      const look = { borrowerId, part: 'feedback', subjectId, why: 'borrower-asked' } as const
      await writeDeskLook(services, tx, look, by)
    }
  })
  const listed = rows.flatMap(row => [
    '',
    `${row.feedbackId}  ${row.createdAt.toISOString()}`,
    `  ${feedbackTypeText(row.problemType, 'en')}${row.imageKey ? ', with a picture' : ''}`,
    `  ${contentOf(services, row)}`,
  ])
  return [
    '',
    `${rows.length} feedback ${rows.length === 1 ? 'message waits' : 'messages wait'} for a reply (npm run desk -- reply <id> "<text>"):`,
    ...listed,
  ]
}

/**
 * Lists every waiting application with the facts that the rules weighed and could not settle. Names
 * no borrower. Each is a look.
 */
async function applications(services: DecisionServices, person: string): Promise<string[]> {
  const { db, clock } = services
  const keys = await waitingOrders(db)
  if (keys.length === 0) return ['No application waits for a decision.']
  const listed = await Promise.all(
    keys.map(key => describe(services, key, { person, now: clock.now() })),
  )
  return [
    `${keys.length} ${keys.length === 1 ? 'application waits' : 'applications wait'} for a decision (npm run desk -- approve <id>, or deny <id> "<reason>"):`,
    ...listed.flat(),
  ]
}

async function describe(
  services: DecisionServices,
  { borrowerId, orderId }: OrderKey,
  by: { readonly person: string; readonly now: Date },
): Promise<string[]> {
  return services.db.transaction(async tx => {
    const order = await orderOf(tx, borrowerId, orderId)
    if (!order) return []
    const facts = await applicationOf({ services, tx, at: by.now }, order)
    const look = { borrowerId, part: 'application', subjectId: orderId, why: 'decision' } as const
    await writeDeskLook(services, tx, look, by)
    const { productName, orderNo, terms, appliedAt, reasons } = order
    return [
      '',
      `${orderId}  ${orderNo}`,
      `  ${productName}, ${money(terms.principal)}, applied for ${appliedAt.toISOString()}`,
      ...reasons.map(cause => `  referred: ${inWords('en', 'order', cause)} (${cause.reason})`),
      `  age ${facts.ageYears} years; names ${facts.namesAgree}; face ${facts.faceCheck}; cards ${facts.cardsCheck}; earlier loans at most ${facts.worstOverdueDays} days past due`,
      `  per month: income ${money(facts.monthlyIncome)}, obligations ${money(facts.monthlyObligations)}, this loan ${money(monthlyInstalmentRoundedHalfUp(facts))}`,
    ]
  })
}

/** Says whether sign-in codes are guessed or pumped, by the limits of an unscaled product. */
async function signInLines({ db, clock }: DecisionServices): Promise<string[]> {
  const alarm = alarmOf(await codeFiguresAt(db, clock.now()))
  return alarm === undefined ? [] : ['', alarm]
}

/** Lists payments that match none of our records, and jobs that failed for good. */
async function troubles({ db, queue }: DecisionServices): Promise<string[]> {
  const [events, letters] = await Promise.all([unattributedEvents(db), queue.deadLetters()])
  // A job that was enqueued again may have failed again.
  const jobs = new Map(letters.map(job => [`${job.name} ${JSON.stringify(job.data)}`, job]))
  return [
    ...events.map(
      ({ vendor, eventId, amount, receivedAt }) =>
        `Unknown payment: ${money(paise(amount))} through ${vendor}, event ${eventId}, received ${receivedAt.toISOString()}. Ask ${vendor} who paid it.`,
    ),
    ...[...jobs].map(
      ([job, { failedAt }]) =>
        `Job failed for good: ${job}, at ${failedAt.toISOString()}. The log names the error.`,
    ),
  ]
}

const STEPS: Readonly<Record<ClosingStep, string>> = {
  'end-extension': 'end an extension that was not paid',
  'answer-hardship': 'record a hardship plan that nobody had answered',
  'fall-overdue': 'mark a loan as overdue',
  'overdue-day': 'count another day overdue',
  'lapse-offer': 'let an offer lapse',
  accrue: 'book a day of interest and penal charge',
  remind: 'remind its borrower',
  'announce-debit': 'announce an AutoPay debit',
  debit: 'make an AutoPay debit',
}

/**
 * Orders that the close of business skipped: the step, the reason, the number of tries and the time
 * of the next one.
 */
async function skippedLines(db: Queryable): Promise<string[]> {
  const orders = await listSkipped(db)
  if (orders.length === 0) return []
  return [
    '',
    `${orders.length} ${orders.length === 1 ? 'order is' : 'orders are'} skipped by the close of business:`,
    ...orders.map(
      ({ orderId, orderNo, step, reason, tries, since, againAt }) =>
        `  order ${orderNo}, ${orderId}: could not ${STEPS[step]}, since ${since.toISOString()}, tries: ${tries}, again from ${againAt.toISOString()}: ${reason}`,
    ),
  ]
}
