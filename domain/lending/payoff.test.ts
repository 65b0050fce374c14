import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { withExtension } from '#domain/lending/extension.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import { type Payoff, payoffOn } from '#domain/lending/payoff.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { paise, sumPaise } from '#domain/money.ts'
import { on, type Paid, runningLoan } from '#domain/testing/loans.ts'

const loan = (rate: number, instalments: number, payments?: Paid[]) =>
  runningLoan(instalments, rate, payments)

function quoted(running: RunningLoan, today: number, day = today): Payoff {
  const payoff = payoffOn(running, on(today), on(day))
  if (typeof payoff === 'string') throw new Error(payoff)
  return payoff
}

test('three days into a week: three days of interest, no charge for repaying early, and the saving', () => {
  expect(quoted(loan(1000, 1), 3)).toEqual({
    today: on(3),
    day: on(3),
    lastDay: on(7),
    interestDays: 3,
    paid: 0,
    amount: 5_015_00,
    saved: 20_00,
    borne: { principal: 5_000_00, interest: 15_00, penal: 0 },
  })
  expect(quoted(loan(1000, 1), 0)).toMatchObject({ interestDays: 1, amount: 5_005_00 })
  expect(quoted(loan(1000, 1), 1, 7)).toMatchObject({
    day: on(7),
    interestDays: 7,
    amount: 5_035_00,
    saved: 0,
  })
})

test('payments are deducted, and an overdue instalment bears its penal charge', () => {
  // 10.00 of interest and 990.00 of principal are paid; 4,010.00 then bears 4.01 a day for eight
  // days. The instalment of 4,030.05 bears three days of penal charge.
  expect(quoted(loan(1000, 1, [[2, 1_000_00]]), 10)).toMatchObject({
    lastDay: on(10),
    interestDays: 10,
    paid: 1_000_00,
    saved: 0,
    borne: { principal: 5_000_00, interest: 42_08, penal: 12_09 },
    amount: 4_054_17,
  })
})

test('after an extension, what its fee settled counts as paid', () => {
  const extended = withExtension(loan(1000, 1), {
    requestedDay: on(7),
    paidDay: on(7),
    penal: paise(0),
    interest: paise(35_00),
  })
  expect(quoted(extended, 9)).toMatchObject({
    lastDay: on(14),
    interestDays: 9,
    paid: 35_00,
    amount: 5_010_00,
    borne: { principal: 5_000_00, interest: 45_00, penal: 0 },
  })
})

test('there is no quote for a past day, a day after the next due day, or a repaid loan', () => {
  expect(payoffOn(loan(1000, 13), on(3), on(2))).toBe('day-not-offered')
  expect(payoffOn(loan(1000, 13), on(3), on(8))).toBe('day-not-offered')
  expect(payoffOn(loan(1000, 1, [[7, 5_035_00]]), on(8))).toBe('nothing-owed')
})

/**
 * A loan whose instalments were all paid on their days so far, and a day before the next due day.
 */
const inTime = fc
  .record({ rate: fc.integer({ min: 0, max: 3000 }), instalments: fc.integer({ min: 1, max: 13 }) })
  .chain(terms =>
    fc.record({
      terms: fc.constant(terms),
      days: fc.integer({ min: 0, max: 7 * terms.instalments - 1 }),
    }),
  )

test('the payoff never exceeds the Key Facts total, includes no charge for repaying early, and ends the loan', () => {
  fc.assert(
    fc.property(inTime, fc.nat({ max: 7 }), ({ terms: { rate, instalments }, days }, later) => {
      const payments: [number, number][] = []
      for (let week = 1; week * 7 <= days; week += 1)
        payments.push([
          week * 7,
          fallsDueOn(loan(rate, instalments, payments), on(week * 7)).amount,
        ])
      const running = loan(rate, instalments, payments)
      const day = Math.min(days + later, (Math.floor(days / 7) + 1) * 7)
      const { borne, paid, amount, saved } = quoted(running, days, day)
      const agreed = sumPaise(running.instalments.map(instalment => instalment.amount))
      expect(paid + amount).toBe(borne.principal + borne.interest)
      expect(paid + amount + saved).toBe(agreed)
      expect(borne).toMatchObject({ principal: 5_000_00, penal: 0 })
      // A millionth of 5,000.00 a day is half a paisa.
      const max = Math.floor((rate * Math.max(1, day)) / 2 + 0.5)
      expect(borne.interest).toBeLessThanOrEqual(max + payments.length)
      const ended = loan(rate, instalments, [...payments, [day, amount]])
      expect(positionOn(ended, on(day + 30))).toMatchObject({ payoff: 0 })
    }),
  )
})

test('a day later never costs less', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 1, max: 13 }),
      fc.nat({ max: 6 }),
      (rate, count, days) => {
        expect(quoted(loan(rate, count), 0, days + 1).amount).toBeGreaterThanOrEqual(
          quoted(loan(rate, count), 0, days).amount,
        )
      },
    ),
  )
})
