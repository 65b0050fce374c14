import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addYears, day } from '#domain/day.ts'
import {
  booksKeptUntil,
  DATA_KINDS,
  erasureOf,
  keepingOf,
  nextReviewOn,
  type PastOrder,
  relationshipOf,
} from '#domain/privacy/retention.ts'

const order = (about: Partial<PastOrder>): PastOrder => ({
  state: 'settled',
  lentOn: day('2026-11-01'),
  deniedOn: undefined,
  reapplyWaitDays: 15,
  lastOn: day('2026-12-01'),
  ...about,
})
const denied = order({ state: 'denied', lentOn: undefined, deniedOn: day('2026-12-01') })
const nobody = relationshipOf([])
const repaid = relationshipOf([order({})])
const since = day('2026-11-01')

test('the relationship follows from the orders', () => {
  expect(nobody).toMatchObject({
    isRunning: false,
    isAudited: false,
    lastOrderEndedOn: undefined,
    lastLoanEndedOn: undefined,
    waitsUntil: undefined,
  })
  expect(repaid).toMatchObject({
    isRunning: false,
    lastOrderEndedOn: '2026-12-01',
    lastLoanEndedOn: '2026-12-01',
    waitsUntil: undefined,
  })
  expect(relationshipOf([denied])).toMatchObject({
    lastLoanEndedOn: undefined,
    waitsUntil: '2026-12-16',
  })
  const longer = { ...denied, deniedOn: day('2026-11-20'), reapplyWaitDays: 40 }
  expect(relationshipOf([denied, longer])).toMatchObject({ waitsUntil: '2026-12-30' })
  expect(
    relationshipOf([order({}), order({ state: 'overdue', lastOn: day('2027-01-01') })]),
  ).toMatchObject({
    isRunning: true,
    lastOrderEndedOn: '2026-12-01',
  })
})

describe('how long data is kept', () => {
  test.each([
    ['number', nobody, { because: 'account' }],
    ['number', relationshipOf([denied]), { because: 'law', law: 'wait', until: '2026-12-16' }],
    ['number', repaid, { because: 'law', law: 'pmla', until: '2031-12-01' }],
    ['basic', nobody, { because: 'period', until: '2027-11-01' }],
    ['basic', relationshipOf([denied]), { because: 'period', until: '2027-12-01' }],
    ['identity', nobody, { because: 'period', until: '2027-11-01' }],
    ['identity', repaid, { because: 'law', law: 'pmla', until: '2031-12-01' }],
    ['pictures', repaid, { because: 'period', until: '2026-12-01' }],
    ['contacts', repaid, { because: 'period', until: '2026-12-31' }],
    ['contacts', nobody, { because: 'period', until: '2027-11-01' }],
    ['decisions', repaid, { because: 'law', law: 'pmla', until: '2031-12-01' }],
    ['loans', repaid, { because: 'law', law: 'companies-act', until: '2035-03-31' }],
    ['loans', relationshipOf([denied]), { because: 'account' }],
    ['location', repaid, { because: 'period', until: '2026-12-01' }],
    ['notifications', repaid, { because: 'account' }],
    ['use', repaid, { because: 'account' }],
    ['feedback', repaid, { because: 'period', until: '2027-11-01' }],
    ['bank-account', repaid, { because: 'law', law: 'pmla', until: '2031-12-01' }],
    ['papers', repaid, { because: 'law', law: 'pmla', until: '2031-12-01' }],
    ['work', repaid, { because: 'period', until: '2027-12-01' }],
  ] as const)('%s', (kind, relationship, expected) => {
    expect(keepingOf(kind, since, relationship)).toMatchObject(expected)
  })

  test('while a loan runs, everything it needs is kept until it has ended', () => {
    const running = relationshipOf([order({ state: 'loaned' })])
    expect(keepingOf('contacts', since, running)).toEqual({ because: 'loan', until: undefined })
    expect(keepingOf('location', since, running)).toMatchObject({ because: 'period' })
  })
})

test.each([
  ['2026-03-31', '2034-03-31'],
  ['2026-04-01', '2035-03-31'],
  ['2027-01-15', '2035-03-31'],
])('books of %s are kept until %s', (entry, until) => {
  expect(booksKeptUntil(day(entry))).toBe(until)
})

describe('what may be erased', () => {
  const may = (kind: (typeof DATA_KINDS)[number], orders: PastOrder[], on = '2026-12-10') =>
    erasureOf(kind, relationshipOf(orders), day(on))

  test('everything, for somebody who never had a loan', () => {
    for (const kind of DATA_KINDS) expect(may(kind, [])).toBe('at-once')
  })

  test('of each kind, while a loan runs, once it has ended, and while an application is undecided', () => {
    const of = (orders: PastOrder[]) =>
      Object.fromEntries(DATA_KINDS.map(kind => [kind, may(kind, orders)]))
    const free = {
      location: 'at-once',
      use: 'at-once',
      notifications: 'at-once',
      feedback: 'at-once',
    }
    const needed = {
      number: 'after-the-loan',
      basic: 'after-the-loan',
      work: 'after-the-loan',
      identity: 'after-the-loan',
      contacts: 'after-the-loan',
      'bank-account': 'after-the-loan',
      decisions: 'after-the-loan',
      loans: 'after-the-loan',
      papers: 'after-the-loan',
      collection: 'after-the-loan',
    }
    expect(of([order({ state: 'loaned' })])).toEqual({ ...free, ...needed, pictures: 'at-once' })
    expect(of([order({ state: 'auditing', lentOn: undefined })])).toEqual({
      ...free,
      ...needed,
      pictures: 'after-the-loan',
    })
    expect(of([order({})])).toEqual({
      ...free,
      number: 'kept-by-law',
      basic: 'at-once',
      work: 'at-once',
      identity: 'sealed-away',
      pictures: 'at-once',
      contacts: 'at-once',
      'bank-account': 'sealed-away',
      decisions: 'kept-by-law',
      loans: 'kept-by-law',
      papers: 'kept-by-law',
      collection: 'at-once',
    })
  })

  test('nothing that a running loan needs; anything else at any time', () => {
    const running = [order({ state: 'auditing', lentOn: undefined })]
    expect(may('contacts', running)).toBe('after-the-loan')
    expect(may('feedback', running)).toBe('at-once')
    expect(may('location', running)).toBe('at-once')
  })

  test('not the record of a loan, until the law no longer requires it', () => {
    expect(may('identity', [order({})])).toBe('sealed-away')
    expect(may('decisions', [order({})], '2031-12-01')).toBe('kept-by-law')
    expect(may('identity', [order({})], '2031-12-02')).toBe('at-once')
    expect(may('work', [order({})])).toBe('at-once')
  })

  test('not the account during the wait after a denial', () => {
    expect(may('number', [denied], '2026-12-16')).toBe('kept-by-law')
    expect(may('number', [denied], '2026-12-17')).toBe('at-once')
    expect(may('identity', [denied])).toBe('at-once')
  })

  test('every kind of data is deleted in the end, whatever happened', () => {
    const past = fc.record({
      state: fc.constantFrom('denied', 'settled', 'failed', 'cancelled'),
      offset: fc.integer({ min: 0, max: 3_000 }),
      isLent: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(past, { maxLength: 5 }),
        fc.constantFrom(...DATA_KINDS),
        (orders, kind) => {
          const relationship = relationshipOf(
            orders.map(({ state, offset, isLent }) => {
              const lastOn = addDays(since, offset)
              return {
                state,
                lastOn,
                lentOn: isLent ? since : undefined,
                deniedOn: state === 'denied' ? lastOn : undefined,
                reapplyWaitDays: offset % 91,
              } as PastOrder
            }),
          )
          expect(erasureOf(kind, relationship, addYears(addDays(since, 3_000), 10))).toBe('at-once')
        },
      ),
    )
  })
})

test('the next review is the day after the first period ends, and at most fifteen days away', () => {
  const ending = (until: string) => ({ because: 'period' as const, until: day(until) })
  expect(nextReviewOn([], since)).toBe('2026-11-16')
  expect(nextReviewOn([ending('2026-10-30'), ending('2026-10-31')], since)).toBe('2026-11-16')
  expect(nextReviewOn([ending('2026-11-03'), ending('2026-11-09')], since)).toBe('2026-11-04')
  expect(
    nextReviewOn([ending('2027-11-03'), { because: 'account', until: undefined }], since),
  ).toBe('2026-11-16')
})
