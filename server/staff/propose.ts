/**
 * Proposals: one person proposes an act, another approves or refuses it. Approval does the act in the
 * same transaction; a refused proposal stays readable with its reason (decision 56).
 */
import type { Input, Output } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import {
  type ActName,
  decideUntil,
  isOver,
  type Outcome,
  readableActs,
  type TwoPersonsOff,
  whyNotDecide,
} from '#domain/staff/proposal.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import { decryptJson, type Place } from '#server/platform/db/encrypt.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { type Done, type Effect, FLOWS, type NotProposed, type Wishes } from '#server/staff/acts.ts'
import { cursorOf, INSTANT, placeOf, UUID } from '#server/staff/cursor.ts'
import {
  type DecidedRow,
  decidedProposals,
  endProposal,
  insertProposal,
  lockOpenProposal,
  lockProposalAbout,
  type OneProposal,
  openProposals,
  type ProposalRow,
  proposalOf,
} from '#server/staff/db/proposal.ts'
import { mailOf } from '#server/staff/people.ts'
import { shownEffect } from '#server/staff/proposal-effect.ts'

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
): Promise<{ readonly proposalId: string } | Refusal<NotProposed<Act>>> {
  const { db, cipher, ids } = services
  return db
    .transaction(async tx => {
      const prepared = await FLOWS[act].prepare(services, tx, wish)
      if (!prepared) return OUTDATED
      if (isRefusal(prepared)) return prepared
      const { subject, effect } = prepared
      const earlier = await lockProposalAbout(tx, act, subject)
      if (earlier && !isOver(earlier, now)) return OUTDATED
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
    const isLate = isOver(row, by.now)
    await end(services, tx, row, isLate ? 'expired' : 'withdrawn', by)
    return isLate ? OUTDATED : null
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

/** Ends a proposal. One that nobody decided in time ended with its time, whoever comes upon it. */
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

const PAGE = 50
const PLACE = [INSTANT, UUID]

/**
 * A page of the proposals that wait, the oldest first, or of those that ended, the newest first. Each
 * is read by those who may propose or decide its act, by its proposer, and by whoever reads the log.
 */
export async function listProposals(
  services: Pick<Parts, 'db' | 'cipher' | 'config'>,
  { view, act, after }: Input<typeof proposal.list>,
  by: By,
): Promise<Output<typeof proposal.list> | Refusal<'input-invalid'>> {
  const place = after === undefined ? undefined : placeOf(after, PLACE)
  if (after !== undefined && !place) return refused('input-invalid')
  const { staff, now } = by
  const acts = readableActs(staff.permissions)
  const [instant = '', id = ''] = place ?? []
  const from = place && { at: new Date(instant), id }
  const wanted = { now, acts, reader: staff.staffId, act, after: from, limit: PAGE + 1 }
  const { db } = services
  const rows =
    view === 'waiting'
      ? (await openProposals(db, wanted)).map(row => ({ row, at: row.proposedAt }))
      : (await decidedProposals(db, wanted)).map(row => ({ row, at: row.endedAt }))
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    twoPersonsOff: [...services.config.twoPersonsOff],
    acts: [...acts],
    proposals: rows.slice(0, PAGE).map(({ row }) => shown(services, row, by)),
    next: last ? cursorOf([last.at.toISOString(), last.row.proposalId]) : null,
  }
}

/** One proposal, for those who may read it; for others there is none. */
export async function openProposal(
  services: Pick<Parts, 'db' | 'cipher' | 'config'>,
  { proposalId }: Input<typeof proposal.open>,
  by: By,
): Promise<Output<typeof proposal.open> | Refusal<'not-found'>> {
  const { staff } = by
  const row = await proposalOf(services.db, proposalId)
  const mayRead =
    row?.proposedBy === staff.staffId || (row && readableActs(staff.permissions).includes(row.act))
  return row && mayRead ? shown(services, row, by) : refused('not-found')
}

const UNDECIDED = { outcome: null, decidedBy: null, decidedAt: null, isAlone: false, reason: null }

function endingOf(
  { cipher }: Pick<Parts, 'cipher'>,
  row: ProposalRow | DecidedRow | OneProposal,
  now: Date,
) {
  const { proposalId, until } = row
  if ('outcome' in row && row.outcome !== null && row.outcome !== 'expired') {
    const { outcome, decidedBy, decidedAt, isAlone, reasonSealed, deciderSealed } = row
    const decider = decidedBy !== null && deciderSealed !== null
    return {
      outcome,
      decidedBy: decider
        ? mailOf({ cipher }, { staffId: decidedBy, mailSealed: deciderSealed })
        : null,
      decidedAt,
      isAlone: isAlone ?? false,
      reason: reasonSealed && cipher.decryptText(reasonSealed, reasonPlace(proposalId)),
    }
  }
  const hasExpired = isOver(row, now) || ('outcome' in row && row.outcome === 'expired')
  return hasExpired ? { ...UNDECIDED, outcome: 'expired' as const, decidedAt: until } : UNDECIDED
}

function shown(
  services: Pick<Parts, 'cipher' | 'config'>,
  row: ProposalRow | DecidedRow | OneProposal,
  { staff, now }: By,
): Output<typeof proposal.open> {
  const { proposalId, act, subject, proposedBy, proposedAt, until } = row
  return {
    proposalId,
    act,
    subject,
    effect: shownEffect(effectOf(services, row)),
    why: whyOf(services, row),
    proposedBy: mailOf(services, { staffId: proposedBy, mailSealed: row.proposerSealed }),
    proposedAt,
    until,
    isMine: proposedBy === staff.staffId,
    cannotDecide: whyNotDecide(row, staff, now, services.config.twoPersonsOff) ?? null,
    ...endingOf(services, row, now),
  }
}
