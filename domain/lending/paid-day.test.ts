import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { paidDay, worstOverdueDays } from '#domain/lending/paid-day.ts'
import { paise, ppmPerDay } from '#domain/money.ts'

const asked = new Date('2026-11-21T04:30:00Z')
const learned = new Date('2026-11-24T04:30:00Z')
const about = { askedAt: asked, learnedAt: learned }

test.each([
  ['no word of the provider', undefined, [], '2026-11-24'],
  ['a message that is a day late', '2026-11-23T04:30:00Z', [], '2026-11-23'],
  ['the last minute of the day in India', '2026-11-22T18:29:59Z', [], '2026-11-22'],
  ['before it was asked for', '2026-11-01T00:00:00Z', [], '2026-11-21'],
  ['in the future', '2027-01-01T00:00:00Z', [], '2026-11-24'],
  [
    'before what the loan has seen',
    '2026-11-22T04:30:00Z',
    [undefined, day('2026-11-23')],
    '2026-11-23',
  ],
] as const)('%s', (_, paidAt, seen, counts) => {
  expect(paidDay(paidAt === undefined ? undefined : new Date(paidAt), about, seen)).toBe(counts)
})

test('the day is between the request and the notification, unless the loan already has a later event', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      paidAt => {
        const counts = paidDay(paidAt, about, [])
        return counts >= indiaDayOf(asked) && counts <= indiaDayOf(learned)
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
