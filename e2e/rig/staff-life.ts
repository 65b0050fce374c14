import { setTimeout as pause } from 'node:timers/promises'
import { staffContract } from '#contract/staff/index.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type Retries, untilAnswered } from './insist.ts'
import { untilReached } from './load.ts'
import { signedInAs } from './signed-in-as.ts'

/** The acts that the console acknowledged to staff. None may be lost or happen twice. */
export type StaffAcknowledgements = Retries & {
  /** The proposals that were made, each with its refund or its order. */
  readonly proposed: Map<string, string>
  /** The refunds to pay by hand. */
  readonly refunds: Map<string, { readonly reference: string; readonly amount: number }>
  /** The orders about which a waiver was proposed. */
  readonly waived: Set<string>
  /** The proposals whose approval was answered. */
  readonly approved: Set<string>
  /** The proposals whose refusal was answered. */
  readonly refused: Set<string>
}

export function nothingByStaff(): StaffAcknowledgements {
  return {
    proposed: new Map(),
    refunds: new Map(),
    waived: new Set(),
    approved: new Set(),
    refused: new Set(),
    retries: 0,
  }
}

const LOOK_AGAIN_MS = 300
const WHY = 'The provider gave it up. Paid by hand.'
const WHY_WAIVED = 'Their wages came late.'
const DECIDED: readonly string[] = ['settle-refund', 'waive-penal']
/** The first proposal about a refund is refused, and then one in so many. */
const REFUSED_EVERY = 3

/**
 * Three people work off the refunds that the provider gave up, and waive penal charges of overdue
 * loans, until all is over: two propose, the other decides. Each act is sent twice at the same time,
 * and again until it is answered.
 */
export async function liveAsStaff(
  origin: string,
  ack: StaffAcknowledgements,
  isOver: () => boolean,
): Promise<void> {
  for (; !isOver(); await pause(LOOK_AGAIN_MS)) {
    await propose(await signedIn(origin, ack, 'operations'), ack)
    await waive(await signedIn(origin, ack, 'collections'), ack)
    await decide(await signedIn(origin, ack, 'finance'), ack)
  }
}

/** A browser that the sandbox has just signed in as a role, so that its proof is fresh. */
function signedIn(origin: string, ack: Retries, role: Role): Promise<Browser> {
  return untilReached(ack, () => signedInAs(origin, role))
}

async function propose(browser: Browser, ack: StaffAcknowledgements): Promise<void> {
  const { settleRefund } = browser.calls(staffContract.proposal)
  const inbox = browser.calls(staffContract.inbox)
  const list = await untilAnswered(ack, () => inbox.list({}))
  for (const { kind, id: refundId, notes, amount, hasProposal } of list.ok ? list.data.items : []) {
    if (kind !== 'refund' || !notes.includes('given-up') || amount === null || hasProposal) continue
    const reference = ack.refunds.get(refundId)?.reference ?? `HAND${1_000_000 + ack.refunds.size}`
    ack.refunds.set(refundId, { reference, amount })
    const send = () => untilAnswered(ack, () => settleRefund({ refundId, reference, why: WHY }))
    for (const answer of await Promise.all([send(), send()]))
      if (answer.ok) ack.proposed.set(answer.data.proposalId, refundId)
  }
}

/** Proposes once for each overdue loan to waive all its penal charges. */
async function waive(browser: Browser, ack: StaffAcknowledgements): Promise<void> {
  const { waivePenal } = browser.calls(staffContract.proposal)
  const { list } = browser.calls(staffContract.collection)
  const overdue = await untilAnswered(ack, () => list({}))
  for (const { orderId, penal: amount } of overdue.ok ? overdue.data.items : []) {
    if (amount === 0 || ack.waived.has(orderId)) continue
    ack.waived.add(orderId)
    const send = () => untilAnswered(ack, () => waivePenal({ orderId, amount, why: WHY_WAIVED }))
    for (const answer of await Promise.all([send(), send()]))
      if (answer.ok) ack.proposed.set(answer.data.proposalId, orderId)
  }
}

async function decide(browser: Browser, ack: StaffAcknowledgements): Promise<void> {
  const proposals = browser.calls(staffContract.proposal)
  const list = await untilAnswered(ack, () => proposals.list({ view: 'waiting' }))
  for (const each of list.ok ? list.data.proposals : []) {
    const { proposalId, proposedAt } = each
    const { act } = each.effect
    if (!DECIDED.includes(act)) continue
    const isRefusable = act === 'settle-refund'
    if (isRefusable && (ack.refused.size === 0 || proposedAt.getTime() % REFUSED_EVERY === 0)) {
      const reason = 'The reference is unclear.'
      const refuse = () => untilAnswered(ack, () => proposals.refuse({ proposalId, reason }))
      if ((await Promise.all([refuse(), refuse()])).some(({ ok }) => ok))
        ack.refused.add(proposalId)
    } else {
      const approve = () =>
        untilAnswered(ack, () => proposals.approve({ proposalId, reason: 'I read it.' }))
      if ((await Promise.all([approve(), approve()])).some(({ ok }) => ok))
        ack.approved.add(proposalId)
    }
  }
}

/** Checks what must be true of the acts of staff at any moment. Returns a sentence for each fault. */
export async function staffFaults(db: Database, current: StaffAcknowledgements): Promise<string[]> {
  // Acknowledgements that arrive while the database is read are left out.
  const ack = structuredClone(current)
  const [rows, decisions] = await Promise.all([
    db.raw(STRAY_ACTS),
    db.raw(
      `SELECT p.proposal_id::text AS id, d.outcome FROM proposal p LEFT JOIN proposal_decision d USING (proposal_id)`,
    ),
  ])
  const outcomeOf = new Map(decisions.map(({ id, outcome }) => [String(id), outcome]))
  return [
    ...rows.map(({ what }) => String(what)),
    ...[...ack.proposed.keys()]
      .filter(id => !outcomeOf.has(id))
      .map(id => `proposal ${id} is lost`),
    ...[...ack.approved]
      .filter(id => outcomeOf.get(id) !== 'approved')
      .map(id => `approval of ${id} is lost`),
    ...[...ack.refused]
      .filter(id => outcomeOf.get(id) !== 'refused')
      .map(id => `refusal of ${id} is lost`),
  ]
}

/** The refunds paid by hand, by key: the approved ones, as the two people remember them. */
export async function refundsByHand(
  db: Database,
  { refunds }: StaffAcknowledgements,
): Promise<[key: string, sent: { readonly ref: string; readonly amount: number }][]> {
  const rows = await db.raw(
    `SELECT p.subject AS id, r.attempt_ref AS ref FROM proposal_decision d JOIN proposal p USING (proposal_id)
     JOIN refund f ON f.refund_id::text = p.subject
     JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id
     WHERE p.act = 'settle-refund' AND d.outcome = 'approved'`,
  )
  return rows.map(({ id, ref }) => [
    `${id}-by-hand`,
    { ref: String(ref), amount: refunds.get(String(id))?.amount ?? 0 },
  ])
}

/** Approvals of refunds and waivers without their effect or their entry in the audit log, effects without approval, and doubled ones. */
const STRAY_ACTS = `
  WITH approved AS (
    SELECT p.proposal_id, p.subject, d.decided_by FROM proposal p JOIN proposal_decision d USING (proposal_id)
    WHERE p.act = 'settle-refund' AND d.outcome = 'approved'),
  waiving AS (
    SELECT p.subject, count(*) AS count FROM proposal p JOIN proposal_decision d USING (proposal_id)
    WHERE p.act = 'waive-penal' AND d.outcome = 'approved' GROUP BY p.subject),
  waived AS (SELECT order_id::text AS subject, count(*) AS count FROM penal_waiver GROUP BY order_id)
  SELECT 'waivers of order ' || subject || ' are ' || coalesce(waived.count, 0) || ', approved ' || coalesce(waiving.count, 0) AS what
    FROM waiving FULL JOIN waived USING (subject) WHERE waiving.count IS DISTINCT FROM waived.count
  UNION ALL SELECT 'waiver ' || waiver_id || ' is booked ' || count(posting) || ' times' FROM penal_waiver
    LEFT JOIN ledger_posting ON posting = 'waiver:' || waiver_id GROUP BY waiver_id HAVING count(posting) <> 1
  UNION ALL SELECT 'waiver without its entry in the audit log, of order ' || subject FROM waived
    WHERE waived.count <> (SELECT count(*) FROM audit_entry e WHERE action = 'penal-waived' AND e.subject = waived.subject)
  UNION ALL SELECT 'approval without effect, ' || proposal_id FROM approved
    WHERE NOT EXISTS (SELECT FROM refund WHERE refund_id::text = subject AND state = 'done' AND hand_reference IS NOT NULL)
  UNION ALL SELECT 'effect without approval, refund ' || refund_id FROM refund
    WHERE hand_reference IS NOT NULL AND NOT EXISTS (SELECT FROM approved WHERE subject = refund_id::text)
  UNION ALL SELECT 'two approvals of refund ' || subject FROM approved GROUP BY subject HAVING count(*) > 1
  UNION ALL SELECT 'refund ' || subject || ' is booked ' || count(posting) || ' times' FROM approved
    LEFT JOIN ledger_posting ON posting = 'refund:' || subject GROUP BY subject HAVING count(posting) <> 1
  UNION ALL SELECT 'approval without its entry in the audit log, ' || proposal_id FROM approved
    WHERE (SELECT count(*) FROM audit_entry WHERE action = 'proposal-approved' AND subject = proposal_id::text) <> 1
       OR (SELECT count(*) FROM audit_entry e WHERE action = 'desk-settle-refund' AND e.subject = approved.subject) <> 1
  UNION ALL SELECT 'decided and still open, ' || proposal_id FROM open_proposal JOIN proposal_decision USING (proposal_id)
  UNION ALL SELECT 'neither open nor decided, ' || proposal_id FROM proposal
    WHERE NOT EXISTS (SELECT FROM open_proposal o WHERE o.proposal_id = proposal.proposal_id)
      AND NOT EXISTS (SELECT FROM proposal_decision d WHERE d.proposal_id = proposal.proposal_id)`
