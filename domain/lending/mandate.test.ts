import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import {
  type DebitedLoan,
  debitStartsAt,
  debitToAnnounce,
  decideDebit,
  isAutoPayOffered,
  type MandateState,
  mandateAfter,
  mandateCap,
  mandateEndsOn,
  mandateMoves,
  mandateStates,
  moveReported,
} from '#domain/lending/mandate.ts'
import { orderStates } from '#domain/lending/order.ts'
import { paise } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'

const HOUR_MS = 3_600_000
const hour = (of: Day, hours: number): Date =>
  new Date(startOfIndiaDay(of).getTime() + hours * HOUR_MS)

const weekly = runningLoan(4)
const firstDue = on(7)
const amountDue = fallsDueOn(weekly, firstDue).amount
const running = (loan: RunningLoan = weekly, state: MandateState = 'active'): DebitedLoan => ({
  state: 'loaned',
  loan,
  mandate: { state, cap: mandateCap(weekly.instalments), endsOn: mandateEndsOn(weekly, on(0)) },
  isHelpAwaited: false,
})
const paying = (days: number, amount: number) => runningLoan(4, 1000, [[days, amount]])
const announced = {
  dueDay: firstDue,
  amount: amountDue,
  isSkipped: false,
  noticedAt: hour(on(6), 9),
}

describe('the states of a mandate', () => {
  test('the table holds these moves and no others', () => {
    const moves = mandateStates.flatMap(from =>
      Object.keys(mandateMoves).flatMap(move => {
        const to = mandateAfter(from, move as keyof typeof mandateMoves)
        return to ? [`${from} ${move} ${to}`] : []
      }),
    )
    expect(moves).toEqual([
      'asked approve active',
      'asked refuse refused',
      'asked revoke revoked',
      'asked end ended',
      'active pause paused',
      'active revoke revoked',
      'active end ended',
      'paused resume active',
      'paused revoke revoked',
      'paused end ended',
    ])
  })

  test('a report of its service always leads to a legal move, and never starts an ended one', () => {
    for (const state of mandateStates)
      for (const current of mandateStates)
        for (const isPausedInApp of [true, false]) {
          const move = moveReported(state, isPausedInApp, current)
          if (move) expect(mandateAfter(state, move)).toBeDefined()
          if (['revoked', 'refused', 'ended'].includes(state)) expect(move).toBeUndefined()
        }
  })

  test('what its service reports moves it only as the borrower commanded there', () => {
    // In the order of mandateStates: asked, active, paused, revoked, refused, ended.
    const movesOf = (state: MandateState, isPausedInApp = false) =>
      mandateStates.map(current => moveReported(state, isPausedInApp, current) ?? '-').join(' ')
    expect(movesOf('asked')).toBe('- approve - revoke refuse end')
    expect(movesOf('active')).toBe('- - pause revoke revoke end')
    expect(movesOf('paused')).toBe('- - - revoke revoke end')
    expect(movesOf('paused', true)).toBe('- resume - revoke revoke end')
  })

  test('a pause of the borrower stays, whatever the service reports; one of the app ends there', () => {
    expect(moveReported('paused', false, 'active')).toBeUndefined()
    expect(moveReported('paused', true, 'active')).toBe('resume')
    expect(moveReported('active', false, 'paused')).toBe('pause')
    expect(moveReported('paused', false, 'revoked')).toBe('revoke')
  })
})

describe('the cap and the end', () => {
  test('the cap is the largest instalment, and the end ten days after the last due day', () => {
    const [first] = weekly.instalments
    if (!first) throw new Error('the loan has no instalment')
    const amounts = [300_00, 500_00, 400_00]
    expect(mandateCap(amounts.map(amount => ({ ...first, amount: paise(amount) })))).toBe(500_00)
    expect(mandateEndsOn(weekly, on(0))).toBe(addDays(on(28), 10))
    expect(() => mandateEndsOn({ ...weekly, instalments: [] }, on(0))).toThrow(
      'a loan has at least one instalment',
    )
  })

  test('a mandate that is set up after the due days moved lasts beyond the last of them', () => {
    const answer = { day: on(3), afterPayments: 0 }
    const moved = { ...weekly, deferral: { moveDays: 14, requestedDay: on(3), answer } }
    expect(mandateEndsOn(moved, on(3))).toBe(addDays(on(42), 10))
  })

  test('AutoPay is offered on running loans only, and up to ₹15,000 a debit', () => {
    const large = {
      ...weekly,
      instalments: weekly.instalments.map(row => ({ ...row, amount: paise(15_000_01) })),
    }
    const largest = {
      ...weekly,
      instalments: weekly.instalments.map(row => ({ ...row, amount: paise(15_000_00) })),
    }
    expect(isAutoPayOffered('loaned', weekly)).toBe(true)
    expect(isAutoPayOffered('loaned', largest)).toBe(true)
    expect(isAutoPayOffered('loaned', large)).toBe(false)
    for (const state of Object.keys(orderStates) as (keyof typeof orderStates)[])
      if (state !== 'loaned') expect(isAutoPayOffered(state, weekly)).toBe(false)
  })
})

describe('the notice', () => {
  test('is due on the day before, from 8:00 to 16:00, with what falls due on the day', () => {
    const at = (hours: number) => debitToAnnounce(running(), hour(on(6), hours))
    expect(at(8)).toEqual({ instalment: 1, dueDay: firstDue, amount: amountDue })
    expect(at(15.99)).toBeDefined()
    expect(at(7.99)).toBeUndefined()
    expect(at(16)).toBeUndefined()
    expect(debitToAnnounce(running(), hour(on(5), 9))).toBeUndefined()
    expect(debitToAnnounce(running(), hour(firstDue, 9))).toBeUndefined()
  })

  test('is not given while AutoPay is off, nothing falls due, or something is overdue', () => {
    const at = hour(on(6), 9)
    for (const state of mandateStates)
      if (state !== 'active') expect(debitToAnnounce(running(weekly, state), at)).toBeUndefined()
    expect(debitToAnnounce({ ...running(), state: 'extension' }, at)).toBeUndefined()
    expect(debitToAnnounce({ ...running(), isHelpAwaited: true }, at)).toBeUndefined()
    expect(debitToAnnounce({ ...running(), state: 'overdue' }, at)).toBeUndefined()
    expect(debitToAnnounce(running(paying(3, amountDue)), at)).toBeUndefined()
    expect(debitToAnnounce(running(paying(3, 9_000_00)), at)).toBeUndefined()
    expect(debitToAnnounce(running(), hour(on(13), 9))).toBeUndefined()
    expect(debitToAnnounce(running(paying(7, amountDue)), hour(on(13), 9))).toMatchObject({
      instalment: 2,
      dueDay: on(14),
    })
  })

  test('is not given for more than the cap, nor for a day after the end', () => {
    const at = hour(on(6), 9)
    const { mandate, ...loan } = running()
    const under = { ...mandate, cap: paise(amountDue - 1) }
    expect(debitToAnnounce({ ...loan, mandate: under }, at)).toBeUndefined()
    expect(debitToAnnounce({ ...loan, mandate: { ...mandate, endsOn: on(6) } }, at)).toBeUndefined()
    expect(debitToAnnounce({ ...loan, mandate: { ...mandate, endsOn: on(7) } }, at)).toBeDefined()
  })
})

describe('the debit', () => {
  const decide = (about: Partial<typeof announced>, loan: DebitedLoan, at: Date) =>
    decideDebit(loan, { ...announced, ...about }, at)

  test('is made on the due day from 13:00 to 17:00, 24 hours after both notices', () => {
    const at = (hours: number, noticed = 9) =>
      decide({ noticedAt: hour(on(6), noticed) }, running(), hour(firstDue, hours)).kind
    expect(at(12.99)).toBe('wait')
    expect(at(13)).toBe('debit')
    expect(at(16.99)).toBe('debit')
    expect(decide({}, running(), hour(firstDue, 17))).toEqual({ kind: 'none', why: 'day-over' })
    expect(at(14, 15)).toBe('wait')
    expect(at(15, 15)).toBe('debit')
    expect(decide({}, running(), hour(on(6), 20)).kind).toBe('wait')
    expect(decide({}, running(), hour(on(8), 13))).toEqual({ kind: 'none', why: 'day-over' })
  })

  test('is never made without a notice', () => {
    const unnoticed = { noticedAt: undefined } as unknown as Partial<typeof announced>
    expect(decide(unnoticed, running(), hour(firstDue, 13)).kind).toBe('wait')
    expect(decide(unnoticed, running(), hour(firstDue, 17))).toEqual({
      kind: 'none',
      why: 'not-announced',
    })
  })

  test('is not made when paused, revoked, skipped, extended, settled or cancelled', () => {
    const at = hour(firstDue, 13)
    const why = (loan: DebitedLoan, about: Partial<typeof announced> = {}) => {
      const decision = decide(about, loan, at)
      return decision.kind === 'none' ? decision.why : decision.kind
    }
    expect(why(running(weekly, 'paused'))).toBe('autopay-off')
    expect(why(running(weekly, 'revoked'))).toBe('autopay-off')
    expect(why(running(), { isSkipped: true })).toBe('skipped')
    expect(why({ ...running(), isHelpAwaited: true })).toBe('help-awaited')
    for (const state of ['extension', 'overdue', 'settled', 'failed', 'cancelled'] as const)
      expect(why({ ...running(), state })).toBe('loan-not-running')
  })

  test('is not made above the cap, even if just that falls due', () => {
    const { mandate, ...loan } = running()
    const under = { ...loan, mandate: { ...mandate, cap: paise(amountDue - 1) } }
    expect(decide({}, under, hour(firstDue, 13))).toEqual({ kind: 'none', why: 'amount-changed' })
  })

  test('meets a payment by hand: nothing is taken, whether all or a part was paid', () => {
    const at = hour(firstDue, 13)
    expect(decide({}, running(paying(6, amountDue)), at)).toEqual({
      kind: 'none',
      why: 'nothing-due',
    })
    expect(decide({}, running(paying(6, 100_00)), at)).toEqual({
      kind: 'none',
      why: 'amount-changed',
    })
  })

  test('never takes more than falls due, nor without its notice, nor at another time', () => {
    const lives = fc.record({
      instalments: fc.constantFrom(1, 2, 4, 13),
      payments: fc.array(fc.tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 3_000_00 })), {
        maxLength: 3,
      }),
      announcedOn: fc.constantFrom(5, 6, 6, 6, 13, 20),
      noticeHour: fc.double({ min: 8, max: 18, noNaN: true }),
      debitHour: fc.double({ min: 34, max: 43, noNaN: true }),
      mandate: fc.constantFrom(
        'active',
        ...mandateStates,
        'active',
        'active',
        'active',
        'active',
        'active',
      ),
      isSkipped: fc.boolean(),
    })
    let paymentCount = 0
    fc.assert(
      fc.property(lives, life => {
        const before = runningLoan(life.instalments, 1000, [])
        const payments = life.payments.toSorted(([a], [b]) => a - b)
        const loan = runningLoan(life.instalments, 1000, payments)
        const dayBefore = on(life.announcedOn)
        const first = debitToAnnounce(
          { ...running(before), mandate: { ...running(before).mandate, cap: paise(9_000_00) } },
          hour(dayBefore, 10),
        )
        if (!first) return
        const at = hour(dayBefore, life.debitHour)
        const paid = payments.filter(([days]) => on(days) <= indiaDayOf(at))
        const loanSoFar = { ...loan, payments: loan.payments.slice(0, paid.length) }
        const mandate = { ...running(loanSoFar, life.mandate).mandate, cap: paise(9_000_00) }
        const noticedAt = hour(dayBefore, life.noticeHour)
        const decision = decideDebit(
          { state: 'loaned', loan: loanSoFar, mandate, isHelpAwaited: false },
          { ...first, isSkipped: life.isSkipped, noticedAt },
          at,
        )
        if (decision.kind !== 'debit') return
        paymentCount += 1
        expect(life.mandate).toBe('active')
        expect(life.isSkipped).toBe(false)
        expect(decision.amount).toBe(first.amount)
        expect(decision.amount).toBeLessThanOrEqual(fallsDueOn(loanSoFar, first.dueDay).amount)
        expect(at.getTime() - noticedAt.getTime()).toBeGreaterThanOrEqual(24 * HOUR_MS)
        expect(indiaDayOf(at)).toBe(first.dueDay)
      }),
      { numRuns: runs(3_000) },
    )
    expect(paymentCount).toBeGreaterThan(50)
  })

  test('starts at 13:00 in India', () => {
    expect(debitStartsAt(day('2026-11-27')).toISOString()).toBe('2026-11-27T07:30:00.000Z')
  })
})
