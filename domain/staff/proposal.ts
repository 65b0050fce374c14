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
  'invite-staff': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'change-staff': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'change-role': { propose: 'staff:change', decide: 'staff:approve', isOnMoney: false },
  'publish-product': { propose: 'products:propose', decide: 'products:approve', isOnMoney: true },
  'withdraw-product': { propose: 'products:propose', decide: 'products:approve', isOnMoney: true },
} as const satisfies Readonly<Record<string, Act>>

export type ActName = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as ActName[]

/**
 * `outdated`: it no longer fitted the state of things when it was approved. `expired`: nobody
 * decided in time.
 */
export const OUTCOMES = ['approved', 'refused', 'withdrawn', 'outdated', 'expired'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A proposal that nobody decides ends after this time. */
export const PROPOSAL_DAYS = 7

/** The last instant at which a proposal can be decided. */
export function decideUntil(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + PROPOSAL_DAYS * 86_400_000)
}

type Standing = {
  readonly act: ActName
  /** The id of what it is about; of `change-staff`, the person. */
  readonly subject: string
  readonly proposedBy: string
  readonly until: Date
}
type Decider = { readonly staffId: string; readonly permissions: ReadonlySet<Permission> }

/** Why this person cannot decide this proposal now; undefined if they can. */
export function whyNotDecide(
  { act, subject, proposedBy, until }: Standing,
  { staffId, permissions }: Decider,
  now: Date,
): 'second-person-needed' | 'not-permitted' | 'outdated' | undefined {
  if (proposedBy === staffId || (act === 'change-staff' && subject === staffId))
    return 'second-person-needed'
  if (!permissions.has(ACTS[act].decide)) return 'not-permitted'
  return now > until ? 'outdated' : undefined
}
