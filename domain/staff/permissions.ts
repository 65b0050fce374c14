/**
 * The permissions of the lender's people. A role is a set of them; a call of the contract names the
 * one that it needs (decision 56).
 */
export const PERMISSIONS = [
  /** Sees and ends the own session. Everybody who is signed in has it. */
  'session:own',
  'inbox:read',
  'inbox:work',
  'applications:read',
  'applications:decide',
  /** Decides about approvals that need a second person. */
  'applications:approve',
  /** Finds borrowers, and opens their pages and orders, each with a reason. */
  'borrowers:read',
  'borrowers:note',
  'borrowers:reveal',
  /** Signs a borrower out everywhere, as after a theft. */
  'borrowers:sign-out',
  /** Sees the pictures and the names of an identity. */
  'identity:read',
  /** Passes or denies a face, cards and names. */
  'identity:decide',
  'collections:read',
  'collections:work',
  /** Grants or refuses a request for later due days. */
  'hardship:decide',
  'complaints:read',
  'complaints:work',
  /** Rejects a complaint, and closes one that was escalated: the grievance officer's. */
  'complaints:decide',
  'refunds:settle',
  'refunds:approve',
  'payouts:stop',
  'payouts:approve',
  'waivers:propose',
  'waivers:approve',
  'proposals:read',
  /** Decides proposals, each with the permission of its act besides. */
  'proposals:decide',
  'staff:read',
  'staff:change',
  'staff:approve',
  'products:read',
  'products:draft',
  'products:propose',
  'products:approve',
  'reports:read',
  'reports:export',
  'audit:read',
  /** Looks into a day on which a colleague opened more than their role may. */
  'looks:review',
  'policy:read',
  'policy:propose',
  'policy:approve',
  'content:read',
  'content:propose',
  /** Approves texts that borrowers read: another person's, always. */
  'content:publish',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = [
  'viewer',
  'credit-officer',
  'kyc-officer',
  'operations',
  'collections',
  'grievance-officer',
  'product-manager',
  'finance',
  'compliance',
  'administrator',
] as const
export type Role = (typeof ROLES)[number]

const READS: readonly Permission[] = ['session:own', 'inbox:read', 'proposals:read']
const DRAFTS: readonly Permission[] = [
  'products:read',
  'products:draft',
  'products:propose',
  'policy:read',
  'policy:propose',
  'content:read',
  'content:propose',
]
const WORKS: readonly Permission[] = [...READS, 'inbox:work']
const WORKS_ON_BORROWERS: readonly Permission[] = [...WORKS, 'borrowers:read', 'borrowers:note']
const COMPLAINTS: readonly Permission[] = ['complaints:read', 'complaints:work']
const REPORTS: readonly Permission[] = ['reports:read', 'reports:export']

/** The given roles. A role that proposes an act on money does not approve it. */
export const DEFAULT_ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: [...READS, 'products:read', 'reports:read', 'policy:read', 'content:read'],
  'credit-officer': [
    ...WORKS_ON_BORROWERS,
    'applications:read',
    'applications:decide',
    'applications:approve',
    'proposals:decide',
    'hardship:decide',
    'borrowers:reveal',
  ],
  'kyc-officer': [
    ...WORKS_ON_BORROWERS,
    'applications:read',
    'borrowers:reveal',
    'identity:read',
    'identity:decide',
  ],
  operations: [
    ...WORKS_ON_BORROWERS,
    ...COMPLAINTS,
    'borrowers:sign-out',
    'refunds:settle',
    'payouts:stop',
  ],
  // A collector gets a number for one call at a time, where a call is lawful, and not by `borrowers:reveal`.
  collections: [
    ...WORKS_ON_BORROWERS,
    'collections:read',
    'collections:work',
    'hardship:decide',
    'waivers:propose',
  ],
  'grievance-officer': [
    ...WORKS_ON_BORROWERS,
    ...COMPLAINTS,
    'borrowers:reveal',
    'borrowers:sign-out',
    'complaints:decide',
  ],
  'product-manager': [...READS, ...DRAFTS, ...REPORTS],
  finance: [
    ...WORKS,
    ...REPORTS,
    'proposals:decide',
    'refunds:approve',
    'payouts:approve',
    'waivers:approve',
    'borrowers:read',
  ],
  compliance: [
    ...WORKS,
    ...REPORTS,
    'proposals:decide',
    'staff:read',
    'staff:approve',
    'products:read',
    'products:approve',
    'audit:read',
    'looks:review',
    'complaints:read',
    'policy:read',
    'policy:approve',
    'content:read',
    'content:publish',
  ],
  administrator: [
    ...READS,
    ...DRAFTS,
    ...REPORTS,
    'proposals:decide',
    'staff:read',
    'staff:change',
    'staff:approve',
    'audit:read',
  ],
}

/** The permissions of edited roles, which replace the given ones. */
export type EditedRoles = Readonly<Partial<Record<Role, readonly Permission[]>>>

/** All permissions of a person with these roles. Everybody sees and ends the own session. */
export function permissionsOf(
  roles: readonly Role[],
  edited: EditedRoles = {},
): ReadonlySet<Permission> {
  return new Set(['session:own', ...roles.flatMap(role => edited[role] ?? DEFAULT_ROLES[role])])
}

/** Sessions of staff end this long after their beginning, in any case. */
export const STAFF_SESSION_HOURS = 12
/** And this long after their last request. */
export const STAFF_IDLE_MINUTES = 15
/** The maximum age of a proof (by passkey, or by the provider) for acts on money or rules. */
export const STAFF_PROOF_MINUTES = 5
/** A link that invites a member of staff opens once, within this time. */
export const INVITATION_HOURS = 24
/** The digits of the code by which somebody confirms that the right person opened the link. */
export const CONFIRMATION_DIGITS = 6

/** True if the last passkey proof is recent enough for an act on money or rules. */
export function isProofFresh(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= STAFF_PROOF_MINUTES * 60_000
}

/** A person holds no more passkeys. */
export const STAFF_PASSKEYS_MAX = 10
/** A browser that was sent to the lender's provider comes back within this time. */
export const ATTEMPT_MINUTES = 10
/** The clocks of the provider and of this server may differ by as much. */
const CLOCK_TOLERANCE_SECONDS = 30

/** True if the provider authenticated the person after it was asked to, at `startedAt`. */
export function isAuthenticatedSince(authenticatedAt: Date | undefined, startedAt: Date): boolean {
  if (!authenticatedAt) return false
  return authenticatedAt.getTime() >= startedAt.getTime() - CLOCK_TOLERANCE_SECONDS * 1_000
}
