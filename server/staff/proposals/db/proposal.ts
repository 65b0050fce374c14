/** Proposals, the open ones, and how each ended: rows that are never updated. */
import type { ActName, Outcome } from '#domain/staff/proposal.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `p.proposal_id AS "proposalId!", p.act AS "act!", p.subject AS "subject!", p.details_sealed AS "detailsSealed!",
  p.why_sealed AS "whySealed!", p.proposed_by AS "proposedBy!", p.proposed_at AS "proposedAt!", p.decide_until AS "until!",
  by.mail_sealed AS "proposerSealed!", by.roles AS "proposerRoles!", by.ended_at AS "proposerEndedAt",
  EXISTS (SELECT FROM staff_account a WHERE a.staff_id = p.proposed_by AND a.confirmed_at IS NULL) AS "isProposerUnconfirmed!"`
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
const lockOpenOf = statement(
  'proposals-lock-of',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE p.proposed_by::text = ANY ($1::text[]) ORDER BY p.proposal_id FOR UPDATE OF o`,
)
const lockOpenAbout = statement(
  'proposal-lock-about',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE o.act = $1 AND o.subject = $2 FOR UPDATE OF o`,
)
/** Open proposals wait until their deadline, and are read as expired after it. */
const listOpen = statement(
  'proposals-open',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE p.decide_until >= :now AND (p.act = ANY (:acts::text[]) OR p.proposed_by = :reader) AND (:act::text IS NULL OR p.act = :act::text)
     AND (:afterAt::timestamptz IS NULL OR (p.proposed_at, p.proposal_id) > (:afterAt::timestamptz, :afterId::uuid))
   ORDER BY p.proposed_at, p.proposal_id LIMIT :limit`,
)
const listAbout = statement(
  'proposals-about',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE o.subject = ANY ($1) AND p.decide_until >= $2 ORDER BY p.proposed_at, p.proposal_id`,
)
const listOfActs = statement(
  'proposals-of-acts',
  `SELECT ${COLUMNS} FROM open_proposal o JOIN ${PROPOSED} ON o.proposal_id = p.proposal_id
   WHERE o.act = ANY ($1) AND p.decide_until >= $2 ORDER BY p.proposed_at, p.proposal_id`,
)
const ENDING = `e.outcome, e.decided_by AS "decidedBy", e.decided_at AS "decidedAt", e.reason_sealed AS "reasonSealed",
  e.is_alone AS "isAlone", decider.mail_sealed AS "deciderSealed"`
const listDecided = statement(
  'proposals-decided',
  `SELECT ${COLUMNS}, ${ENDING}, ended.at AS "endedAt!"
   FROM (SELECT proposal_id, decided_at AS at FROM proposal_decision
     UNION ALL SELECT w.proposal_id, w.decide_until
       FROM open_proposal o JOIN proposal w ON w.proposal_id = o.proposal_id WHERE w.decide_until < :now) ended
   JOIN ${PROPOSED} ON p.proposal_id = ended.proposal_id LEFT JOIN proposal_decision e ON e.proposal_id = ended.proposal_id
   LEFT JOIN staff decider ON decider.staff_id = e.decided_by
   WHERE (p.act = ANY (:acts::text[]) OR p.proposed_by = :reader) AND (:act::text IS NULL OR p.act = :act::text)
     AND (:afterAt::timestamptz IS NULL OR (ended.at, ended.proposal_id) < (:afterAt::timestamptz, :afterId::uuid))
   ORDER BY ended.at DESC, ended.proposal_id DESC LIMIT :limit`,
)
const one = statement(
  'proposal-one',
  `SELECT ${COLUMNS}, ${ENDING} FROM ${PROPOSED} LEFT JOIN proposal_decision e ON e.proposal_id = p.proposal_id
   LEFT JOIN staff decider ON decider.staff_id = e.decided_by WHERE p.proposal_id = $1`,
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
/** A proposal with its end. One that nobody decided has no outcome, and ended at its deadline. */
export type DecidedRow = Row<'proposals-decided'>
/** A proposal, and its outcome if somebody decided it. */
export type OneProposal = Row<'proposal-one'>

export type NewProposal = Omit<
  ProposalRow,
  'proposerSealed' | 'proposerRoles' | 'proposerEndedAt' | 'isProposerUnconfirmed'
>

/** Stores a proposal; false if one about the same subject waits. */
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

/** The waiting proposals of these people, locked until the transaction ends. */
export const lockProposalsOf = (tx: Transaction, staffIds: readonly string[]) =>
  tx.query(lockOpenOf, [staffIds])

/** The waiting proposal of this act about a subject, locked until the transaction ends. */
export function lockProposalAbout(
  tx: Transaction,
  act: ActName,
  subject: string,
): Promise<ProposalRow | undefined> {
  return tx.maybeOne(lockOpenAbout, [act, subject])
}

/** The proposals that a person may read: those of these acts, and their own; a page after a cursor. */
export type Readable = {
  readonly now: Date
  readonly acts: readonly ActName[]
  readonly reader: string
  readonly act?: ActName | undefined
  readonly after?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/** The waiting proposals, the oldest first. */
export const openProposals = (db: Queryable, { after, ...filter }: Readable) =>
  db.query(listOpen, { ...filter, act: filter.act, afterAt: after?.at, afterId: after?.id })

/** The ended proposals, the newest first, including expired ones. */
export const decidedProposals = (db: Queryable, { after, ...filter }: Readable) =>
  db.query(listDecided, { ...filter, act: filter.act, afterAt: after?.at, afterId: after?.id })

/** One proposal in any state. */
export async function proposalOf(
  db: Queryable,
  proposalId: string,
): Promise<OneProposal | undefined> {
  return isUuid(proposalId) ? db.maybeOne(one, [proposalId]) : undefined
}

/** The waiting proposals about any of these subjects. */
export const proposalsAbout = (db: Queryable, subjects: readonly string[], now: Date) =>
  db.query(listAbout, [subjects, now])

/** The waiting proposals of these acts, the oldest first. */
export const proposalsOfActs = (db: Queryable, acts: readonly ActName[], now: Date) =>
  db.query(listOfActs, [acts, now])

export type Decision = {
  readonly outcome: Outcome
  readonly decidedBy: string
  readonly reasonSealed?: Buffer | undefined
  /** True if its proposer approves it, where the lender switched off the second person for this act. */
  readonly isAlone: boolean
  readonly at: Date
}

/** The number of acts of each kind that their proposer approved alone. */
export const actsDoneAlone = (db: Queryable) => db.query(countAlone)

/**
 * Ends a proposal once. The database refuses an approval or refusal by the proposer, unless the
 * approval says that the proposer acted alone.
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
