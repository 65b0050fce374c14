import { describe, expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { courseOf } from '#domain/lending/course.ts'
import { refundsMissing, toGoBack } from '#domain/lending/course-refunds.ts'
import type { LoanFacts } from '#domain/lending/loan-facts.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { paise } from '#domain/money.ts'
import { type LoanEvent, loanByOracle } from '#domain/testing/by-oracle.ts'
import {
  after,
  factsOf,
  grantedPlan,
  noonOf,
  numbered,
  payment,
  request,
  waiver,
} from '#domain/testing/facts.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const used = (facts: LoanFacts) =>
  Object.fromEntries(
    [...courseOf(facts).uses].map(([id, { day, parts, excess }]) => [id, { day, parts, excess }]),
  )

/** The debt of a loan of ₹5,000 on a day, by the oracle. */
function owedByOracle({ instalments }: RunningLoan, events: readonly LoanEvent[], day: number) {
  return loanByOracle({ instalments: instalments.length }, events).on(day).owed()
}

const owedOn = (facts: LoanFacts, day: number) => positionOn(courseOf(facts).loan, on(day)).owed

describe('payments', () => {
  test('count on the days on which they were made: 16.02 of interest, though the later one was known first', () => {
    // Four days of 0.08 % on 5,000, and one on the 25.00 that are left then.
    const loan = runningLoan(1, 800)
    const most = payment('most', noonOf(4), 4_991_00)
    const rest = payment('rest', noonOf(5), 30_00)
    for (const order of [
      [most, rest],
      [rest, most],
    ])
      expect(used(factsOf(loan, { payments: numbered(order) }))).toEqual({
        most: { day: on(4), parts: { penal: 0, interest: 16_00, principal: 4_975_00 }, excess: 0 },
        rest: { day: on(5), parts: { penal: 0, interest: 2, principal: 25_00 }, excess: 4_98 },
      })
  })

  test('of one instant follow their references, in any order of becoming known', () => {
    const loan = runningLoan(1)
    const one = payment('one', noonOf(7), 5_035_00)
    const other = payment('other', noonOf(7), 5_035_00)
    for (const order of [
      [one, other],
      [other, one],
    ]) {
      const { one: first, other: second } = used(factsOf(loan, { payments: numbered(order) }))
      expect([first?.excess, second?.excess]).toEqual([0, 5_035_00])
    }
  })

  test('a page for an instalment that was paid before by another one brings nothing more', () => {
    const loan = runningLoan(2)
    const [first] = loan.instalments
    const amount = first?.amount ?? 0
    const about = { lastInstalment: 1, amount: paise(amount) }
    const payments = numbered([
      payment('later', noonOf(7), amount, about),
      payment('earlier', noonOf(6), amount, about),
    ])
    const { earlier, later } = used(factsOf(loan, { payments }))
    expect([earlier?.excess, later?.excess]).toEqual([0, amount])
  })

  test('what was ordered to be sent back pays nothing, even where it turns out to be owed', () => {
    const loan = runningLoan(1)
    const payments = [{ ...payment('one', noonOf(7), 5_035_00), sentBack: paise(35_00) }]
    expect(owedOn(factsOf(loan, { payments }), 7)).toMatchObject({ principal: 35_00 })
  })

  test('what goes back of one stands in for what went back of another, and is needed after all', () => {
    const loan = runningLoan(1)
    const page = { id: 'page', amount: paise(300_00) }
    const payments = numbered([
      payment('again', noonOf(3), 500_00, page),
      // As long as the page seemed to be paid once, so much was too much of it.
      { ...payment('all', noonOf(7), 5_035_00), sentBack: paise(501_94) },
      payment('one', noonOf(2), 300_00, page),
    ])
    const facts = factsOf(loan, { payments })
    expect(positionOn(courseOf(facts).loan, on(7)).payoff).toBe(0)
    const refunds = new Map([...courseOf(facts).uses].map(([id, use]) => [id, toGoBack(use)]))
    expect(refunds).toEqual(
      new Map([
        ['one', 0],
        ['again', 500_00],
        ['all', 301_45],
      ]),
    )
    expect(refundsMissing(payments, refunds)).toEqual(new Map([['again', 299_51]]))
  })

  test('made in time keep a loan in time, however many came after the due day', () => {
    const loan = runningLoan(1)
    const late = payment('late', noonOf(8), 1_00)
    const inTime = payment('in time', noonOf(7), 5_035_00)
    const onlyLate = courseOf(factsOf(loan, { payments: numbered([late]) })).loan
    expect(worstOverdueDays(onlyLate, on(9))).toBe(2)
    const both = courseOf(factsOf(loan, { payments: numbered([late, inTime]) })).loan
    expect(worstOverdueDays(both, on(9))).toBe(0)
  })
})

describe('a plan', () => {
  test('moves what was unpaid at its grant: a payment made before and known later is placed before it', () => {
    const loan = runningLoan(2)
    const paid = payment('before', noonOf(6), 1_000_00)
    const facts = factsOf(loan, { payments: [paid], plan: grantedPlan(5, noonOf(7), 14) })
    const placed: LoanEvent[] = [
      { kind: 'payment', day: 6, amount: 1_000_00 },
      { kind: 'plan', day: 7, moveDays: 14 },
    ]
    for (const day of [7, 14, 21, 30])
      expect(owedOn(facts, day)).toEqual(owedByOracle(loan, placed, day))
    // Counted after the grant it would bear a day more of interest.
    const behind = placed.toReversed().map(each => ({ ...each, day: 7 }))
    expect(owedOn(facts, 30)).not.toEqual(owedByOracle(loan, behind, 30))
  })

  test('that a person granted counts among the payments of its day by the hour', () => {
    const loan = runningLoan(2)
    const [first] = loan.instalments
    const amount = first?.amount ?? 0
    const due = (hours: number) => {
      const paid = payment('first', hours, amount)
      const facts = factsOf(loan, { payments: [paid], plan: grantedPlan(5, noonOf(7), 14) })
      return positionOn(courseOf(facts).loan, on(7)).instalments.map(({ dueDay }) => dueDay)
    }
    expect(due(noonOf(7) - 1)).toEqual([on(7), on(28)])
    expect(due(noonOf(7) + 1)).toEqual([on(21), on(28)])
  })

  test('that found nothing to move is moot', () => {
    const loan = runningLoan(1)
    const plan = grantedPlan(5, noonOf(7), 14)
    const facts = factsOf(loan, { payments: [payment('all', noonOf(6), 5_030_00)], plan })
    const { isPlanMoot, loan: after } = courseOf(facts)
    expect(isPlanMoot).toBe(true)
    expect(positionOn(after, on(9))).toMatchObject({ payoff: 0, nextDueDay: undefined })
    expect(after.deferral?.answer).toBe('refused')
  })
})

describe('a waiver', () => {
  const loan = runningLoan(1)
  // Due on the seventh day: after ten days 15.11 of penal charge, after nine 10.07.
  const paidOnNinth = payment('all', noonOf(9), 5_055_07)

  test('of more than is owed by now gives back what an earlier payment paid of it', () => {
    const facts = factsOf(loan, { payments: [paidOnNinth], waivers: [waiver(noonOf(10), 15_11)] })
    expect(used(facts)).toEqual({
      all: {
        day: on(9),
        parts: { penal: 0, interest: 45_00, principal: 5_000_00 },
        excess: 10_07,
      },
    })
    expect(positionOn(courseOf(facts).loan, on(12))).toMatchObject({ payoff: 0, waived: 10_07 })
  })

  test('of less than that gives back so much', () => {
    const facts = factsOf(loan, { payments: [paidOnNinth], waivers: [waiver(noonOf(10), 4_00)] })
    expect(used(facts).all).toMatchObject({ parts: { penal: 6_07 }, excess: 4_00 })
  })

  test('takes nothing back where so much is still owed', () => {
    const payments = [payment('part', noonOf(9), 20_00)]
    const facts = factsOf(loan, { payments, waivers: [waiver(noonOf(10), 5_00)] })
    expect(used(facts).part).toMatchObject({ parts: { penal: 10_07, interest: 9_93 }, excess: 0 })
    expect(positionOn(courseOf(facts).loan, on(10)).waived).toBe(5_00)
  })

  test('gives up nothing of the days that a plan ended anyway', () => {
    // A plan granted on the ninth day moves the due day to the 21st: by the 22nd 5.11 of penal charge.
    const payments = [payment('part', 24 * 9, 1_00), payment('all', 24 * 22, 5_110_03)]
    const facts = factsOf(loan, {
      payments: numbered(payments),
      plan: grantedPlan(1, 24 * 9 + 1, 14),
      waivers: [waiver(24 * 22, 5_12)],
    })
    expect(used(facts).all).toMatchObject({
      parts: { penal: 0, interest: 110_00, principal: 5_000_00 },
      excess: 3,
    })
    expect(positionOn(courseOf(facts).loan, on(30)).payoff).toBe(0)
  })
})

describe('an extension', () => {
  const loan = runningLoan(1)
  // Requested after five days: 10 % of 5,000, and 25.00 of interest.
  const fee = {
    serviceFee: paise(500_00),
    gst: paise(76_27),
    penal: paise(0),
    interest: paise(25_00),
  }
  const page = { extensionId: 'e', amount: paise(525_00) }
  const paidFee = (hours: number, amount = 525_00) => payment('fee', hours, amount, page)
  const extended = (facts: LoanFacts) => {
    const { extensions, loan: after } = courseOf(facts)
    return { ...extensions.get('e'), due: positionOn(after, after.startDay).instalments[0]?.dueDay }
  }
  const requests = (ended?: Parameters<typeof request>[3]) => [request('e', noonOf(5), fee, ended)]

  test('whose fee was complete in time is paid, though it had been recorded as lapsed', () => {
    const facts = factsOf(loan, {
      payments: [paidFee(noonOf(6) - 1)],
      extensions: requests('lapsed'),
    })
    expect(courseOf(facts).extensions.get('e')).toMatchObject({ state: 'paid', endedOn: on(6) })
    const late = factsOf(loan, { payments: [paidFee(noonOf(6))], extensions: requests('lapsed') })
    expect(courseOf(late).extensions.get('e')).toMatchObject({ state: 'lapsed' })
    expect(used(late).fee).toMatchObject({ parts: { interest: 30_00, principal: 495_00 } })
  })

  test('ends when its borrower abandons it, whatever is reported of it later', () => {
    const ended = { abandoned: { at: after(noonOf(5) + 8), knownPayments: 0 } }
    const facts = factsOf(loan, { payments: [paidFee(noonOf(5) + 4)], extensions: requests(ended) })
    expect(courseOf(facts).extensions.get('e')).toMatchObject({
      state: 'abandoned',
      released: { amount: 525_00, excess: 0 },
    })
  })

  test('of a loan that was reported as repaid does not open it again', () => {
    const extensions = requests('lapsed')
    const payments = [payment('all', noonOf(8), 5_045_04), paidFee(noonOf(5) + 4)]
    const settled = factsOf(loan, { payments: numbered(payments), extensions, isSettled: true })
    expect(extended(settled)).toMatchObject({ state: 'lapsed' })
    expect(positionOn(courseOf(settled).loan, on(9)).payoff).toBe(0)
  })

  test('costs what was owed at its request: more goes back', () => {
    const before = payment('before', noonOf(4), 2_020_00)
    const facts = factsOf(loan, {
      payments: numbered([paidFee(noonOf(5) + 4), before]),
      extensions: requests(),
    })
    // Of 3,000 that were left: 10 %, and a day's interest.
    expect(courseOf(facts).extensions.get('e')).toMatchObject({
      state: 'paid',
      fee: { serviceFee: 300_00, interest: 3_00 },
    })
    expect(courseOf(facts).uses.get('fee')).toMatchObject({ held: 303_00, excess: 222_00 })
  })

  test('that had nothing to move ends, and its fee is a payment like another', () => {
    const before = payment('before', noonOf(4), 5_020_00)
    const facts = factsOf(loan, {
      payments: numbered([paidFee(noonOf(5) + 4), before]),
      extensions: requests(),
    })
    expect(courseOf(facts).extensions.get('e')).toMatchObject({ state: 'ended', setAside: 0 })
    expect(used(facts).fee).toMatchObject({ excess: 525_00 })
  })

  test('leaves a payment of the time between where it was made', () => {
    const between = payment('between', noonOf(5) + 2, 1_000_00)
    const facts = factsOf(loan, {
      payments: numbered([paidFee(noonOf(5) + 4, 525_00), between]),
      extensions: requests(),
    })
    // The payment took the interest of the fee, and left 4,025 of principal.
    expect(courseOf(facts).extensions.get('e')).toMatchObject({
      state: 'paid',
      fee: { serviceFee: 402_50, interest: 0 },
    })
  })
})
