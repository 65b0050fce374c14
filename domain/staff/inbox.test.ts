import { expect, test } from 'vitest'
import { byUrgency, type InboxKind } from './inbox.ts'

const now = new Date('2026-11-21T04:30:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const item = (
  id: string,
  kind: InboxKind,
  about: { since?: Date; dueAt?: Date; off?: Date; borrower?: Date } = {},
) => ({
  id,
  kind,
  since: about.since ?? now,
  dueAt: about.dueAt ?? null,
  putOffUntil: about.off ?? null,
  borrowerUntil: about.borrower ?? null,
})

test('a deadline comes first, then money owed, then the longest waiting; put-off work comes last', () => {
  const items = [
    item('off', 'refund', { off: later(1) }),
    item('feedback', 'feedback'),
    item('new', 'application'),
    item('old', 'application', { since: later(-5) }),
    item('refund', 'refund'),
    item('back', 'face', { off: later(-1) }),
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
  const asked = item('asked', 'application', { since: later(-9), borrower: later(1) })
  const items = [asked, item('feedback', 'feedback'), item('new', 'application')]
  const order = (at: Date) => items.toSorted(byUrgency(at)).map(({ id }) => id)
  expect(order(now)).toEqual(['new', 'feedback', 'asked'])
  expect(order(later(1))).toEqual(['asked', 'new', 'feedback'])
})
