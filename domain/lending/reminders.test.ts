import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  FIRST_REMINDER_DAYS_BEFORE,
  REMINDER_HOURS,
  REMINDER_STEPS,
  type RemindedLoan,
  type Reminder,
  reminderAt,
  reminderOn,
  reminderTimes,
  reminderWishes,
  USUAL_WISH,
} from '#domain/lending/reminders.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { on, type Paid, runningLoan } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'

const HOUR = 3_600_000

const loan = (instalments: number, payments?: Paid[]) => runningLoan(instalments, 1000, payments)

const hourOf = (at: Date) => (at.getTime() - startOfIndiaDay(indiaDayOf(at)).getTime()) / HOUR
const at = (days: number, hour: number) =>
  new Date(startOfIndiaDay(on(days)).getTime() + hour * HOUR)

type SentReminder = Reminder & { readonly at: Date }

/** The reminder may change around these hours. */
const HOURS = [0, 7.99, 8, 11.99, 12, 15.99, 16, 18.99, 19, 23.99]

/** Collects the reminders of `days` days, asking at every one of the hours: at most one a day. */
function remindersOf(
  { loan: running, ...about }: Partial<RemindedLoan> & { loan: RunningLoan },
  days: number,
): SentReminder[] {
  const all: SentReminder[] = []
  for (let passed = 0; passed < days; passed += 1) {
    const today = on(passed)
    const loanToday = {
      ...running,
      payments: running.payments.filter(payment => payment.day <= today),
    }
    const state = positionOn(loanToday, today).payoff === 0 ? 'settled' : 'loaned'
    for (const hour of HOURS) {
      const reminder = reminderAt(
        { state, wish: USUAL_WISH, isDisputed: false, ...about, loan: loanToday },
        at(passed, hour),
      )
      if (!reminder) continue
      all.push({ ...reminder, at: at(passed, hour) })
      break
    }
  }
  return all
}

test('an unpaid seven-day loan follows the published schedule, at eight each morning', () => {
  const all = remindersOf({ loan: loan(1) }, 60)
  expect(all.map(({ at: now, step, by }) => [indiaDayOf(now), hourOf(now), step, by])).toEqual([
    ['2026-11-24', 8, -3, 'notification'],
    ['2026-11-26', 8, -1, 'notification'],
    ['2026-11-27', 8, 0, 'both'],
    ['2026-11-28', 8, 1, 'text'],
    ['2026-11-30', 8, 3, 'text'],
    ['2026-12-04', 8, 7, 'text'],
    ['2026-12-11', 8, 14, 'text'],
  ])
  // 5,000 at 0.1 % a day for the seven days to the due day, on any earlier day (vector V3).
  for (const before of all.slice(0, 3))
    expect(before).toMatchObject({ dueDay: '2026-11-27', amount: 5_035_00, overdue: undefined })
  expect(all[4]).toMatchObject({ amount: 5_065_11, overdue: { since: '2026-11-27', penal: 15_11 } })
})

test('with thirteen unpaid instalments the first goes through its steps, and the others are reminded of on their days', () => {
  const all = remindersOf({ loan: loan(13) }, 92)
  const ofInstalment = (number: number) =>
    all.filter(({ instalment }) => instalment === number).map(({ step }) => step)
  expect(ofInstalment(1)).toEqual([-3, -1, 0, 1, 3, 7, 14])
  expect([2, 3].map(ofInstalment)).toEqual([[], []])
  for (let number = 4; number <= 13; number += 1) expect(ofInstalment(number)).toEqual([0])
  expect(
    all.slice(3).every(({ by, overdue }) => by === 'text' && overdue?.since === '2026-11-27'),
  ).toBe(true)
})

test.each([
  ['nothing while an extension is awaited', { state: 'extension' }],
  ['nothing once it is settled', { state: 'settled' }],
  ['nothing when the payout came to nothing', { state: 'failed' }],
  ['nothing while a complaint is open', { isDisputed: true }],
] as const)('%s', (_, about) => {
  expect(remindersOf({ loan: loan(1), ...about }, 30)).toEqual([])
})

test.each(reminderTimes)('a borrower who prefers %s is reminded then', time => {
  const all = remindersOf({ loan: loan(1), wish: { way: 'text', time } }, 30)
  expect(all).toHaveLength(REMINDER_STEPS.length)
  for (const each of all)
    expect([hourOf(each.at), each.by]).toEqual([REMINDER_HOURS[time].from, 'text'])
})

test('an overdue order is reminded of like a running one', () => {
  expect(remindersOf({ loan: loan(1), state: 'overdue' }, 30)).toHaveLength(REMINDER_STEPS.length)
})

test('reminders begin with the day on which the money arrives', () => {
  const [instalment] = loan(1).instalments
  if (!instalment) throw new Error('a loan has an instalment')
  const short = { ...loan(1), instalments: [{ ...instalment, dueDay: on(3) }] }
  const about = { state: 'loaned', loan: short, wish: USUAL_WISH, isDisputed: false } as const
  expect(reminderAt(about, at(-1, 9))).toBeUndefined()
  expect(reminderAt(about, at(0, 9))).toMatchObject({ step: -3 })
})

test('a repaid loan has no reminder, on none of its days', () => {
  expect(reminderOn(loan(1, [[3, 5_035_00]]), on(7))).toBeUndefined()
})

test('a borrower who has chosen nothing has a wish that can be chosen', () => {
  expect(reminderWishes).toContain(USUAL_WISH.way)
})

test('a missed day is not made up for', () => {
  const asleep = { state: 'loaned', loan: loan(1), wish: USUAL_WISH, isDisputed: false } as const
  expect(reminderAt(asleep, at(7, 19))).toBeUndefined()
  expect(reminderAt(asleep, at(9, 8))).toBeUndefined()
  expect(reminderAt(asleep, at(10, 18.99))).toMatchObject({ step: 3 })
})

test('reminders are within the hours, one a day, few per instalment, only about what is owed, and end once nothing is', () => {
  const payments = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 44 }), fc.integer({ min: 1, max: 3_000_00 })),
    { maxLength: 8 },
  )
  const loans = fc.record({
    instalments: fc.integer({ min: 1, max: 4 }),
    payments,
    time: fc.constantFrom(...reminderTimes),
  })
  fc.assert(
    fc.property(loans, ({ instalments, payments: paid, time }) => {
      const running = loan(
        instalments,
        paid.toSorted(([a], [b]) => a - b),
      )
      const all = remindersOf({ loan: running, wish: { way: 'usual', time } }, 45)
      const hours = REMINDER_HOURS[time]
      for (const { at: now, amount, overdue, dueDay: due, step } of all) {
        const today = indiaDayOf(now)
        const payable = positionOn(
          { ...running, payments: running.payments.filter(payment => payment.day <= today) },
          today,
        )
        expect(hourOf(now) >= hours.from && hourOf(now) < hours.before).toBe(true)
        expect(amount).toBeGreaterThan(ZERO_PAISE)
        expect(overdue?.penal ?? 0).toBe(payable.owed.penal)
        expect(today).toBe(addDays(due, step))
        expect(step).toBeGreaterThanOrEqual(-FIRST_REMINDER_DAYS_BEFORE)
      }
      const steps = all.map(({ instalment, step }) => `${instalment}/${step}`)
      expect(new Set(steps).size).toBe(steps.length)
      expect(new Set(all.map(({ at: now }) => indiaDayOf(now))).size).toBe(all.length)
      for (let number = 1; number <= instalments; number += 1)
        expect(all.filter(({ instalment }) => instalment === number).length).toBeLessThanOrEqual(
          REMINDER_STEPS.length,
        )
    }),
    { numRuns: runs(40) },
  )
})
