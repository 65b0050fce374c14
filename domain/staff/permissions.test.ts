import { describe, expect, test } from 'vitest'
import { ACTS } from '#domain/staff/proposal.ts'
import {
  GIVEN_ROLES,
  isAuthenticatedSince,
  isProofFresh,
  PERMISSIONS,
  permissionsOf,
  ROLES,
} from './permissions.ts'

describe('given roles', () => {
  test('leave no permission without a role', () => {
    const given = new Set(Object.values(GIVEN_ROLES).flat())
    expect(PERMISSIONS.filter(permission => !given.has(permission))).toEqual([])
  })

  test('give a viewer nothing that changes anything', () => {
    const changing = PERMISSIONS.filter(permission => !/:(own|read)$/.test(permission))
    expect(GIVEN_ROLES.viewer.filter(permission => changing.includes(permission))).toEqual([])
  })

  test.each(ROLES)('%s does not both propose and approve an act on money', role => {
    const own = new Set(GIVEN_ROLES[role])
    const both = Object.entries(ACTS).filter(
      ([, { propose, decide, isOnMoney }]) => isOnMoney && own.has(propose) && own.has(decide),
    )
    expect(both).toEqual([])
  })

  test('let everybody who decides proposals read them', () => {
    for (const permissions of Object.values(GIVEN_ROLES))
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

test('a provider asked anew if it did so after it was told to, by clocks that differ a little', () => {
  const startedAt = new Date('2026-11-21T04:30:00Z')
  expect(isAuthenticatedSince(new Date('2026-11-21T04:30:20Z'), startedAt)).toBe(true)
  expect(isAuthenticatedSince(new Date('2026-11-21T04:29:30Z'), startedAt)).toBe(true)
  expect(isAuthenticatedSince(new Date('2026-11-21T04:29:29Z'), startedAt)).toBe(false)
  expect(isAuthenticatedSince(undefined, startedAt)).toBe(false)
})
