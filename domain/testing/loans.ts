/**
 * Test loans: the terms of vector V3 (key facts), running for some days, with the payments so far.
 */

import { addDays, type Day, day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { dueDay, scheduleOf } from '#domain/lending/schedule.ts'
import type { LoanTerms } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'

/** ₹5,000 for seven days at 0.1 % a day and a fee of 10 %. */
export const SEVEN: LoanTerms = {
  principal: paise(5_000_00),
  rate: ppmPerDay(1000),
  processingFee: basisPoints(1000),
  discount: basisPoints(0),
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 28,
  penalRate: ppmPerDay(1000),
  penalCap: basisPoints(500),
  extensionFee: basisPoints(1000),
  coolingOffDays: 1,
}

export const START_DAY = day('2026-11-20')

/** The day, `days` days after the money arrived. */
export function on(days: number): Day {
  return addDays(START_DAY, days)
}

/** Days after the start, and paise. */
export type Paid = readonly [days: number, amount: number]

/** A loan of ₹5,000 in weekly instalments, at a rate in parts per million per day. */
export function runningLoan(
  instalments = 1,
  rate = 1000,
  payments: readonly Paid[] = [],
): RunningLoan {
  const { principal, penalRate, periodDays } = SEVEN
  const schedule = scheduleOf({ principal, rate: ppmPerDay(rate), periodDays, instalments })
  return {
    rate: ppmPerDay(rate),
    penalRate,
    penalCap: paise(250_00),
    startDay: START_DAY,
    instalments: schedule.map(row => ({ ...row, dueDay: dueDay(row, START_DAY) })),
    payments: payments.map(([days, amount]) => ({ day: on(days), amount: paise(amount) })),
  }
}
