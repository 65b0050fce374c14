import { expect, test } from 'vitest'
import { byUrgency, INBOX_KINDS, type InboxKind, itemIdOf, mayHave } from './inbox.ts'
import { DEFAULT_ROLES } from './permissions.ts'

const now = new Date('2026-11-21T04:30:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const item = (
  id: string,
  kind: InboxKind,
  about: { since?: Date; dueAt?: Date; off?: Date; borrower?: Date; handed?: boolean } = {},
) => ({
  id,
  kind,
  since: about.since ?? now,
  dueAt: about.dueAt ?? null,
  putOffUntil: about.off ?? null,
  borrowerUntil: about.borrower ?? null,
  isHanded: about.handed ?? false,
})

test('a deadline comes first, then money owed, then the longest waiting; put-off work comes last', () => {
  const items = [
    item('off', 'refund', { off: later(1) }),
    item('feedback', 'feedback'),
    item('new', 'application'),
    item('old', 'application', { since: later(-5) }),
    item('refund', 'refund'),
    item('back', 'face', { off: now }),
    item('plan', 'hardship', { dueAt: later(30) }),
  ]
  expect(items.toSorted(byUrgency(now)).map(({ id }) => id)).toEqual([
    'plan',
    'refund',
    'old',
    'new',
    'back',
    'feedback',
    'off',
  ])
})

test('equal items are ordered by their ids, in any order of reading', () => {
  const items = ['b', 'a', 'c'].map(id => item(id, 'refund'))
  const ids = (of: typeof items) => of.toSorted(byUrgency(now)).map(({ id }) => id)
  expect(ids(items)).toEqual(['a', 'b', 'c'])
  expect(ids(items.toReversed())).toEqual(['a', 'b', 'c'])
})

test('a put-off item comes back to its place when its deadline is three days away', () => {
  const off = later(10 * 24)
  const items = [
    item('refund', 'refund'),
    item('far', 'complaint', { dueAt: later(3 * 24 + 1), off }),
    item('near', 'complaint', { dueAt: later(3 * 24), off }),
    item('late', 'complaint', { dueAt: later(-1), off }),
    item('plan', 'hardship', { dueAt: later(3 * 24 + 2) }),
  ]
  expect(items.toSorted(byUrgency(now)).map(({ id }) => id)).toEqual([
    'late',
    'near',
    'plan',
    'refund',
    'far',
  ])
})

test('an application comes last while its borrower may answer, and then to its place', () => {
  const question = item('asked', 'application', { since: later(-9), borrower: later(1) })
  const items = [question, item('feedback', 'feedback'), item('new', 'application')]
  const order = (at: Date) => items.toSorted(byUrgency(at)).map(({ id }) => id)
  expect(order(now)).toEqual(['new', 'feedback', 'asked'])
  expect(order(later(1))).toEqual(['asked', 'new', 'feedback'])
})

test('what a colleague handed over comes before deadlines, unless it is put off', () => {
  const items = [
    item('plan', 'hardship', { dueAt: later(1) }),
    item('off', 'feedback', { handed: true, off: later(24) }),
    item('handed', 'feedback', { handed: true }),
  ]
  expect(items.toSorted(byUrgency(now)).map(({ id }) => id)).toEqual(['handed', 'plan', 'off'])
})

test('an item is handed to those alone who may do its work and take it', () => {
  const kindsOf = (role: keyof typeof DEFAULT_ROLES) =>
    INBOX_KINDS.filter(kind => mayHave(kind, new Set(DEFAULT_ROLES[role])))
  const anybodys = ['sign-in-codes', 'mandate', 'skipped-order', 'failed-job']
  expect(kindsOf('kyc-officer')).toEqual(['vendor-key', 'face', 'cards', 'names', ...anybodys])
  expect(kindsOf('credit-officer')).toEqual([
    'vendor-key',
    'hardship',
    'application',
    'proposal',
    ...anybodys,
  ])
  expect(kindsOf('finance')).toEqual(['vendor-key', 'proposal', ...anybodys])
  expect(kindsOf('operations')).toEqual([
    'vendor-key',
    'refund',
    'payout',
    'complaint',
    'sign-in-codes',
    'mandate',
    'skipped-order',
    'unknown-payment',
    'feedback',
    'failed-job',
  ])
  expect(new Set(kindsOf('grievance-officer'))).toEqual(
    new Set(['vendor-key', 'complaint', 'feedback', ...anybodys]),
  )
  expect(kindsOf('compliance')).toEqual(['vendor-key', 'looks', 'proposal', ...anybodys])
})

test.each([
  ['evt_9A.b:c-1', 'evt_9A.b:c-1'],
  ['evt/9 ü', 'evt_9__'],
  ['9'.repeat(101), '9'.repeat(100)],
  ['', '_'],
])('the vendor’s id %j is an item’s id in characters that a call carries', (text, id) => {
  expect(itemIdOf(text)).toBe(id)
})
