import { describe, expect, test } from 'vitest'
import { addDays, type Day, day, daysBetween } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  dueByInstalment,
  fallsDueOn,
  nextRepayment,
  overdueToday,
  payableToday,
  repaymentsToCome,
  stillToRepay,
} from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { dueDay, scheduleOf } from '#domain/lending/schedule.ts'
import { paise, ppmPerDay } from '#domain/money.ts'

const start = day('2026-11-20')
const weekly = loanOf(13)
const inDays = (days: number): Day => addDays(start, days)
const paying = (loan: RunningLoan, days: number, amount: number) => ({
  ...loan,
  payments: [...loan.payments, { day: inDays(days), amount: paise(amount) }],
})

function loanOf(instalments: number): RunningLoan {
  const terms = { principal: paise(5_000_00), rate: ppmPerDay(800), periodDays: 7, instalments }
  return {
    rate: terms.rate,
    penalRate: ppmPerDay(1_000),
    penalCap: paise(50_00),
    startDay: start,
    payments: [],
    instalments: scheduleOf(terms).map(row => ({
      number: row.number,
      dueDay: dueDay(row, start),
      principal: row.principal,
      amount: row.amount,
    })),
  }
}

/** The results of the functions for a loan, `days` days after its money arrived. */
function outlook(loan: RunningLoan, days: number) {
  const position = positionOn(loan, inDays(days))
  const next = nextRepayment(loan, position)
  return {
    next: next && {
      afterDays: daysBetween(start, next.day),
      amount: next.amount,
      interest: next.parts.interest,
    },
    today: payableToday(loan, position),
    still: stillToRepay(loan, inDays(days)),
  }
}

describe('a loan repaid in one instalment: 5,000 for seven days at 0.08 % a day', () => {
  test.each([0, 1, 3, 6, 7])(
    '%i days after the payout, 5,028.00 falls due on the seventh day',
    days => {
      expect(outlook(loanOf(1), days).next).toEqual({
        afterDays: 7,
        amount: 5_028_00,
        interest: 28_00,
      })
    },
  )

  test('repaid today, it costs only the days used', () => {
    expect(outlook(loanOf(1), 3)).toMatchObject({ today: 5_012_00, still: 5_028_00 })
  })

  test('principal paid after three days bears no interest for the other four', () => {
    // 12.00 of interest and 1,988.00 of principal are paid; 3,012.00 for four days is 9.638.
    expect(outlook(paying(loanOf(1), 3, 2_000_00), 3).next).toEqual({
      afterDays: 7,
      amount: 3_021_64,
      interest: 9_64,
    })
  })
})

describe('thirteen weekly instalments', () => {
  test.each([0, 7])(
    '%i days after the payout: the first instalment, its interest, and the whole repayment',
    days => {
      expect(outlook(weekly, days)).toEqual({
        next: { afterDays: 7, amount: 399_86, interest: 28_00 },
        today: 399_86,
        still: 5_198_19,
      })
    },
  )

  test('after an instalment is paid on its day, the rest is as agreed', () => {
    expect(outlook(paying(weekly, 7, 399_86), 7)).toMatchObject({
      next: { afterDays: 14, amount: 399_86 },
      still: 5_198_19 - 399_86,
    })
  })

  test('an overdue instalment adds its penal charge and its own interest, and is payable today', () => {
    // Two days of 0.1 % on 399.86 and of 0.08 % on its principal of 371.86: 0.80 and 0.59.
    expect(outlook(weekly, 9)).toMatchObject({
      next: { afterDays: 9, amount: 399_86 + 80 + 59 },
      still: 5_198_19 + 80 + 59,
    })
    expect(fallsDueOn(weekly, inDays(14)).amount).toBe(2 * 399_86 + 2_80 + 2_08)
  })

  test('principal paid early makes the rest cheaper than agreed', () => {
    const { still } = outlook(paying(weekly, 0, 1_000_00), 0)
    expect(still).toBeLessThan(5_198_19 - 1_000_00)
    expect(still).toBeGreaterThan(4_000_00)
  })

  test('an instalment paid early leaves its remaining days of interest to the next one', () => {
    // On the first day 4.00 of interest and the first 371.86 of principal are paid: 4,628.14 then
    // runs for thirteen days to the second due day.
    const loan = paying(weekly, 1, 375_86)
    const interest = 48_13
    expect(outlook(loan, 1).next).toMatchObject({ afterDays: 14, interest })
    expect(repaymentsToCome(loan, inDays(1))[0]).toMatchObject({
      day: inDays(14),
      parts: { interest, penal: 0 },
    })
  })

  test('the amount of each unpaid instalment: fixed on its due day if past, projected if to come', () => {
    const loan = paying(weekly, 3, 100_00)
    const paidLate = paying(loan, 9, 50_00)
    const first = { penal: 0, interest: 15_72, principal: 283_86 }
    // 12.00 of interest is paid with 88.00 of principal; 4,912.00 then runs for four days.
    expect(dueByInstalment(loan, positionOn(loan, inDays(3))).get(1)).toEqual(first)
    expect(dueByInstalment(paidLate, positionOn(paidLate, inDays(9))).get(1)).toEqual(first)
  })

  test('a part paid on the due day itself counts towards what fell due on it', () => {
    // 28.00 of interest and 72.00 of the principal of 371.86.
    const loan = paying(weekly, 7, 100_00)
    const due = dueByInstalment(loan, positionOn(loan, inDays(9)))
    expect(due.get(1)).toEqual({ penal: 0, interest: 0, principal: 299_86 })
  })

  test('each unpaid instalment has its own amount, and a paid one none', () => {
    const loan = paying(weekly, 7, 399_86)
    const due = dueByInstalment(loan, positionOn(loan, inDays(16)))
    expect([...due.keys()]).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    // A week of 0.08 % on 4,628.14 and on 4,254.20: the second one has 373.94 of principal.
    expect(due.get(2)).toEqual({ penal: 0, interest: 25_92, principal: 373_94 })
    expect(due.get(3)).toEqual({ penal: 0, interest: 23_82, principal: 376_04 })
  })

  test('an instalment that falls due today has its own amount, whatever is overdue', () => {
    const due = dueByInstalment(weekly, positionOn(weekly, inDays(14)))
    expect(due.get(2)).toEqual({ penal: 0, interest: 25_92, principal: 373_94 })
  })

  test('an unanswered hardship plan moves no instalment that is paid on its day', () => {
    const deferral = { moveDays: 28, requestedDay: inDays(3), answer: 'awaited' } as const
    const loan = { ...weekly, deferral }
    const due = dueByInstalment(loan, positionOn(loan, inDays(3)))
    expect(due.get(2)).toEqual({ penal: 0, interest: 25_92, principal: 373_94 })
  })
})

test('what fell due on a moved due day counts the extension that moved it', () => {
  // Extended on day ten, for ten days of interest and three of penal charge on 5,028.00; a week of
  // 0.08 % on 5,000.00 then falls due on day seventeen.
  const extension = {
    afterPayments: 0,
    requestedDay: inDays(10),
    paidDay: inDays(10),
    penal: paise(15_08),
    interest: paise(40_00),
  }
  const loan = { ...loanOf(1), extensions: [extension] }
  const due = dueByInstalment(loan, positionOn(loan, inDays(19)))
  expect(due.get(1)).toEqual({ penal: 0, interest: 28_00, principal: 5_000_00 })
})

test('if nothing is owed, nothing is to be repaid', () => {
  expect(outlook(paying(weekly, 0, 9_000_00), 5)).toEqual({ next: undefined, today: 0, still: 0 })
})

test('the overdue amount is only what is overdue, with its penal charge', () => {
  expect(overdueToday(weekly, positionOn(weekly, inDays(7)))).toBeUndefined()
  // 371.86 of principal at 0.08% for two more days, and 0.1% of 399.86 for two days.
  expect(overdueToday(weekly, positionOn(weekly, inDays(9)))).toEqual({
    days: 2,
    since: inDays(7),
    amount: 399_86 + 59 + 80,
    penal: 80,
  })
})
