import { describe, expect, test } from 'vitest'
import { ACTS } from '#domain/staff/proposal.ts'
import {
  DEFAULT_ROLES,
  isAuthenticatedSince,
  isProofFresh,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Role,
} from './permissions.ts'

type Areas = Readonly<Record<string, string>>
const EVERYBODYS: Areas = { session: 'own', inbox: 'read', proposals: 'read' }
const ON_BORROWERS: Areas = { ...EVERYBODYS, inbox: 'read work', borrowers: 'read note' }
/** The roles that see masked values; a collector gets a number for one call instead (decision 64). */
const REVEALS: Areas = { ...ON_BORROWERS, borrowers: 'read note reveal' }
const COMPLAINTS: Areas = { complaints: 'read work' }
const REPORTS: Areas = { reports: 'read export' }
const DRAFTS: Areas = {
  products: 'read draft propose',
  policy: 'read propose',
  content: 'read propose',
}

describe('given roles', () => {
  // By the table of roles in docs/lender.md and decisions 45, 64, 67 and 76 to 80. They do not say who
  // but finance exports reports, nor all that somebody who decides may read.
  test.each<[Role, Areas]>([
    [
      'viewer',
      {
        ...EVERYBODYS,
        products: 'read',
        policy: 'read',
        content: 'read',
        reports: 'read',
      },
    ],
    [
      'credit-officer',
      {
        ...REVEALS,
        applications: 'read decide approve',
        hardship: 'decide',
        proposals: 'read decide',
      },
    ],
    ['kyc-officer', { ...REVEALS, applications: 'read', identity: 'read decide' }],
    [
      'operations',
      {
        ...ON_BORROWERS,
        borrowers: 'read note sign-out',
        ...COMPLAINTS,
        refunds: 'settle',
        payouts: 'stop',
      },
    ],
    [
      'collections',
      { ...ON_BORROWERS, collections: 'read work', hardship: 'decide', waivers: 'propose' },
    ],
    [
      'grievance-officer',
      { ...REVEALS, borrowers: 'read note reveal sign-out', complaints: 'read work decide' },
    ],
    ['product-manager', { ...EVERYBODYS, ...DRAFTS, ...REPORTS }],
    [
      'finance',
      {
        ...EVERYBODYS,
        ...REPORTS,
        inbox: 'read work',
        borrowers: 'read',
        proposals: 'read decide',
        refunds: 'approve',
        payouts: 'approve',
        waivers: 'approve',
      },
    ],
    [
      'compliance',
      {
        ...EVERYBODYS,
        ...REPORTS,
        proposals: 'read decide',
        products: 'read approve',
        policy: 'read approve',
        content: 'read publish',
        staff: 'read approve',
        audit: 'read',
        looks: 'review',
        inbox: 'read work',
        complaints: 'read',
      },
    ],
    [
      'administrator',
      {
        ...EVERYBODYS,
        ...DRAFTS,
        ...REPORTS,
        proposals: 'read decide',
        staff: 'read change approve',
        audit: 'read',
      },
    ],
  ])('%s has exactly these permissions', (role, areas) => {
    const permissions = Object.entries(areas).flatMap(([area, acts]) =>
      acts.split(' ').map(act => `${area}:${act}`),
    )
    expect(DEFAULT_ROLES[role].toSorted()).toEqual(permissions.toSorted())
  })

  test('leave no permission without a role', () => {
    const granted = new Set(Object.values(DEFAULT_ROLES).flat())
    expect(PERMISSIONS.filter(permission => !granted.has(permission))).toEqual([])
  })

  test('give a viewer nothing that changes anything', () => {
    const changing = PERMISSIONS.filter(permission => !/:(own|read)$/.test(permission))
    expect(DEFAULT_ROLES.viewer.filter(permission => changing.includes(permission))).toEqual([])
  })

  test.each(ROLES)('%s does not both propose and approve an act on money', role => {
    const permissions = new Set(DEFAULT_ROLES[role])
    const both = Object.entries(ACTS).filter(
      ([, { propose, decide, isOnMoney }]) =>
        isOnMoney && permissions.has(propose) && permissions.has(decide),
    )
    expect(both).toEqual([])
  })

  test('let everybody who decides proposals read them', () => {
    for (const permissions of Object.values(DEFAULT_ROLES))
      if (permissions.includes('proposals:decide')) expect(permissions).toContain('proposals:read')
  })
})

test('a person has the permissions of all roles, and an edited role replaces the given one', () => {
  expect([...permissionsOf(['viewer', 'operations'])]).toContain('refunds:settle')
  expect([...permissionsOf(['operations'], { operations: ['inbox:read'] })].sort()).toEqual([
    'inbox:read',
    'session:own',
  ])
})

test('a proof is fresh for five minutes', () => {
  const at = new Date('2026-11-21T04:30:00Z')
  expect(isProofFresh(at, new Date('2026-11-21T04:35:00Z'))).toBe(true)
  expect(isProofFresh(at, new Date('2026-11-21T04:35:00.001Z'))).toBe(false)
})

test('a provider reauthenticated if it did so after the request, by clocks that differ a little', () => {
  const startedAt = new Date('2026-11-21T04:30:00Z')
  expect(isAuthenticatedSince(new Date('2026-11-21T04:30:20Z'), startedAt)).toBe(true)
  expect(isAuthenticatedSince(new Date('2026-11-21T04:29:30Z'), startedAt)).toBe(true)
  expect(isAuthenticatedSince(new Date('2026-11-21T04:29:29Z'), startedAt)).toBe(false)
  expect(isAuthenticatedSince(undefined, startedAt)).toBe(false)
})
