import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { withExtension } from '#domain/lending/extension.ts'
import { withHardshipPlan } from '#domain/lending/hardship.ts'
import {
  type DebitedLoan,
  debitToAnnounce,
  decideDebit,
  mandateCap,
  mandateEndsOn,
  type NextDebit,
  nextDebit,
  type StoredDebit,
} from '#domain/lending/mandate.ts'
import { paise } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'

/*
 * ₹5,000 in four weekly instalments at 0.1 % a day. What AutoPay promises at an instant is what its
 * jobs do later (regulation 4.15): the notice goes out from 8:00 to 16:00 on the day before, the debit
 * from 13:00 to 17:00 on the due day, a whole day after the notices.
 */

const HOUR_MS = 3_600_000
const hour = (of: Day, hours: number): Date =>
  new Date(startOfIndiaDay(of).getTime() + hours * HOUR_MS)
const weekly = runningLoan(4)
const due = on(7)
const amount = weekly.instalments[0]?.amount ?? paise(0)

const running = (loan: RunningLoan = weekly, about: Partial<DebitedLoan['mandate']> = {}) => ({
  state: 'loaned' as const,
  loan,
  mandate: {
    state: 'active' as const,
    cap: mandateCap(loan.instalments),
    endsOn: mandateEndsOn(weekly, on(0)),
    ...about,
  },
  isHelpAwaited: false,
})
const announced: StoredDebit = {
  dueDay: due,
  amount,
  state: 'announced',
  payment: 'pending',
  noticedAt: hour(on(6), 9),
}
const text = (next: NextDebit | undefined) =>
  next && (next.by === 'autopay' ? next.debit : next.why)

describe('the next instalment', () => {
  test.each([
    ['days before', on(4), 10, 'planned'],
    ['the evening before the notice', on(5), 23, 'planned'],
    ['in the last minute of the notice', on(6), 15.99, 'planned'],
    ['after the hours of the notice', on(6), 16, 'too-late'],
    ['on the due day', due, 9, 'too-late'],
    ['the day after', on(8), 0, 'overdue'],
  ])('without a debit is %s on %s at %d: %s', (_when, of, hours, expected) => {
    const next = nextDebit(running(), undefined, hour(of, hours))
    expect(text(next)).toBe(expected)
    if (expected !== 'overdue') expect(next).toMatchObject({ instalment: 1, dueDay: due, amount })
  })

  test.each<[string, Partial<StoredDebit>, Date, string]>([
    ['announced', {}, hour(on(6), 10), 'announced'],
    ['announced, in its last hour', {}, hour(due, 16.99), 'announced'],
    ['announced, after its hours', {}, hour(due, 17), 'too-late'],
    ['announced at 16:59', { noticedAt: hour(on(6), 16.99) }, hour(on(6), 18), 'announced'],
    ['announced at 17:00', { noticedAt: hour(on(6), 17) }, hour(on(6), 18), 'too-late'],
    ['not yet announced by both', { noticedAt: undefined }, hour(on(6), 16.99), 'announced'],
    ['not announced in time', { noticedAt: undefined }, hour(on(6), 17), 'too-late'],
    ['announced for more than is due', { amount: paise(amount + 1) }, hour(due, 9), 'part-paid'],
    ['skipped', { state: 'skipped', payment: 'failed' }, hour(due, 9), 'skipped'],
    ['dropped', { state: 'dropped', payment: 'failed' }, hour(due, 14), 'not-taken'],
    ['under way', { state: 'started' }, hour(due, 14), 'started'],
    ['under way overnight', { state: 'started' }, hour(on(8), 9), 'started'],
    ['refused by the bank', { state: 'started', payment: 'failed' }, hour(due, 15), 'not-taken'],
  ])('with a debit that is %s: %j', (_what, about, at, expected) => {
    expect(text(nextDebit(running(), { ...announced, ...about }, at))).toBe(expected)
  })

  test('is paid by the borrower while AutoPay is paused, help is awaited, or the cap or the end is passed', () => {
    const at = hour(on(3), 10)
    const why = (loan: DebitedLoan) => text(nextDebit(loan, undefined, at))
    expect(why(running(weekly, { state: 'paused' }))).toBe('paused')
    expect(why({ ...running(), isHelpAwaited: true })).toBe('help-awaited')
    expect(why(running(weekly, { cap: paise(amount - 1) }))).toBe('above-cap')
    expect(why(running(weekly, { cap: amount }))).toBe('planned')
    expect(why(running(weekly, { endsOn: on(6) }))).toBe('mandate-over')
    expect(why(running(weekly, { endsOn: due }))).toBe('planned')
  })

  test('after a hardship plan or an extension is above what the borrower allowed', () => {
    const at = hour(on(5), 10)
    const mandate = { cap: mandateCap(weekly.instalments) }
    expect(
      text(nextDebit(running(withHardshipPlan(weekly, on(5), 7), mandate), undefined, at)),
    ).toBe('above-cap')
    const paid = { requestedDay: on(5), paidDay: on(5), penal: paise(0), interest: paise(25_00) }
    const one = runningLoan(1)
    const extended = withExtension(one, paid)
    expect(text(nextDebit(running(one), undefined, at))).toBe('planned')
    // Seven days' interest on ₹5,000 is due again, as agreed.
    expect(text(nextDebit(running(extended), undefined, at))).toBe('planned')
    expect(text(nextDebit(running(withHardshipPlan(one, on(5), 7)), undefined, at))).toBe(
      'above-cap',
    )
  })

  test('is undefined where AutoPay is not on, the loan does not run, or nothing is owed', () => {
    const at = hour(on(3), 10)
    for (const state of ['asked', 'revoked', 'refused', 'ended'] as const)
      expect(nextDebit(running(weekly, { state }), undefined, at)).toBeUndefined()
    for (const state of ['overdue', 'extension', 'settled', 'failed'] as const)
      expect(nextDebit({ ...running(), state }, undefined, at)).toBeUndefined()
    const repaid = runningLoan(4, 1000, [[2, 9_000_00]])
    expect(nextDebit(running(repaid), undefined, at)).toBeUndefined()
    // A debit that the bank still makes is shown, whatever happened to the loan since.
    const pending: StoredDebit = { ...announced, state: 'started' }
    expect(text(nextDebit({ ...running(), state: 'overdue' }, pending, hour(on(8), 9)))).toBe(
      'started',
    )
  })
})

/** From a run of the jobs to both notices. */
const NOTICES_MS = 4 * 60_000
/** The hours of the day before the due day, and of the due day, at which the jobs run. */
const RUNS = [...range(7, 18), ...range(36, 42)]

function range(from: number, to: number): number[] {
  return Array.from({ length: (to - from) * 2 + 1 }, (_, half) => from + half / 2)
}

/** Lets the jobs run from an instant to the end of a due day, and says what they did about it. */
function runJobs(
  loan: DebitedLoan,
  dueDay: Day,
  from: Date,
  look: (next: NextDebit) => void,
): StoredDebit | undefined {
  let stored: StoredDebit | undefined
  const runs = RUNS.map(hours => hour(addDays(dueDay, -1), hours)).filter(at => at > from)
  for (const at of [from, ...runs]) {
    const debit = stored ? undefined : debitToAnnounce(loan, at)
    if (debit?.dueDay === dueDay) {
      const noticedAt = new Date(at.getTime() + NOTICES_MS)
      stored = { ...debit, state: 'announced', payment: 'pending', noticedAt }
    }
    if (stored?.state === 'announced') {
      const decision = decideDebit(loan, { ...stored, isSkipped: false }, at)
      if (decision.kind === 'debit') stored = { ...stored, state: 'started' }
      if (decision.kind === 'none') stored = { ...stored, state: 'dropped', payment: 'failed' }
    }
    const next = nextDebit(loan, stored, at)
    if (next?.dueDay === dueDay) look(next)
  }
  return stored?.state === 'started' ? stored : undefined
}

/** Mostly the first of these. */
const mostly = <T>(usual: T, ...rare: T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  )
const lives = fc.record({
  instalments: fc.constantFrom(1, 2, 4, 13),
  payments: fc.array(fc.tuple(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 2_500_00 })), {
    maxLength: 2,
  }),
  moved: fc.constantFrom('not', 'not', 'plan', 'extension'),
  movedOn: fc.integer({ min: 2, max: 12 }),
  capDiffers: fc.constantFrom(0, 0, 0, -1, 1, 100_00),
  endsAfter: mostly(10, -3, 0),
  state: mostly<'loaned' | 'overdue'>('loaned', 'overdue'),
  mandate: mostly<'active' | 'paused'>('active', 'paused'),
  isHelpAwaited: mostly(false, true),
  days: fc.integer({ min: 0, max: 20 }),
  hours: fc.double({ min: 0, max: 23.99, noNaN: true }),
})

test('what is promised at any instant is what the jobs then do', () => {
  const counts = { kept: 0, refused: 0 }
  fc.assert(
    fc.property(lives, life => {
      const payments = life.payments.toSorted(([a], [b]) => a - b)
      const paid = runningLoan(life.instalments, 1000, payments)
      const today = on(Math.max(life.days, life.movedOn, ...payments.map(([days]) => days)))
      const settled = { penal: paise(0), interest: paise(0) }
      const loan =
        life.moved === 'plan'
          ? withHardshipPlan(paid, today, 7)
          : life.moved === 'extension'
            ? withExtension(paid, { requestedDay: today, paidDay: today, ...settled })
            : paid
      const cap = paise(mandateCap(loan.instalments) + life.capDiffers)
      const endsOn = addDays(paid.instalments.at(-1)?.dueDay ?? today, life.endsAfter)
      const mandate = { state: life.mandate, cap, endsOn }
      const { state, isHelpAwaited } = life
      const debited: DebitedLoan = { state, loan, mandate, isHelpAwaited }
      const at = hour(today, life.hours)
      const promised = nextDebit(debited, undefined, at)
      if (!promised) return
      const promises: NextDebit[] = [promised]
      const debits = runJobs(debited, promised.dueDay, at, next => promises.push(next))
      for (const each of promises) {
        expect(each.by, JSON.stringify(each)).toBe(debits ? 'autopay' : 'borrower')
        if (debits) expect(each.amount).toBe(debits.amount)
      }
      counts[debits ? 'kept' : 'refused'] += 1
    }),
    { numRuns: runs(200) },
  )
  for (const count of Object.values(counts))
    expect(count, JSON.stringify(counts)).toBeGreaterThan(20)
})
