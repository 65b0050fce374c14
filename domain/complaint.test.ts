import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerBy,
  answerDueAt,
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  complaintAgeOf,
  isEscalated,
  ombudsmanUntil,
  ROOT_CAUSES,
  receivedAtOf,
  stageOf,
  whyNotClose,
} from '#domain/complaint.ts'
import { addDays, day } from '#domain/day.ts'

const RECEIVED = new Date('2026-11-02T23:30:00+05:30')
const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2028-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const standing = fc.record({
  receivedAt: instant,
  category: fc.constantFrom(...COMPLAINT_CATEGORIES),
  rootCause: fc.option(fc.constantFrom(...ROOT_CAUSES)),
  escalatedAt: fc.option(instant),
  closedAt: fc.option(instant),
})
const DAY_MS = 86_400_000
/** Anybody of the staff may close it as resolved. */
const OPEN = {
  receivedAt: RECEIVED,
  category: 'charges',
  rootCause: 'delay',
  escalatedAt: null,
  closedAt: null,
} as const

test.each([
  [0, '0-10'],
  [10, '0-10'],
  [11, '11-20'],
  [20, '11-20'],
  [21, '21-30'],
  [30, '21-30'],
  [31, 'over-30'],
  [400, 'over-30'],
])('after %i days a complaint is of the class %s', (days, age) => {
  const received = day('2026-11-02')
  expect(complaintAgeOf(received, addDays(received, days))).toBe(age)
})

test('the answer is due by the thirtieth India day after the receipt, whatever its hour', () => {
  expect(answerBy(RECEIVED)).toBe('2026-12-02')
  expect(answerDueAt(RECEIVED)).toEqual(new Date('2026-12-03T00:00:00+05:30'))
  fc.assert(
    fc.property(instant, receivedAt => {
      const lasts = answerDueAt(receivedAt).getTime() - receivedAt.getTime()
      expect(lasts).toBeGreaterThan(30 * DAY_MS)
      expect(lasts).toBeLessThanOrEqual(31 * DAY_MS)
    }),
  )
})

test('the clock runs from the feedback; answered feedback becomes a complaint when its borrower objects', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  expect(receivedAtOf({ createdAt: RECEIVED, answeredAt: null }, now)).toBe(RECEIVED)
  expect(receivedAtOf({ createdAt: RECEIVED, answeredAt: RECEIVED }, now)).toBe(now)
})

test.each([
  ['2026-11-11T23:59:59+05:30', 'new', false],
  ['2026-11-12T00:00:00+05:30', 'reminded-1', false],
  ['2026-11-22T00:00:00+05:30', 'reminded-2', true],
  ['2026-11-29T00:00:00+05:30', 'reminded-3', true],
  ['2026-12-02T23:59:59+05:30', 'reminded-3', true],
  ['2026-12-03T00:00:00+05:30', 'late', true],
])('at %s a complaint of 2 November is %s, and the officer’s: %s', (at, stage, escalated) => {
  const complaint = { receivedAt: RECEIVED, category: 'charges', escalatedAt: null } as const
  expect(stageOf(complaint, new Date(at))).toBe(stage)
  expect(isEscalated(complaint, new Date(at))).toBe(escalated)
})

test('a complaint about conduct is the officer’s from the beginning', () => {
  const complaint = { receivedAt: RECEIVED, category: 'conduct', escalatedAt: null } as const
  expect(isEscalated(complaint, RECEIVED)).toBe(true)
})

test('a complaint is not closed twice, or without a root cause; only the officer rejects, and closes an escalated one', () => {
  fc.assert(
    fc.property(
      standing,
      fc.constantFrom(...COMPLAINT_OUTCOMES),
      fc.boolean(),
      instant,
      (complaint, outcome, mayDecide, now) => {
        const refusal = whyNotClose(complaint, outcome, mayDecide, now)
        if (complaint.closedAt) expect(refusal).toBe('outdated')
        if (complaint.rootCause === null) expect(refusal).toBeDefined()
        if (refusal !== undefined || mayDecide) return
        expect(outcome).toBe('resolved')
        expect(complaint.escalatedAt).toBeNull()
        expect(complaint.category).not.toBe('conduct')
        expect(now.getTime() - complaint.receivedAt.getTime()).toBeLessThan(21 * DAY_MS)
      },
    ),
  )
})

test.each([
  ['whose cause was found', 'resolved', undefined, undefined, {}],
  ['whose cause was found', 'partly', 'not-permitted', undefined, {}],
  ['whose cause was found', 'rejected', 'not-permitted', undefined, {}],
  ['without a cause', 'resolved', 'root-cause-missing', 'root-cause-missing', { rootCause: null }],
  ['without a cause', 'rejected', 'not-permitted', 'root-cause-missing', { rootCause: null }],
  ['that was escalated', 'resolved', 'not-permitted', undefined, { escalatedAt: RECEIVED }],
  ['about conduct', 'resolved', 'not-permitted', undefined, { category: 'conduct' }],
  ['that was closed', 'resolved', 'outdated', 'outdated', { closedAt: RECEIVED }],
] as const)(
  'a complaint %s, closed as %s, gives staff the refusal %s and the officer %s',
  (_which, outcome, ofStaff, ofOfficer, about) => {
    const complaint = { ...OPEN, ...about }
    expect(whyNotClose(complaint, outcome, false, RECEIVED)).toBe(ofStaff)
    expect(whyNotClose(complaint, outcome, true, RECEIVED)).toBe(ofOfficer)
  },
)

test('from day 20 on the officer alone closes a complaint', () => {
  const close = (at: string, mayDecide: boolean) =>
    whyNotClose(OPEN, 'resolved', mayDecide, new Date(at))
  expect(close('2026-11-21T23:59:59+05:30', false)).toBeUndefined()
  expect(close('2026-11-22T00:00:00+05:30', false)).toBe('not-permitted')
  expect(close('2026-11-22T00:00:00+05:30', true)).toBeUndefined()
})

test('the officer closes any open complaint whose cause was found', () => {
  fc.assert(
    fc.property(
      standing,
      fc.constantFrom(...COMPLAINT_OUTCOMES),
      instant,
      (complaint, outcome, now) => {
        const open = { ...complaint, closedAt: null, rootCause: 'delay' } as const
        expect(whyNotClose(open, outcome, true, now)).toBeUndefined()
      },
    ),
  )
})

// Received on 2 November, so the answer is due by 2 December; 90 days after that is 2 March.
test.each([
  [null, null, '2026-12-02T23:59:59+05:30', undefined],
  [null, null, '2026-12-03T00:00:00+05:30', '2027-03-02'],
  ['2026-11-20T10:00:00Z', 'resolved', '2027-02-01T00:00:00Z', undefined],
  ['2026-12-03T10:00:00Z', 'resolved', '2027-02-01T00:00:00Z', '2027-03-02'],
  ['2026-12-03T00:00:00+05:30', 'rejected', '2026-12-03T00:00:00+05:30', '2027-03-02'],
  ['2027-01-15T10:00:00Z', 'rejected', '2027-02-01T00:00:00Z', '2027-03-02'],
  ['2026-11-20T10:00:00Z', 'rejected', '2026-11-20T10:00:00Z', '2027-02-18'],
  ['2026-11-20T20:00:00Z', 'partly', '2026-11-21T10:00:00Z', '2027-02-19'],
] as const)(
  'closed %s as %s, at %s the Ombudsman is open until %s',
  (closed, outcome, at, until) => {
    const closedAt = closed === null ? null : new Date(closed)
    expect(ombudsmanUntil({ receivedAt: RECEIVED, closedAt, outcome }, new Date(at))).toBe(until)
  },
)
