import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { paymentInstant, worstOverdueDays } from '#domain/lending/paid-day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { paise, ppmPerDay } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const requestedAt = new Date('2026-11-21T04:30:00Z')
const reportedAt = new Date('2026-11-24T04:30:00Z')
const about = { requestedAt, reportedAt }

test.each([
  ['no word of the provider', undefined, '2026-11-24T04:30:00Z'],
  ['a message that is a day late', '2026-11-23T04:30:00Z', '2026-11-23T04:30:00Z'],
  ['the last second of the day in India', '2026-11-22T18:29:59Z', '2026-11-22T18:29:59Z'],
  ['before it was asked for', '2026-11-01T00:00:00Z', '2026-11-21T04:30:00Z'],
  ['in the future', '2027-01-01T00:00:00Z', '2026-11-24T04:30:00Z'],
] as const)('%s', (_, paidAt, counts) => {
  const instant = paymentInstant(paidAt === undefined ? undefined : new Date(paidAt), about)
  expect(instant).toEqual(new Date(counts))
})

test('the instant is between the request and the notification', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      paidAt => {
        const instant = paymentInstant(paidAt, about)
        return instant >= requestedAt && instant <= reportedAt
      },
    ),
  )
})

const start = day('2026-11-01')
const due = addDays(start, 7)
const loan: RunningLoan = {
  rate: ppmPerDay(1000),
  penalRate: ppmPerDay(1000),
  penalCap: paise(50_000),
  startDay: start,
  instalments: [{ number: 1, dueDay: due, principal: paise(500_000), amount: paise(503_500) }],
  payments: [],
}
const whole = paise(600_000)

test.each([
  ['unpaid', [], addDays(due, 5), 5],
  ['paid on its due day', [due], addDays(due, 5), 0],
  ['paid on the morning after', [addDays(due, 1)], addDays(due, 5), 1],
  ['paid three days late', [addDays(due, 3)], addDays(due, 30), 3],
  ['not due yet', [], due, 0],
] as const)('lateness: %s', (_, days, today, worst) => {
  const payments = days.map(on => ({ day: on, amount: whole }))
  expect(worstOverdueDays({ ...loan, payments }, today)).toBe(worst)
})

test('an extension requested in time and paid a day later does not count as late', () => {
  const requestedDay = due
  const paidOn = addDays(due, 1)
  // Seven days at 0.1 % of 5,000.
  const settled = { penal: paise(0), interest: paise(35_00) }
  const extensions = [{ afterPayments: 0, requestedDay, paidDay: paidOn, ...settled }]
  expect(worstOverdueDays({ ...loan, extensions }, addDays(due, 7))).toBe(0)
  expect(worstOverdueDays({ ...loan, extensions }, addDays(due, 9))).toBe(2)
})

test('an extension requested three days after the due day leaves the loan as late as it was', () => {
  const requestedDay = addDays(due, 3)
  // Ten days at 0.1 % of 5,000, and three of the penal charge on 5,035.
  const settled = { penal: paise(15_11), interest: paise(50_00) }
  const extensions = [{ afterPayments: 0, requestedDay, paidDay: requestedDay, ...settled }]
  expect(worstOverdueDays({ ...loan, extensions }, addDays(due, 10))).toBe(3)
  expect(worstOverdueDays({ ...loan, extensions }, addDays(due, 14))).toBe(4)
})

test('a payment on the loan before the fee of an extension requested in time does not make it late', () => {
  const extension = { requestedDay: due, penal: paise(0), interest: paise(35_00) }
  const payments = [{ day: addDays(due, 1), amount: paise(1_00) }]
  const extensions = [{ ...extension, afterPayments: 1, paidDay: addDays(due, 1) }]
  expect(worstOverdueDays({ ...loan, payments, extensions }, addDays(due, 7))).toBe(0)
})

test('is found by the days on which something happened, as by every day', () => {
  const weekly = runningLoan(4)
  const lives = fc.record({
    days: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
    amount: fc.integer({ min: 1_00, max: 2_000_00 }),
    today: fc.integer({ min: 1, max: 70 }),
  })
  fc.assert(
    fc.property(lives, ({ days, amount, today }) => {
      const paymentsOfLoan = days
        .toSorted((a, b) => a - b)
        .map(each => ({ day: on(each), amount: paise(amount) }))
      const lived = { ...weekly, payments: paymentsOfLoan.filter(each => each.day <= on(today)) }
      const mornings = Array.from({ length: today }, (_, index) => {
        const payments = lived.payments.filter(each => each.day < on(index + 1))
        return positionOn({ ...lived, payments }, on(index + 1)).overdueDays
      })
      expect(worstOverdueDays(lived, on(today))).toBe(Math.max(0, ...mornings))
    }),
  )
})
