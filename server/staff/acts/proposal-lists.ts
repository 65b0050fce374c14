/** Proposals for people who may read them: a page, or one. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import type { NewAccounts } from '#domain/staff/account.ts'
import { type EditedRoles, permissionsOf } from '#domain/staff/permissions.ts'
import { ACT_NAMES, isOver, readableActs, whyNotDecide } from '#domain/staff/proposal.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import { contentTitle } from '#server/staff/catalogue/content.ts'
import { cursorOf, INSTANT, placeOf, UUID } from '#server/staff/cursor.ts'
import { newAccountsOn } from '#server/staff/people/accounts.ts'
import { editedRolesOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { NO_RIGHTS } from '#server/staff/people/rights.ts'
import {
  type DecidedRow,
  decidedProposals,
  type OneProposal,
  openProposals,
  type ProposalRow,
  proposalOf,
} from '#server/staff/proposals/db/proposal.ts'
import {
  type Dated,
  detailsOf,
  type ProposalDetails,
  reasonOf,
  whyOf,
} from '#server/staff/proposals/details.ts'
import { LANGUAGES } from '#words/language.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'config'>
type By = { readonly staff: StaffSession; readonly now: Date }

const PAGE = 50
const PLACE = [INSTANT, UUID]

/**
 * A page of waiting proposals, the oldest first, or of ended ones, the newest first. Readers of a
 * proposal are people who may propose or decide its act, its proposer, and readers of the log.
 */
export async function listProposals(
  services: Parts,
  { view, act, after }: Input<typeof proposal.list>,
  by: By,
): Promise<Output<typeof proposal.list> | Refusal<'input-invalid'>> {
  const place = after === undefined ? undefined : placeOf(after, PLACE)
  if (after !== undefined && !place) return refused('input-invalid')
  const { staff, now } = by
  const acts = readableActs(staff.permissions)
  const [instant = '', id = ''] = place ?? []
  const from = place && { at: new Date(instant), id }
  const filter = { now, acts, reader: staff.staffId, act, after: from, limit: PAGE + 1 }
  const { db } = services
  const rows =
    view === 'waiting'
      ? (await openProposals(db, filter)).map(row => ({ row, at: row.proposedAt }))
      : (await decidedProposals(db, filter)).map(row => ({ row, at: row.endedAt }))
  const circumstances = await circumstancesOn(db, now)
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    twoPersonsOff: ACT_NAMES.filter(act => services.config.twoPersonsOff.has(act)),
    acts: [...acts],
    proposals: rows.slice(0, PAGE).map(({ row }) => shown(services, row, circumstances, by)),
    next: last ? cursorOf([last.at.toISOString(), last.row.proposalId]) : null,
  }
}

/** One proposal, for its readers; not found for others. */
export async function openProposal(
  services: Parts,
  { proposalId }: Input<typeof proposal.open>,
  by: By,
): Promise<Output<typeof proposal.open> | Refusal<'not-found'>> {
  const { staff } = by
  const row = await proposalOf(services.db, proposalId)
  const mayRead =
    row?.proposedBy === staff.staffId || (row && readableActs(staff.permissions).includes(row.act))
  if (!row || !mayRead) return refused('not-found')
  return shown(services, row, await circumstancesOn(services.db, by.now), by)
}

/** The conditions of a decision besides the proposal and its two persons. */
type Circumstances = { readonly edited: EditedRoles; readonly accounts: NewAccounts }

async function circumstancesOn(db: Queryable, now: Date): Promise<Circumstances> {
  return { edited: await editedRolesOf(db), accounts: await newAccountsOn(db, now) }
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
      reason: reasonSealed && reasonOf({ cipher }, proposalId, reasonSealed),
    }
  }
  const hasExpired = isOver(row, now) || ('outcome' in row && row.outcome === 'expired')
  return hasExpired ? { ...UNDECIDED, outcome: 'expired' as const, decidedAt: until } : UNDECIDED
}

function shown(
  services: Omit<Parts, 'db'>,
  row: ProposalRow | DecidedRow | OneProposal,
  { edited, accounts }: Circumstances,
  { staff, now }: By,
): Output<typeof proposal.open> {
  const { proposalId, subject, proposedBy, proposedAt, until } = row
  const isOut = row.proposerEndedAt !== null || row.isProposerUnconfirmed
  const proposerMay = isOut ? NO_RIGHTS : permissionsOf(row.proposerRoles, edited)
  const { twoPersonsOff } = services.config
  return {
    proposalId,
    subject,
    effect: effectOf(detailsOf(services, row)),
    why: whyOf(services, row),
    proposedBy: mailOf(services, { staffId: proposedBy, mailSealed: row.proposerSealed }),
    proposedAt,
    until,
    isMine: proposedBy === staff.staffId,
    cannotDecide:
      whyNotDecide({ ...row, proposerMay, accounts }, staff, now, twoPersonsOff) ?? null,
    ...endingOf(services, row, now),
  }
}

type Effect = Output<typeof proposal.open>['effect']

/** Details as the readers of their proposal see them. */
function effectOf(details: ProposalDetails): Effect {
  switch (details.act) {
    case 'approve-application':
      return { ...details, denials: [...details.denials] }
    case 'invite-staff':
    case 'renew-staff':
      return { ...details, roles: [...details.roles] }
    case 'change-staff':
      return { ...details, before: [...details.before], after: [...details.after] }
    case 'change-role':
      return { ...details, before: [...details.before], after: [...details.after] }
    case 'publish-product':
    case 'withdraw-product': {
      const { act, product, example } = details
      return { act, product, example, ...changesOf(details) }
    }
    case 'change-policy':
      return { act: details.act, ...changesOf(details) }
    case 'change-content': {
      const { act, content } = details
      const title = contentTitle(content.item, content.texts)
      return { act, content: { ...content, title }, ...changesOf(details) }
    }
    default:
      return details
  }
}

/** The day, the versions and the values of a dated change. */
function changesOf({ dated, values }: Dated) {
  return {
    dated: { ...dated, stays: [...dated.stays] },
    values: values.map(({ name, ...value }) => {
      const [part = '', language] = name.split(' ')
      return { ...value, name: part, language: LANGUAGES.find(each => each === language) ?? null }
    }),
  }
}
