import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canBeMadeByCommand,
  holdersOf,
  mayBeOne,
  type NewAccounts,
  newSince,
  whyNotConfirm,
} from './account.ts'
import type { Permission } from './permissions.ts'

const newAccounts = (...accounts: [string, ...string[]][]): NewAccounts =>
  new Map(accounts.map(([account, ...makers]) => [account, makers]))
const NONE = newAccounts()
const by = (staffId: string, ...permissions: Permission[]) => ({
  staffId,
  permissions: new Set(permissions),
})
const approver = (staffId: string) => by(staffId, 'staff:approve')

test('an account counts as new for the days of the policy', () => {
  const now = new Date('2026-11-21T04:30:00Z')
  expect(newSince(now, 7)).toEqual(new Date('2026-11-14T04:30:00Z'))
  expect(newSince(now, 0)).toEqual(now)
})

test('a new account may be held by its makers, and by theirs while they are new', () => {
  const accounts = newAccounts(['new', 'p', 'd', 'c'], ['p', 'q'])
  expect([...holdersOf('new', accounts)].sort()).toEqual(['c', 'd', 'new', 'p', 'q'])
  expect([...holdersOf('d', accounts)]).toEqual(['d'])
})

test.each<[string, string, boolean]>([
  ['new', 'p', true],
  ['c', 'new', true],
  ['new', 'q', true],
  ['new', 'other', true],
  ['new', 'x', false],
  ['p', 'd', false],
])('%s and %s may be one person: %s', (one, other, isOne) => {
  // `other` was made by the same proposer as `new`, who was made by `q`.
  const accounts = newAccounts(['new', 'p', 'd', 'c'], ['other', 'p', 'e'], ['p', 'q'])
  expect(mayBeOne(one, other, accounts)).toBe(isOne)
  expect(mayBeOne(other, one, accounts)).toBe(isOne)
})

test('without new accounts everybody is themselves, and accounts that made each other end', () => {
  expect(mayBeOne('a', 'b', NONE)).toBe(false)
  expect(mayBeOne('a', 'a', NONE)).toBe(true)
  expect(mayBeOne('a', 'b', newAccounts(['a', 'b'], ['b', 'a']))).toBe(true)
})

test('one person who made any accounts never decides with another of them', () => {
  const people = ['a', 'b', 'c', 'd']
  // `evil` proposes each account, opens its link, and is approved by somebody.
  const account = fc.record({
    through: fc.nat({ max: 5 }),
    approvedBy: fc.constantFrom(...people),
    confirmedBy: fc.constantFrom(...people),
  })
  fc.assert(
    fc.property(fc.array(account, { minLength: 1, maxLength: 6 }), drawn => {
      const roles = ['evil']
      const accounts = new Map<string, readonly string[]>()
      for (const { through, approvedBy, confirmedBy } of drawn) {
        const proposer = roles[through % roles.length] ?? 'evil'
        const name = `puppet${roles.length}`
        accounts.set(name, [proposer, approvedBy, confirmedBy])
        roles.push(name)
      }
      for (const one of roles)
        for (const other of roles) expect(mayBeOne(one, other, accounts)).toBe(true)
    }),
  )
})

const account = { staffId: 'new', proposedBy: 'p', approvedBy: 'd', isOpened: true }
const all = ['p', 'd', 'c'].map(approver)
const context = { accounts: NONE, others: all, isAlone: false }

test.each<[string, ReturnType<typeof whyNotConfirm>]>([
  ['new', 'second-person-needed'],
  ['p', 'second-person-needed'],
  ['d', 'second-person-needed'],
  ['c', undefined],
])('of three who may approve people, %s confirms what p proposed and d approved: %s', (id, why) => {
  expect(whyNotConfirm(account, approver(id), context)).toBe(why)
})

test('the approver confirms where nobody else can, and the proposer never', () => {
  const others = [approver('p'), approver('d'), by('v', 'staff:read'), approver('new')]
  const two = { ...context, others }
  expect(whyNotConfirm(account, approver('d'), two)).toBeUndefined()
  expect(whyNotConfirm(account, approver('p'), two)).toBe('second-person-needed')
  // A third account that the proposer made lately is none.
  const accounts = newAccounts(['puppet', 'p', 'd', 'd'])
  const withPuppet = { ...two, accounts, others: [...others, approver('puppet')] }
  expect(whyNotConfirm(account, approver('puppet'), withPuppet)).toBe('account-too-new')
  expect(whyNotConfirm(account, approver('d'), withPuppet)).toBeUndefined()
})

test('confirming needs the permission, and an opened account', () => {
  expect(whyNotConfirm(account, by('c', 'staff:change'), context)).toBe('not-permitted')
  const closed = { ...account, isOpened: false }
  expect(whyNotConfirm(closed, approver('c'), context)).toBe('outdated')
})

test('where the second person is switched off, anybody but the person confirms', () => {
  const alone = { ...context, isAlone: true }
  expect(whyNotConfirm(account, approver('p'), alone)).toBeUndefined()
  expect(whyNotConfirm(account, approver('new'), alone)).toBe('second-person-needed')
  expect(whyNotConfirm(account, by('p', 'staff:change'), alone)).toBe('not-permitted')
})

test('what a command made is confirmed by anybody but its person', () => {
  const byCommand = { ...account, proposedBy: null, approvedBy: null }
  expect(whyNotConfirm(byCommand, approver('p'), context)).toBeUndefined()
  expect(whyNotConfirm(byCommand, approver('new'), context)).toBe('second-person-needed')
})

test('a command makes accounts freely until two others can approve them', () => {
  expect(canBeMadeByCommand('a', [])).toBe(true)
  expect(canBeMadeByCommand('a', [approver('a'), approver('b'), by('c', 'staff:read')])).toBe(true)
  expect(canBeMadeByCommand('a', [approver('b'), approver('c')])).toBe(false)
})
