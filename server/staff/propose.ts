/**
 * Proposals: one person proposes an act, another approves or refuses it. Approval does the act in the
 * same transaction; a refused proposal stays readable with its reason (decision 56).
 */
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import {
  type ActName,
  decideUntil,
  type Outcome,
  type TwoPersonsOff,
  whyNotDecide,
} from '#domain/staff/proposal.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import { decryptJson, type Place } from '#server/platform/db/encrypt.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { type Done, type Effect, FLOWS, type Wishes } from '#server/staff/acts.ts'
import { contentTitle } from '#server/staff/content.ts'
import {
  type DecidedRow,
  decidedProposals,
  endProposal,
  insertProposal,
  lockOpenProposal,
  lockProposalAbout,
  openProposals,
  type ProposalRow,
} from '#server/staff/db/proposal.ts'
import { mailOf } from '#server/staff/people.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'cipher' | 'ids' | 'config' | 'queue'>
type By = { readonly staff: StaffSession; readonly now: Date }

const OUTDATED: Refusal<'outdated'> = refused('outdated')
const AUDITED: Readonly<Record<Outcome, AuditAction>> = {
  approved: 'proposal-approved',
  refused: 'proposal-refused',
  withdrawn: 'proposal-ended',
  outdated: 'proposal-ended',
  expired: 'proposal-ended',
}

const place = (proposalId: string, column: 'details_sealed' | 'why_sealed'): Place => ({
  table: 'proposal',
  row: proposalId,
  column,
})
const reasonPlace = (proposalId: string): Place => ({
  table: 'proposal_decision',
  row: proposalId,
  column: 'reason_sealed',
})

/** Proposes an act; refuses one that does not fit, or about which a proposal waits. */
export async function propose<Act extends ActName>(
  services: Parts,
  act: Act,
  wish: Wishes[Act],
  why: string,
  { staff, now }: By,
): Promise<{ readonly proposalId: string } | Refusal<'outdated'>> {
  const { db, cipher, ids } = services
  return db
    .transaction(async tx => {
      const prepared = await FLOWS[act].prepare(services, tx, wish)
      if (!prepared) return OUTDATED
      const { subject, effect } = prepared
      const earlier = await lockProposalAbout(tx, act, subject)
      if (earlier && now <= earlier.until) return OUTDATED
      if (earlier) await end(services, tx, earlier, 'expired', { staff, now })
      const proposalId = ids.uuid(now)
      const isOpen = await insertProposal(tx, {
        proposalId,
        act,
        subject,
        detailsSealed: cipher.encrypt(JSON.stringify(effect), place(proposalId, 'details_sealed')),
        whySealed: cipher.encrypt(why, place(proposalId, 'why_sealed')),
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

/** Somebody proposed the same at the same time: the transaction must not keep this one. */
class AlreadyProposed extends Error {}

/**
 * Approves a proposal and does it, in one transaction. It is somebody else's, unless the lender
 * switched the second person off for its act.
 */
export async function approveProposal(
  services: Parts,
  proposalId: string,
  by: By,
): Promise<Done | Refusal<'second-person-needed' | 'not-permitted' | 'outdated'>> {
  return services.db.transaction(async tx => {
    const row = await lockOpenProposal(tx, proposalId)
    if (!row) return OUTDATED
    const hindrance = await hindranceOf(services, tx, row, by, services.config.twoPersonsOff)
    if (hindrance) return hindrance
    const work = { services, tx, at: by.now }
    const { execute, audit: action } = FLOWS[row.act]
    const done = await execute(work, row.subject, effectOf(services, row), proposalId)
    await end(services, tx, row, done ? 'approved' : 'outdated', by)
    if (done) await audit(services, tx, action, row.subject, by)
    return done ?? OUTDATED
  })
}

/** Refuses a proposal of somebody else. Nothing happens but that the reason stays. */
export async function refuseProposal(
  services: Parts,
  proposalId: string,
  reason: string,
  by: By,
): Promise<null | Refusal<'second-person-needed' | 'not-permitted' | 'outdated'>> {
  return services.db.transaction(async tx => {
    const row = await lockOpenProposal(tx, proposalId)
    if (!row) return OUTDATED
    const hindrance = await hindranceOf(services, tx, row, by)
    if (hindrance) return hindrance
    await end(services, tx, row, 'refused', by, reason)
    return null
  })
}

/** Takes an own proposal back. */
export async function withdrawProposal(
  services: Parts,
  proposalId: string,
  by: By,
): Promise<null | Refusal<'outdated'>> {
  return services.db.transaction(async tx => {
    const row = await lockOpenProposal(tx, proposalId)
    if (row?.proposedBy !== by.staff.staffId) return OUTDATED
    await end(services, tx, row, 'withdrawn', by)
    return null
  })
}

/** Why this person cannot decide; a proposal that is too old ends with it. */
async function hindranceOf(
  services: Parts,
  tx: Transaction,
  row: ProposalRow,
  by: By,
  off?: TwoPersonsOff,
) {
  const reason = whyNotDecide(row, by.staff, by.now, off)
  if (reason === 'outdated') await end(services, tx, row, 'expired', by)
  return reason && refused(reason)
}

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
    reason === undefined ? undefined : services.cipher.encrypt(reason, reasonPlace(proposalId))
  const decidedBy = staff.staffId
  const isAlone = outcome === 'approved' && decidedBy === row.proposedBy
  await endProposal(tx, row, { outcome, decidedBy, reasonSealed, isAlone, at: now })
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

/** The effect of a proposal, as it was stored when it was made. */
export function effectOf(
  { cipher }: Pick<Parts, 'cipher'>,
  row: Pick<ProposalRow, 'proposalId' | 'detailsSealed'>,
): Effect {
  return decryptJson<Effect>(cipher, row.detailsSealed, place(row.proposalId, 'details_sealed'))
}

/** Why a proposal was made, as its proposer wrote it. */
export function whyOf(
  { cipher }: Pick<Parts, 'cipher'>,
  { proposalId, whySealed }: Pick<ProposalRow, 'proposalId' | 'whySealed'>,
): string {
  return cipher.decryptText(whySealed, place(proposalId, 'why_sealed'))
}

/** The proposals that wait, the oldest first, and the newest that were decided. */
export async function listProposals(
  services: Pick<Parts, 'db' | 'cipher' | 'config'>,
  by: By,
): Promise<Output<typeof proposal.list>> {
  const [open, decided] = await Promise.all([
    openProposals(services.db),
    decidedProposals(services.db),
  ])
  return {
    twoPersonsOff: [...services.config.twoPersonsOff],
    proposals: [
      ...open.map(row => ({ ...listed(services, row, by), ...UNDECIDED })),
      ...decided.map(row => ({ ...listed(services, row, by), ...ending(services, row) })),
    ],
  }
}

const UNDECIDED = { outcome: null, decidedBy: null, decidedAt: null, isAlone: false, reason: null }

function ending({ cipher }: Pick<Parts, 'cipher'>, row: DecidedRow) {
  const { outcome, decidedBy, decidedAt, isAlone, reasonSealed, deciderSealed, proposalId } = row
  return {
    outcome,
    decidedBy: mailOf({ cipher }, { staffId: decidedBy, mailSealed: deciderSealed }),
    decidedAt,
    isAlone,
    reason: reasonSealed && cipher.decryptText(reasonSealed, reasonPlace(proposalId)),
  }
}

function listed(services: Pick<Parts, 'cipher' | 'config'>, row: ProposalRow, { staff, now }: By) {
  const { proposalId, act, subject, proposedBy, proposedAt, until } = row
  const effect = effectOf(services, row)
  return {
    proposalId,
    act,
    subject,
    effect: {
      ...effect,
      product: effect.product ?? null,
      content: effect.content
        ? { ...effect.content, title: contentTitle(effect.content.item, effect.content.texts) }
        : null,
      before: [...effect.before],
      after: [...effect.after],
    },
    why: whyOf(services, row),
    proposedBy: mailOf(services, { staffId: proposedBy, mailSealed: row.proposerSealed }),
    proposedAt,
    until,
    isMine: proposedBy === staff.staffId,
    cannotDecide: whyNotDecide(row, staff, now, services.config.twoPersonsOff) ?? null,
  }
}
