/** Applications as the rules decided them, for a rehearsal of other rules or terms. */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const select = statement(
  'rehearsal-decisions',
  `SELECT e.borrower_id AS "borrowerId", e.order_id AS "orderId", e.event, e.details->'facts' AS "facts!"
   FROM loan_order o JOIN order_event e ON e.borrower_id = o.borrower_id AND e.order_id = o.order_id
   WHERE (o.product_id = $1 OR $1 IS NULL) AND o.applied_at >= $2
     AND e.actor = 'rules' AND e.event IN ('approve', 'refer', 'deny') AND e.details ? 'facts'
   ORDER BY o.applied_at DESC, e.number DESC LIMIT $3`,
)
export type DecidedRow = Row<'rehearsal-decisions'>

/** Decisions of the rules about a product, or about all of them, the newest first. */
export function rulesDecisions(
  db: Queryable,
  { productId, since, limit }: { productId: string | undefined; since: Date; limit: number },
): Promise<readonly DecidedRow[]> {
  return db.query(select, [productId, since, limit])
}
