import { describe, expect, test } from 'vitest'
import type { RunningLoan } from '#domain/accrual.ts'
import { addDays, day } from '#domain/day.ts'
import { paise, ppmPerDay } from '#domain/money.ts'
import { interestInDueNow, stillToRepay } from '#domain/outlook.ts'
import { positionOn } from '#domain/repayment.ts'
import { dueDay, scheduleOf } from '#domain/schedule.ts'

const start = day('2026-11-20')
const weekly = loanOf(13)

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

function outlook(loan: RunningLoan, days: number) {
  const position = positionOn(loan, addDays(start, days))
  return { dueNow: position.dueNow, interest: interestInDueNow(position), still: stillToRepay(loan, position) }
}

describe('what home says of a running loan', () => {
  test('on the day the money arrives: the first instalment, its interest, and the whole repayment', () => {
    expect(outlook(weekly, 0)).toEqual({ dueNow: 399_86, interest: 28_00, still: 5_198_19 })
  })

  test('on the first due day nothing has changed', () => {
    expect(outlook(weekly, 7)).toEqual({ dueNow: 399_86, interest: 28_00, still: 5_198_19 })
  })

  test('after an instalment paid on its day, the rest is as agreed', () => {
    const loan = { ...weekly, payments: [{ day: addDays(start, 7), amount: paise(399_86) }] }
    expect(outlook(loan, 7).still).toBe(5_198_19 - 399_86)
  })

  test('an overdue instalment adds its penal charge and its own interest', () => {
    const { still } = outlook(weekly, 9)
    expect(still).toBe(5_198_19 + 80 + 59)
  })

  test('principal paid early makes the rest cheaper than agreed', () => {
    const loan = { ...weekly, payments: [{ day: start, amount: paise(1_000_00) }] }
    const { still } = outlook(loan, 0)
    expect(still).toBeLessThan(5_198_19 - 1_000_00)
    expect(still).toBeGreaterThan(4_000_00)
  })

  test('a loan repaid at once, paid early, is shown with the interest of the days used', () => {
    expect(outlook(loanOf(1), 3)).toMatchObject({ dueNow: 5_012_00, interest: 12_00 })
  })

  test('nothing owed is nothing to repay', () => {
    const loan = { ...weekly, payments: [{ day: start, amount: paise(9_000_00) }] }
    expect(outlook(loan, 5)).toEqual({ dueNow: 0, interest: 0, still: 0 })
  })
})
