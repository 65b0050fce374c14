import type { Database } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

/** So many payouts, refunds or payment links are with a vendor and have not ended. */
export type UnderWay = {
  readonly what: 'payouts' | 'refunds' | 'payment links'
  readonly vendor: string
  readonly count: number
}

const selectElsewhere = statement(
  'under-way-elsewhere',
  `SELECT 'payouts' AS what, vendor, count(*)::int AS count FROM payout
   WHERE state = 'pending' AND vendor <> $1 GROUP BY vendor
   UNION ALL
   SELECT 'refunds', r.vendor, count(*)::int
   FROM refund f JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id
   WHERE f.state = 'pending' AND r.vendor <> $2 GROUP BY r.vendor
   UNION ALL
   SELECT 'payment links', vendor, count(*)::int FROM payment
   WHERE status = 'pending' AND link_ref IS NOT NULL AND vendor <> $2 GROUP BY vendor`,
)

/** What is under way with other vendors than these. */
export function underWayElsewhere(db: Database, { payout, payment }: { payout: string; payment: string }): Promise<UnderWay[]> {
  return db.query(selectElsewhere, [payout, payment])
}
