/** Proposals, the open ones, and how each ended: rows that nothing rewrites. */
import type { ActName, Outcome } from '#domain/staff/proposal.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `p.proposal_id AS "proposalId", p.act, p.subject, p.details_sealed AS "detailsSealed", p.why_sealed AS "whySealed",
  p.proposed_by AS "proposedBy", p.proposed_at AS "proposedAt", p.decide_until AS until, by.mail_sealed AS "proposerSealed"`
const PROPOSED = 'proposal p JOIN staff by ON by.staff_id = p.proposed_by'

const insert = statement(
  'proposal-insert',
  `INSERT INTO proposal (proposal_id, act, subject, details_sealed, why_sealed, proposed_by, proposed_at, decide_until)
   VALUES (:proposalId, :act, :subject, :detailsSealed, :whySealed, :proposedBy, :proposedAt, :until)`,
)
const insertOpen = statement(
  'proposal-open',
  `INSERT INTO open_proposal (act, subject, proposal_id) VALUES ($1, $2, $3)
   ON CONFLICT (act, subject) DO NOTHING RETURNING proposal_id`,
)
const lockOpen = statement(
  'proposal-lock',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE o.proposal_id = $1 FOR UPDATE OF o`,
)
const lockOpenAbout = statement(
  'proposal-lock-about',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE o.act = $1 AND o.subject = $2 FOR UPDATE OF o`,
)
const listOpen = statement(
  'proposals-open',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   ORDER BY p.proposed_at LIMIT 200`,
)
const listDecided = statement(
  'proposals-decided',
  `SELECT ${COLUMNS}, d.outcome, d.decided_by AS "decidedBy", d.decided_at AS "decidedAt", d.reason_sealed AS "reasonSealed", d.is_alone AS "isAlone",
     decider.mail_sealed AS "deciderSealed"
   FROM proposal_decision d JOIN ${PROPOSED} ON p.proposal_id = d.proposal_id
   JOIN staff decider ON decider.staff_id = d.decided_by ORDER BY d.decided_at DESC LIMIT 100`,
)
const countAlone = statement(
  'proposals-alone',
  `SELECT p.act, count(*)::int AS "count!" FROM proposal_decision d JOIN proposal p ON p.proposal_id = d.proposal_id
   WHERE d.is_alone GROUP BY p.act ORDER BY p.act`,
)
const close = statement('proposal-close', 'DELETE FROM open_proposal WHERE proposal_id = $1')
const insertDecision = statement(
  'proposal-decide',
  `INSERT INTO proposal_decision (proposal_id, proposed_by, decided_by, outcome, reason_sealed, decided_at, is_alone)
   VALUES (:proposalId, :proposedBy, :decidedBy, :outcome, :reasonSealed, :at, :isAlone)`,
)

export type ProposalRow = Row<'proposals-open'>
export type DecidedRow = Row<'proposals-decided'>

export type NewProposal = Omit<ProposalRow, 'proposerSealed'>

/** Stores a proposal; false if one about the same waits already. */
export async function insertProposal(tx: Transaction, proposal: NewProposal): Promise<boolean> {
  await tx.query(insert, proposal)
  const { act, subject, proposalId } = proposal
  return (await tx.query(insertOpen, [act, subject, proposalId])).length === 1
}

/** The proposal with this id if it waits, locked until the transaction ends. */
export async function lockOpenProposal(
  tx: Transaction,
  proposalId: string,
): Promise<ProposalRow | undefined> {
  return isUuid(proposalId) ? tx.maybeOne(lockOpen, [proposalId]) : undefined
}

/** The proposal of this act that waits about a subject, locked until the transaction ends. */
export function lockProposalAbout(
  tx: Transaction,
  act: ActName,
  subject: string,
): Promise<ProposalRow | undefined> {
  return tx.maybeOne(lockOpenAbout, [act, subject])
}

export const openProposals = (db: Queryable) => db.query(listOpen)
export const decidedProposals = (db: Queryable) => db.query(listDecided)

export type Decision = {
  readonly outcome: Outcome
  readonly decidedBy: string
  readonly reasonSealed?: Buffer | undefined
  /** Its proposer approves it: the lender switched the second person off for this act. */
  readonly isAlone: boolean
  readonly at: Date
}

/** How many acts of each kind were approved by their proposer alone. */
export const actsDoneAlone = (db: Queryable) => db.query(countAlone)

/**
 * Ends a proposal, once. The database refuses the proposer as the one who approves or refuses, unless
 * the approval says that they acted alone.
 */
export async function endProposal(
  tx: Transaction,
  { proposalId, proposedBy }: Pick<ProposalRow, 'proposalId' | 'proposedBy'>,
  { outcome, decidedBy, reasonSealed, isAlone, at }: Decision,
): Promise<void> {
  const decision = { proposalId, proposedBy, decidedBy, outcome, reasonSealed, at, isAlone }
  await tx.query(insertDecision, decision)
  await tx.query(close, [proposalId])
}
