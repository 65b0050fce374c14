import type { Day } from '#domain/day.ts'
import type { HardshipReason } from '#domain/lending/hardship.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

/** The request for a hardship plan; `ended`: nothing was owed any more before anybody answered. */
export type HardshipPlanRow = OrderKey & {
  readonly state: 'awaiting' | 'granted' | 'refused' | 'ended'
  readonly moveDays: number
  readonly requestedAt: Date
  readonly requestedDay: Day
  /** Why a person decides; empty where the rules did. */
  readonly referredFor: readonly HardshipReason[]
  /** The words of the person who refused it. */
  readonly refusal: string | null
}

type NewPlan = Omit<HardshipPlanRow, 'state' | 'refusal'>

const KEY = 'borrower_id AS "borrowerId", order_id AS "orderId"'
const COLUMNS = `${KEY}, state, move_days AS "moveDays", requested_at AS "requestedAt", requested_day AS "requestedDay",
  referred_for AS "referredFor", refusal`
const AWAITING = `FROM hardship_plan WHERE state = 'awaiting'`

const insert = statement(
  'hardship-insert',
  `INSERT INTO hardship_plan (borrower_id, order_id, state, move_days, requested_at, requested_day, referred_for)
   VALUES (:borrowerId, :orderId, 'awaiting', :moveDays, :requestedAt, :requestedDay, :referredFor)`,
)
const one = statement(
  'hardship-one',
  `SELECT ${COLUMNS} FROM hardship_plan WHERE borrower_id = $1 AND order_id = $2`,
)
const grant = statement(
  'hardship-grant',
  `UPDATE hardship_plan SET state = 'granted', answered_at = $3, granted_day = $4, after_receipts = $5
   WHERE borrower_id = $1 AND order_id = $2 AND state = 'awaiting' RETURNING order_id`,
)
const refuse = statement(
  'hardship-refuse',
  `UPDATE hardship_plan SET state = 'refused', answered_at = $3, refusal = $4
   WHERE borrower_id = $1 AND order_id = $2 AND state = 'awaiting' RETURNING order_id`,
)
const end = statement(
  'hardship-end',
  `UPDATE hardship_plan SET state = 'ended', answered_at = $3
   WHERE borrower_id = $1 AND order_id = $2 AND state = 'awaiting' RETURNING order_id`,
)
const endMoot = statement(
  'hardship-end-moot',
  `UPDATE hardship_plan SET state = 'ended', granted_day = NULL, after_receipts = NULL
   WHERE borrower_id = $1 AND order_id = $2 AND state = 'granted'`,
)
const earlier = statement(
  'hardship-earlier-plans',
  `SELECT count(*)::int AS "count!" FROM hardship_plan WHERE borrower_id = $1 AND order_id <> $2 AND state = 'granted'`,
)
const latestRepaid = statement(
  'hardship-latest-repaid',
  `SELECT EXISTS (SELECT 1 FROM hardship_plan p WHERE p.borrower_id = $1 AND p.state = 'granted' AND p.order_id =
     (SELECT order_id FROM loan_order WHERE borrower_id = $1 AND state = 'settled'
      ORDER BY settled_at DESC, order_id DESC LIMIT 1)) AS "had!"`,
)
const waitingOne = statement(
  'hardship-waiting-one',
  `SELECT ${KEY} ${AWAITING} AND order_id::text = $1`,
)
const unanswered = statement(
  'hardship-unanswered',
  `SELECT p.borrower_id AS "borrowerId", p.order_id AS "orderId" FROM hardship_plan p
   JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE p.state = 'awaiting' AND o.next_due_day < $1 AND ${inSlots('p', '$3', '$4')}
     AND ${notSkipped('p', 'answer-hardship')}
   ORDER BY p.requested_at LIMIT $2`,
)

/** Stores a request; throws if the loan had one before. */
export async function insertHardshipPlan(tx: Transaction, plan: NewPlan): Promise<void> {
  await tx.query(insert, { ...plan, referredFor: [...plan.referredFor] })
}

/** The request of an order, of any outcome. */
export function hardshipPlanOf(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<HardshipPlanRow | undefined> {
  return db.maybeOne(one, [borrowerId, orderId])
}

/**
 * Records that a plan was granted as of a day; `afterReceipts` is its place among the loan's
 * payments. False where the request was answered before.
 */
export async function grantHardshipRow(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
  {
    at,
    day,
    afterReceipts,
  }: { readonly at: Date; readonly day: Day; readonly afterReceipts: number },
): Promise<boolean> {
  return (await tx.query(grant, [borrowerId, orderId, at, day, afterReceipts])).length === 1
}

/** Records a refusal in a person's words; false where the request was answered before. */
export async function refuseHardshipRow(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
  refusal: string,
  at: Date,
): Promise<boolean> {
  return (await tx.query(refuse, [borrowerId, orderId, at, refusal])).length === 1
}

/** Ends a request that waits for an answer; false where none does. */
export async function endHardshipRow(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
  at: Date,
): Promise<boolean> {
  return (await tx.query(end, [borrowerId, orderId, at])).length === 1
}

/** Ends a granted request that found nothing left to move. */
export async function endMootHardshipRow(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
): Promise<void> {
  await tx.query(endMoot, [borrowerId, orderId])
}

/** How many other loans of the borrower had a plan. */
export async function plansOfOtherLoans(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<number> {
  return (await db.one(earlier, [borrowerId, orderId])).count
}

/** True if the loan that the borrower repaid last had a plan. */
export async function lastRepaidHadPlan(db: Queryable, borrowerId: string): Promise<boolean> {
  return (await db.one(latestRepaid, [borrowerId])).had
}

/** A request that waits for a person, by the id of its order. */
export function waitingHardshipPlanOf(
  db: Queryable,
  orderId: string,
): Promise<OrderKey | undefined> {
  return db.maybeOne(waitingOne, [orderId])
}

/** Requests whose due day passed without an answer, by the stored due days. */
export function unansweredHardshipPlans(
  db: Queryable,
  today: Day,
  portion: Portion,
): Promise<OrderKey[]> {
  return db.query(unanswered, [today, ...valuesOf(portion)])
}
