/** The versions of the lender's texts with the persons who made them, as their proposals name them. */
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const versions = statement(
  'content-versions',
  `SELECT v.version, v.from_day AS "fromDay", v.until_day AS "untilDay", v.texts, v.href, v.made_at AS "madeAt",
     v.proposal_id AS "proposalId", p.why_sealed AS "whySealed", p.proposed_by AS "proposedBy", by.mail_sealed AS "proposerSealed",
     d.decided_by AS "decidedBy", decider.mail_sealed AS "deciderSealed"
   FROM content_version v JOIN proposal p ON p.proposal_id = v.proposal_id
   JOIN staff by ON by.staff_id = p.proposed_by
   JOIN proposal_decision d ON d.proposal_id = v.proposal_id
   JOIN staff decider ON decider.staff_id = d.decided_by
   WHERE v.item = $1 ORDER BY v.version DESC LIMIT 200`,
)

/** Every version of an item, the newest first. */
export const contentVersions = (db: Queryable, item: string) => db.query(versions, [item])
