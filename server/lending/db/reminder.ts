/** A borrower whom the calendar may have to remind, and their wish for reminders. */

import { type Day, indiaDayOf } from '#domain/day.ts'
import { underWaySince } from '#domain/lending/payment-page.ts'
import {
  FIRST_REMINDER_DAYS_BEFORE,
  type ReminderTime,
  type ReminderWish,
} from '#domain/lending/reminders.ts'
import { noneUnderWay } from '#server/lending/db/money-under-way.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Language } from '#words/language.ts'
import type { OrderKey } from './order.ts'

/**
 * A complaint of one of these kinds stops reminders until it is answered, for at most this many
 * days (RB-IOS: thirty).
 */
const DISPUTES = `('repayment', 'charges', 'conduct')`
const DISPUTE_HOLDS_DAYS = 30

const DUE = `FROM loan_order o LEFT JOIN reminder_wish w ON w.borrower_id = o.borrower_id
   WHERE o.state IN ('loaned', 'overdue') AND o.reminded_day < $1 AND o.next_due_day <= $1::date + ${FIRST_REMINDER_DAYS_BEFORE}
     AND coalesce(w.time_of_day, 'any') = ANY ($2) AND ${noneUnderWay('o', '$3')}`
const toRemind = statement(
  'reminder-orders',
  `SELECT o.borrower_id AS "borrowerId!", o.order_id AS "orderId!" ${DUE} AND ${inSlots('o', '$5', '$6')}
     AND ${notSkipped('o', 'remind')}
   ORDER BY o.reminded_day LIMIT $4`,
)
const oneToRemind = statement(
  'reminder-order',
  `SELECT 1 AS one ${DUE} AND o.borrower_id = $4 AND o.order_id = $5`,
)
const mark = statement(
  'reminder-looked-at',
  'UPDATE loan_order SET reminded_day = $3 WHERE borrower_id = $1 AND order_id = $2',
)
const disputes = statement(
  'reminder-dispute',
  `SELECT f.feedback_id FROM feedback f
   LEFT JOIN complaint c ON c.borrower_id = f.borrower_id AND c.feedback_id = f.feedback_id
   WHERE f.borrower_id = $1 AND c.closed_at IS NULL AND CASE WHEN c.feedback_id IS NULL
     THEN f.problem_type IN ${DISPUTES} AND f.answered_at IS NULL AND f.created_at > $2
     ELSE c.category IN ${DISPUTES} AND c.received_at > $2 END LIMIT 1`,
)
const wish = statement(
  'reminder-wish',
  `SELECT way, time_of_day AS "time", language FROM reminder_wish WHERE borrower_id = $1`,
)
const save = statement(
  'reminder-wish-save',
  `INSERT INTO reminder_wish (borrower_id, way, time_of_day, language, changed_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (borrower_id) DO UPDATE SET way = excluded.way, time_of_day = excluded.time_of_day, language = excluded.language,
     changed_at = excluded.changed_at`,
)
const spoken = statement(
  'reminder-language',
  'SELECT language FROM consent WHERE borrower_id = $1 ORDER BY given_at DESC, consent_id DESC LIMIT 1',
)

export type StatedWish = ReminderWish & { readonly language: Language }

/**
 * Loans near or past a due day that were not reviewed today, of borrowers who may be reminded at one
 * of these times, without skipped ones and those on which money is under way.
 */
export function loansToRemind(
  db: Queryable,
  now: Date,
  portion: Portion,
  times: readonly ReminderTime[],
): Promise<OrderKey[]> {
  return db.query(toRemind, [indiaDayOf(now), times, underWaySince(now), ...valuesOf(portion)])
}

/** True if a loan is still one of those. */
export async function isToRemind(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  now: Date,
  times: readonly ReminderTime[],
): Promise<boolean> {
  const due = [indiaDayOf(now), times, underWaySince(now)] as const
  return (await db.maybeOne(oneToRemind, [...due, borrowerId, orderId])) !== undefined
}

export async function markReminded(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  today: Day,
): Promise<void> {
  await db.query(mark, [borrowerId, orderId, today])
}

/** True if a complaint about the debt or its collection waits for an answer. */
export async function isDisputed(db: Queryable, borrowerId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DISPUTE_HOLDS_DAYS * 86_400_000)
  return (await db.maybeOne(disputes, [borrowerId, since])) !== undefined
}

/** The borrower's stated wish for reminders; undefined if they never stated one. */
export function statedWishOf(db: Queryable, borrowerId: string): Promise<StatedWish | undefined> {
  return db.maybeOne(wish, [borrowerId])
}

export async function saveWish(
  db: Queryable,
  borrowerId: string,
  { way, time, language }: StatedWish,
  at: Date,
): Promise<void> {
  await db.query(save, [borrowerId, way, time, language, at])
}

/** The language of the borrower's last consent. */
export async function languageOfBorrower(db: Queryable, borrowerId: string): Promise<Language> {
  return (await db.maybeOne(spoken, [borrowerId]))?.language ?? 'en'
}
