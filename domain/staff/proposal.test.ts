import { expect, test } from 'vitest'
import { DEFAULT_ROLES, type Permission, ROLES } from './permissions.ts'
import {
  ACT_NAMES,
  ACTS,
  decideUntil,
  hasLostRight,
  readableActs,
  whyNotDecide,
} from './proposal.ts'

const at = new Date('2026-11-21T04:30:00Z')
const until = decideUntil(at)
const by = (staffId: string, permissions: readonly Permission[]) => ({
  staffId,
  permissions: new Set(permissions),
})

/** Somebody who may propose everything. */
const byA = {
  proposedBy: 'a',
  until,
  proposerMay: new Set(ACT_NAMES.map(act => ACTS[act].propose)),
  accounts: new Map<string, readonly string[]>(),
}

test('a proposal can be decided for seven days', () => {
  expect(until).toEqual(new Date('2026-11-28T04:30:00Z'))
  const proposal = { act: 'settle-refund', subject: 'r', ...byA } as const
  expect(whyNotDecide(proposal, by('b', ['refunds:approve']), until)).toBeUndefined()
  const late = new Date(until.getTime() + 1)
  expect(whyNotDecide(proposal, by('b', ['refunds:approve']), late)).toBe('outdated')
})

test('a proposal is never decided by its proposer, with any permissions', () => {
  for (const act of ACT_NAMES) {
    const { propose, decide } = ACTS[act]
    expect(whyNotDecide({ act, subject: 'r', ...byA }, by('a', [propose, decide]), at)).toBe(
      'second-person-needed',
    )
  }
})

test.each(['change-staff', 'renew-staff'] as const)(
  'a decision about oneself is refused: %s',
  act => {
    const proposal = { act, subject: 'b', ...byA } as const
    expect(whyNotDecide(proposal, by('b', ['staff:approve']), at)).toBe('second-person-needed')
    expect(whyNotDecide(proposal, by('c', ['staff:approve']), at)).toBeUndefined()
  },
)

test('only where the second person is switched off for the act, its proposer approves it', () => {
  for (const act of ACT_NAMES) {
    const proposal = { act, subject: 'r', ...byA }
    const { propose, decide } = ACTS[act]
    const person = by('a', [propose, decide])
    expect(whyNotDecide(proposal, person, at, new Set([act]))).toBeUndefined()
    const others = new Set(ACT_NAMES.filter(other => other !== act))
    expect(whyNotDecide(proposal, person, at, others)).toBe('second-person-needed')
    expect(whyNotDecide(proposal, by('a', [propose]), at, new Set([act]))).toBe('not-permitted')
  }
})

test('the permission to propose does not decide', () => {
  for (const act of ACT_NAMES) {
    const person = by('b', [ACTS[act].propose])
    expect(whyNotDecide({ act, subject: 'r', ...byA }, person, at)).toBe('not-permitted')
  }
})

test('a proposal ends with the right of its proposer, in which only its own act counts', () => {
  for (const act of ACT_NAMES) {
    const { propose, decide } = ACTS[act]
    const proposal = { ...byA, act, subject: 'r' }
    const others = ROLES.flatMap(role => DEFAULT_ROLES[role]).filter(each => each !== propose)
    for (const proposerMay of [new Set<Permission>(), new Set(others)])
      expect(whyNotDecide({ ...proposal, proposerMay }, by('b', [decide]), at)).toBe(
        'proposer-without-right',
      )
    expect(hasLostRight(act, new Set([propose]))).toBe(false)
  }
})

test('two accounts that one person may hold do not decide together, unless one person may', () => {
  const accounts = new Map([['b', ['a', 'c', 'd']]])
  for (const act of ACT_NAMES) {
    const { decide } = ACTS[act]
    const proposal = { act, subject: 'r', ...byA, accounts }
    expect(whyNotDecide(proposal, by('b', [decide]), at)).toBe('account-too-new')
    expect(whyNotDecide({ ...proposal, proposedBy: 'b' }, by('a', [decide]), at)).toBe(
      'account-too-new',
    )
    expect(whyNotDecide(proposal, by('e', [decide]), at)).toBeUndefined()
    expect(whyNotDecide(proposal, by('b', [decide]), at, new Set([act]))).toBeUndefined()
  }
})

test('each act can be proposed and decided by some given role', () => {
  for (const act of ACT_NAMES) {
    const having = (permission: Permission) =>
      ROLES.filter(role => DEFAULT_ROLES[role].includes(permission))
    expect(having(ACTS[act].propose).length).toBeGreaterThan(0)
    expect(having(ACTS[act].decide).length).toBeGreaterThan(0)
  }
})

test('proposals are read by those who propose or decide their act, and all by those who read the log', () => {
  const read = (...permissions: Permission[]) => readableActs(new Set(permissions))
  expect(read('proposals:read', 'inbox:read')).toEqual([])
  expect(read('refunds:settle')).toEqual(['settle-refund', 'close-unknown-payment'])
  expect(read('refunds:approve')).toEqual(['settle-refund', 'close-unknown-payment'])
  expect(read('products:approve')).toEqual(['publish-product', 'withdraw-product'])
  expect(read('audit:read')).toEqual(ACT_NAMES)
})
