/**
 * Proposals: one person proposes an act, another approves or refuses it. The approval executes the
 * act in the same transaction; a refused proposal stays readable with its reason (decision 56). The
 * rights of both persons are read in that transaction, which locks their rows (decision 92).
 */
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import type { Role } from '#domain/staff/permissions.ts'
import {
  ABOUT_A_PERSON,
  type ActName,
  decideUntil,
  type Hindrance,
  hasLostRight,
  isOver,
  type Outcome,
  type TwoPersonsOff,
  whyNotDecide,
} from '#domain/staff/proposal.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import {
  actHandlers,
  executeAct,
  type NotProposed,
  type Wishes,
} from '#server/staff/acts/act-handlers.ts'
import { newAccountsOn } from '#server/staff/people/accounts.ts'
import { lockRights, NO_RIGHTS, type Rights } from '#server/staff/people/rights.ts'
import {
  endProposal,
  insertProposal,
  lockOpenProposal,
  lockProposalAbout,
  lockProposalsOf,
  type ProposalRow,
  proposalOf,
} from '#server/staff/proposals/db/proposal.ts'
import { detailsOf, encryptedProposal, encryptedReason } from '#server/staff/proposals/details.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'cipher' | 'ids' | 'config' | 'queue'>
type By = { readonly staff: StaffSession; readonly now: Date }

const OUTDATED: Refusal<'outdated'> = refused('outdated')
const AUDITED: Readonly<Record<Outcome, AuditAction>> = {
  approved: 'proposal-approved',
  refused: 'proposal-refused',
  withdrawn: 'proposal-ended',
  outdated: 'proposal-ended',
  expired: 'proposal-ended',
  'right-ended': 'proposal-ended',
}

/** Proposes an act; refuses one that does not fit, or about whose subject a proposal waits. */
export async function propose<Act extends ActName>(
  services: Parts,
  act: Act,
  wish: Wishes[Act],
  why: string,
  { staff, now }: By,
): Promise<{ readonly proposalId: string } | Refusal<NotProposed<Act>>> {
  const { db, ids } = services
  return db
    .transaction(async tx => {
      const rights = await lockRights(tx, [staff.staffId])
      if (hasLostRight(act, rights.get(staff.staffId) ?? NO_RIGHTS)) return refused('not-permitted')
      const prepared = await actHandlers[act].prepare(services, tx, wish)
      if (!prepared) return OUTDATED
      if (isRefusal(prepared)) return prepared
      const { subject, details } = prepared
      const earlier = await lockProposalAbout(tx, act, subject)
      if (earlier && !isOver(earlier, now)) return OUTDATED
      if (earlier) await end(services, tx, earlier, 'expired', { staff, now })
      const proposalId = ids.uuid(now)
      const isOpen = await insertProposal(tx, {
        proposalId,
        act,
        subject,
        ...encryptedProposal(services, proposalId, details, why),
        proposedBy: staff.staffId,
        proposedAt: now,
        until: decideUntil(now),
      })
      if (!isOpen) throw new AlreadyProposed()
      await audit(services, tx, 'proposal-made', proposalId, { staff, now })
      return { proposalId }
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadyProposed) return OUTDATED
      throw error
    })
}

/** A concurrent proposal about the same subject won: this transaction must not keep its own. */
class AlreadyProposed extends Error {}

/**
 * Approves a proposal of somebody else and executes it, in one transaction. Where the lender
 * switched off the second person for its act, the proposer may approve it. Proposals of other
 * people end where the act takes away their right to propose them.
 */
export async function approveProposal(
  services: Parts,
  proposalId: string,
  reason: string,
  by: By,
): Promise<null | Refusal<Hindrance>> {
  return deciding(services, proposalId, by, services.config.twoPersonsOff, async (tx, row) => {
    const work = { services, tx, at: by.now }
    const persons = { proposalId, proposedBy: row.proposedBy, approvedBy: by.staff.staffId }
    const isDone = await executeAct(work, row.subject, detailsOf(services, row), persons)
    await end(services, tx, row, isDone ? 'approved' : 'outdated', by, isDone ? reason : undefined)
    if (!isDone) return OUTDATED
    await audit(services, tx, actHandlers[row.act].audit, row.subject, by)
    await endWithoutRight(services, tx, row, by)
    return null
  })
}

/** Refuses a proposal of somebody else, and keeps the reason. */
export async function refuseProposal(
  services: Parts,
  proposalId: string,
  reason: string,
  by: By,
): Promise<null | Refusal<Hindrance>> {
  return deciding(services, proposalId, by, new Set(), async (tx, row) => {
    await end(services, tx, row, 'refused', by, reason)
    return null
  })
}

/** Takes back a proposal of the caller. */
export async function withdrawProposal(
  services: Parts,
  proposalId: string,
  by: By,
): Promise<null | Refusal<'outdated'>> {
  return services.db.transaction(async tx => {
    const row = await lockOpenProposal(tx, proposalId)
    if (row?.proposedBy !== by.staff.staffId) return OUTDATED
    const isLate = isOver(row, by.now)
    await end(services, tx, row, isLate ? 'expired' : 'withdrawn', by)
    return isLate ? OUTDATED : null
  })
}

/**
 * Decides a waiting proposal, where this person may. A proposal past its deadline, or whose
 * proposer lost the right to propose it, ends. Every transaction locks people before proposals.
 */
async function deciding<T>(
  services: Parts,
  proposalId: string,
  by: By,
  off: TwoPersonsOff,
  decide: (tx: Transaction, row: ProposalRow) => Promise<T>,
): Promise<T | Refusal<Hindrance>> {
  return services.db.transaction(async tx => {
    const rights = await rightsAround(tx, proposalId, by)
    const row = await lockOpenProposal(tx, proposalId)
    if (!row) {
      const ended = await proposalOf(tx, proposalId)
      return ended?.outcome === 'right-ended' ? refused('proposer-without-right') : OUTDATED
    }
    const proposerMay = rights.get(row.proposedBy) ?? NO_RIGHTS
    const { staffId } = by.staff
    const decider = { staffId, permissions: rights.get(staffId) ?? NO_RIGHTS }
    const standing = { ...row, proposerMay, accounts: await newAccountsOn(tx, by.now) }
    const reason = whyNotDecide(standing, decider, by.now, off)
    if (reason === 'outdated') await end(services, tx, row, 'expired', by)
    if (reason === 'proposer-without-right') await end(services, tx, row, 'right-ended', by)
    return reason ? refused(reason) : decide(tx, row)
  })
}

/** The rights of the proposer, of the decider, and of the people whom the act is about. */
async function rightsAround(tx: Transaction, proposalId: string, { staff }: By): Promise<Rights> {
  const proposal = await proposalOf(tx, proposalId)
  const { people, role } = proposal ? aboutWhom(proposal) : { people: [] }
  const proposers = proposal ? [proposal.proposedBy] : []
  return lockRights(tx, [staff.staffId, ...proposers, ...people], role)
}

/** The people whose rights an act changes: one person, or all who have a role. */
function aboutWhom({ act, subject }: Pick<ProposalRow, 'act' | 'subject'>): {
  readonly people: readonly string[]
  readonly role?: Role
} {
  if (ABOUT_A_PERSON.includes(act)) return { people: [subject] }
  return act === 'change-role' ? { people: [], role: subject as Role } : { people: [] }
}

/** Ends proposals of the people whose rights an act changed, where they lost that right. */
async function endWithoutRight(
  services: Parts,
  tx: Transaction,
  row: ProposalRow,
  by: By,
): Promise<void> {
  const { people, role } = aboutWhom(row)
  if (people.length === 0 && role === undefined) return
  const rights = await lockRights(tx, people, role)
  for (const open of await lockProposalsOf(tx, [...rights.keys()]))
    if (hasLostRight(open.act, rights.get(open.proposedBy) ?? NO_RIGHTS))
      await end(services, tx, open, 'right-ended', by)
}

/** Ends a proposal. One that nobody decided in time ends at its deadline. */
async function end(
  services: Parts,
  tx: Transaction,
  row: ProposalRow,
  outcome: Outcome,
  { staff, now }: By,
  reason?: string,
): Promise<void> {
  const { proposalId } = row
  const reasonSealed =
    reason === undefined ? undefined : encryptedReason(services, proposalId, reason)
  const decidedBy = staff.staffId
  const isAlone = outcome === 'approved' && decidedBy === row.proposedBy
  const at = outcome === 'expired' ? row.until : now
  await endProposal(tx, row, { outcome, decidedBy, reasonSealed, isAlone, at })
  const action = isAlone ? 'proposal-approved-alone' : AUDITED[outcome]
  await audit(services, tx, action, proposalId, { staff, now })
}

async function audit(
  { cipher }: Parts,
  tx: Transaction,
  action: AuditAction,
  subject: string,
  { staff, now }: By,
): Promise<void> {
  await writeAudit(tx, cipher, { actor: `staff:${staff.staffId}`, action, subject, at: now })
}
