import { indiaDayOf } from '#domain/day.ts'
import { type Relationship, relationshipOf } from '#domain/privacy/retention.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const ordersWithEnds = statement(
  'relationship-orders',
  `SELECT o.state AS "state!", o.disbursed_day AS "lentOn", o.denied_at AS "deniedAt",
     o.reapply_wait_days AS "reapplyWaitDays!", coalesce(max(e.at), o.applied_at) AS "lastAt!"
   FROM loan_order o LEFT JOIN order_event e ON e.borrower_id = o.borrower_id AND e.order_id = o.order_id
   WHERE o.borrower_id = $1 GROUP BY o.borrower_id, o.order_id`,
)

/** The facts of a borrower's orders that decide how long their data is stored. */
export async function borrowerRelationship(
  db: Queryable,
  borrowerId: string,
): Promise<Relationship> {
  const rows = await db.query(ordersWithEnds, [borrowerId])
  return relationshipOf(
    rows.map(({ state, lentOn, deniedAt, reapplyWaitDays, lastAt }) => ({
      state,
      lentOn: lentOn ?? undefined,
      deniedOn: deniedAt ? indiaDayOf(deniedAt) : undefined,
      reapplyWaitDays,
      lastOn: indiaDayOf(lastAt),
    })),
  )
}
