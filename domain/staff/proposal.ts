import { mayBeOne, type NewAccounts } from './account.ts'
import type { Permission } from './permissions.ts'

type Act = {
  /** The permission to propose it. */
  readonly propose: Permission
  /** The permission to approve or refuse it; the proposer needs it not, and never decides. */
  readonly decide: Permission
  readonly isOnMoney: boolean
}

/** The acts that need two persons (decision 56). */
export const ACTS = {
  'settle-refund': { propose: 'refunds:settle', decide: 'refunds:approve', isOnMoney: true },
  'stop-payout': { propose: 'payouts:stop', decide: 'payouts:approve', isOnMoney: true },
  // No money moves before its borrower takes it, so officers may hold both permissions.
  'approve-application': {
    propose: 'applications:decide',
    decide: 'applications:approve',
    isOnMoney: false,
  },
  'waive-penal': { propose: 'waivers:propose', decide: 'waivers:approve', isOnMoney: true },
  'close-unknown-payment': {
    propose: 'refunds:settle',
    decide: 'refunds:approve',
    isOnMoney: true,
  },
  'invite-staff': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'change-staff': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'renew-staff': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'change-role': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'publish-product': { propose: 'products:propose', decide: 'products:approve', isOnMoney: true },
  'change-policy': { propose: 'policy:propose', decide: 'policy:approve', isOnMoney: true },
  'change-content': { propose: 'content:propose', decide: 'content:publish', isOnMoney: false },
  'withdraw-product': { propose: 'products:propose', decide: 'products:approve', isOnMoney: true },
} as const satisfies Readonly<Record<string, Act>>

export type ActName = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as ActName[]

/**
 * `outdated`: it did not fit any more when it was approved. `expired`: nobody decided in time.
 * `right-ended`: its proposer lost the right to propose it.
 */
export const OUTCOMES = [
  'approved',
  'refused',
  'withdrawn',
  'outdated',
  'expired',
  'right-ended',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The lifetime of an undecided proposal. */
export const PROPOSAL_DAYS = 7

/** The last instant at which a proposal can be decided. */
export function decideUntil(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + PROPOSAL_DAYS * 86_400_000)
}

/** True if the deadline of a proposal is over: it has ended, and the same may be proposed again. */
export function isOver({ until }: { readonly until: Date }, now: Date): boolean {
  return now > until
}

/**
 * The acts whose proposals a person with these permissions reads, besides their own: those that
 * they propose or decide, and all of them for readers of the log of acts.
 */
export function readableActs(permissions: ReadonlySet<Permission>): readonly ActName[] {
  if (permissions.has('audit:read')) return ACT_NAMES
  return ACT_NAMES.filter(
    act => permissions.has(ACTS[act].propose) || permissions.has(ACTS[act].decide),
  )
}

type Standing = {
  readonly act: ActName
  /** The id of what it is about; of `change-staff` and `renew-staff`, the person. */
  readonly subject: string
  readonly proposedBy: string
  readonly until: Date
  /** The permissions that its proposer has now. */
  readonly proposerMay: ReadonlySet<Permission>
  /** The proposers, approvers and confirmers of new accounts. */
  readonly accounts: NewAccounts
}
type Decider = { readonly staffId: string; readonly permissions: ReadonlySet<Permission> }

/** Acts about a person, who never decides about themselves. */
export const ABOUT_A_PERSON: readonly ActName[] = ['change-staff', 'renew-staff']

/** True if the proposer of an act has lost the right to propose it, which ends the proposal. */
export function hasLostRight(act: ActName, proposerMay: ReadonlySet<Permission>): boolean {
  return !proposerMay.has(ACTS[act].propose)
}

/**
 * The acts for which the lender switched the second person off, by name: their proposer may approve
 * them. A lender with one person needs it; the record says so for ever (decision 66).
 */
export type TwoPersonsOff = ReadonlySet<string>

export const HINDRANCES = [
  'second-person-needed',
  'not-permitted',
  'outdated',
  'proposer-without-right',
  'account-too-new',
] as const
export type Hindrance = (typeof HINDRANCES)[number]

/** The reason why this person cannot decide this proposal now; undefined if they can. */
export function whyNotDecide(
  { act, subject, proposedBy, until, proposerMay, accounts }: Standing,
  { staffId, permissions }: Decider,
  now: Date,
  off: TwoPersonsOff = new Set(),
): Hindrance | undefined {
  const isOwn = proposedBy === staffId || (ABOUT_A_PERSON.includes(act) && subject === staffId)
  if (isOwn && !off.has(act)) return 'second-person-needed'
  if (!permissions.has(ACTS[act].decide)) return 'not-permitted'
  if (isOver({ until }, now)) return 'outdated'
  if (hasLostRight(act, proposerMay)) return 'proposer-without-right'
  const mayBeAlone = off.has(act) || !mayBeOne(proposedBy, staffId, accounts)
  return mayBeAlone ? undefined : 'account-too-new'
}
