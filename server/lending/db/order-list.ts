/**
 * A borrower's orders as home shows them: read with the session, for all concurrent callers, and no
 * more of them than home shows.
 */

import type { Outcome } from '#domain/lending/outcome.ts'
import type { OwnLimits } from '#domain/lending/own-limits.ts'
import type { Question } from '#domain/lending/question.ts'
import type { LoanTerms } from '#domain/lending/terms.ts'
import { paise } from '#domain/money.ts'
import { ALIVE_BY_TOKENS, SESSION_COLUMNS, sessionParameters } from '#server/accounts/db/session.ts'
import { ORDERS_MAX, type Order } from '#server/lending/db/order.ts'
import { ownLimitsOfColumns } from '#server/lending/db/own-limits.ts'
import type { FindSessions, SessionRow } from '#server/platform/actions/session.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** A quarter of a row. */
export type OrderInList = Pick<
  Order,
  | 'borrowerId'
  | 'id'
  | 'productId'
  | 'productName'
  | 'interest'
  | 'arrive'
  | 'state'
  | 'disbursedDay'
  | 'wasEverOverdue'
  | 'worstOverdueDays'
  | 'deniedAt'
  | 'reapplyWaitDays'
> & { readonly terms: Pick<LoanTerms, 'principal' | 'maxTenorDays' | 'coolingOffDays'> }

export type OrderOnHome = OrderInList & {
  /** The latest outcome, if the borrower has not seen it. */
  readonly outcome: { readonly kind: Outcome; readonly at: Date } | undefined
  /** The question about the application that the borrower was asked last, if it is not answered. */
  readonly question: Question | undefined
}

const selectInListBySessions = statement(
  'order-in-list-by-sessions',
  // A borrower without orders has one row without an order: its id is NULL, and so are all
  // columns of the order.
  `SELECT order_id AS id, product_id AS "productId!", product_name AS "productName!", principal AS "principal!", interest AS "interest!",
     arrive AS "arrive!", state AS "state!", disbursed_day AS "disbursedDay", was_ever_overdue AS "wasEverOverdue!",
     worst_overdue_days AS "worstOverdueDays!", max_tenor_days AS "maxTenorDays!", cooling_off_days AS "coolingOffDays!",
     denied_at AS "deniedAt", reapply_wait_days AS "reapplyWaitDays!", outcome, outcome_at AS "outcomeAt", answer_until AS "answerUntil",
     w.ceiling, w.later_ceiling, w.ceiling_eases, w.paused_until, w.later_paused_until, w.pause_eases, ${SESSION_COLUMNS}
   FROM ${ALIVE_BY_TOKENS} LEFT JOIN LATERAL (
     SELECT *, CASE WHEN o.state = 'auditing' THEN (
       SELECT max(q.answer_until) FROM application_question q
       WHERE q.borrower_id = o.borrower_id AND q.order_id = o.order_id AND q.answered_at IS NULL AND q.borrower_id = ANY (:among::uuid[])
     ) END AS answer_until
     FROM loan_order o WHERE o.borrower_id = s.borrower_id AND o.borrower_id = ANY (:among::uuid[]) ORDER BY applied_at DESC, order_id DESC LIMIT ${ORDERS_MAX}
   ) AS own ON true LEFT JOIN own_limit w ON w.borrower_id = s.borrower_id AND w.borrower_id = ANY (:among::uuid[]) ORDER BY applied_at DESC, order_id DESC`,
)

export type SessionWithOrders = SessionRow & {
  readonly orders: readonly OrderOnHome[]
  readonly limits: OwnLimits
}

/** Finds sessions together with the orders of their borrowers, the newest first. */
export const findSessionsWithOrders: FindSessions<SessionWithOrders> = async (
  db,
  queries,
  liveness,
) => {
  const sessions = Array<(SessionRow & { orders: OrderOnHome[]; limits: OwnLimits }) | undefined>(
    queries.length,
  )
  const values = await sessionParameters(db, queries, liveness)
  for (const row of await db.query(selectInListBySessions, values)) {
    const { at, id } = row
    const session = sessions[at - 1] ?? { ...row, orders: [], limits: ownLimitsOfColumns(row) }
    sessions[at - 1] = session
    if (id !== null) session.orders.push(orderOfRow(id, row))
  }
  return sessions
}

function orderOfRow(id: string, row: Row<'order-in-list-by-sessions'>): OrderOnHome {
  return {
    borrowerId: row.borrowerId,
    id,
    productId: row.productId,
    productName: row.productName,
    terms: {
      principal: paise(row.principal),
      maxTenorDays: row.maxTenorDays,
      coolingOffDays: row.coolingOffDays,
    },
    interest: paise(row.interest),
    arrive: paise(row.arrive),
    state: row.state,
    disbursedDay: row.disbursedDay ?? undefined,
    wasEverOverdue: row.wasEverOverdue,
    worstOverdueDays: row.worstOverdueDays,
    deniedAt: row.deniedAt ?? undefined,
    reapplyWaitDays: row.reapplyWaitDays,
    outcome: row.outcome && row.outcomeAt ? { kind: row.outcome, at: row.outcomeAt } : undefined,
    question: row.answerUntil ? { answerUntil: row.answerUntil, answeredAt: null } : undefined,
  }
}
