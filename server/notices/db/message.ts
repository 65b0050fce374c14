/** The messages to borrowers about their loans: each once, with its outcome. */
import type { Day } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { MessageKind } from '#server/notices/kinds.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type MessageKey = { readonly borrowerId: string; readonly messageId: string }

type About = {
  readonly orderId: string
  readonly occasion: string
  readonly noticeDay: Day
  readonly keepsHours: boolean
}
/** One step of the schedule for one instalment. */
export type ReminderAbout = {
  readonly instalment: number
  readonly dueDay: Day
  readonly step: number
}
export type NewMessage = MessageKey &
  About &
  (({ kind: 'reminder' } & ReminderAbout) | { kind: MessageKind; amount: Paise | undefined })
export type Message = NewMessage & {
  readonly state: 'waiting' | 'sending' | 'sent' | 'dropped'
  readonly notedAt: Date
}

const insert = statement(
  'message-insert',
  `INSERT INTO borrower_message (borrower_id, message_id, order_id, kind, occasion, told_day, amount, instalment, due_day, step,
     keeps_hours, state, noted_at)
   VALUES (:borrowerId, :messageId, :orderId, :kind, :occasion, :noticeDay, :amount, :instalment, :dueDay, :step,
     :keepsHours, 'waiting', :at) ON CONFLICT DO NOTHING RETURNING message_id`,
)
const one = statement(
  'message-one',
  `SELECT borrower_id AS "borrowerId", message_id AS "messageId", order_id AS "orderId", kind, occasion, told_day AS "noticeDay",
     keeps_hours AS "keepsHours", state, noted_at AS "notedAt", amount, instalment, due_day AS "dueDay", step
   FROM borrower_message WHERE borrower_id = $1 AND message_id = $2`,
)
const claim = statement(
  'message-claim',
  `UPDATE borrower_message SET state = 'sending' WHERE borrower_id = $1 AND message_id = $2 AND state = 'waiting' RETURNING message_id`,
)
const release = statement(
  'message-release',
  `UPDATE borrower_message SET state = 'waiting' WHERE borrower_id = $1 AND message_id = $2 AND state = 'sending'`,
)
const end = statement(
  'message-end',
  `UPDATE borrower_message SET state = $3, ended_at = $4, was_pushed = $5, was_texted = $6
   WHERE borrower_id = $1 AND message_id = $2 AND state IN ('waiting', 'sending')`,
)
const waiting = statement(
  'message-waiting',
  `SELECT borrower_id AS "borrowerId", message_id AS "messageId" FROM borrower_message
   WHERE state = 'waiting' AND noted_at <= $1 ORDER BY noted_at LIMIT $2`,
)

/**
 * Records a message to be sent; false if it was recorded before, or another reminder for the same
 * day was.
 */
export async function insertMessage(
  tx: Queryable,
  message: NewMessage,
  at: Date,
): Promise<boolean> {
  const nothing = { amount: undefined, instalment: undefined, dueDay: undefined, step: undefined }
  return (await tx.query(insert, { ...nothing, ...message, at })).length === 1
}

export async function messageOf(
  db: Queryable,
  { borrowerId, messageId }: MessageKey,
): Promise<Message | undefined> {
  const row = await db.maybeOne(one, [borrowerId, messageId])
  if (!row) return undefined
  const { kind, amount, instalment, dueDay, step, ...about } = row
  if (kind !== 'reminder')
    return { ...about, kind, amount: amount === null ? undefined : paise(amount) }
  if (instalment === null || dueDay === null || step === null)
    throw new Error('a reminder has no step')
  return { ...about, kind, instalment, dueDay, step }
}

/** Takes a message for sending its text; false if another process has taken it, or it has ended. */
export async function claimMessage(
  db: Queryable,
  { borrowerId, messageId }: MessageKey,
): Promise<boolean> {
  return (await db.query(claim, [borrowerId, messageId])).length === 1
}

/** Gives a message back, if certainly no text was sent. */
export async function releaseMessage(
  db: Queryable,
  { borrowerId, messageId }: MessageKey,
): Promise<void> {
  await db.query(release, [borrowerId, messageId])
}

export async function endMessage(
  db: Queryable,
  { borrowerId, messageId }: MessageKey,
  { wasPushed, wasTexted }: { readonly wasPushed: boolean; readonly wasTexted: boolean },
  at: Date,
): Promise<void> {
  const state = wasPushed || wasTexted ? 'sent' : 'dropped'
  await db.query(end, [borrowerId, messageId, state, at, wasPushed, wasTexted])
}

/** Messages that have waited to be sent since an instant. */
export function waitingMessages(
  db: Queryable,
  notedBefore: Date,
  limit: number,
): Promise<MessageKey[]> {
  return db.query(waiting, [notedBefore, limit])
}
