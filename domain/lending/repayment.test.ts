import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { withExtension } from '#domain/lending/extension.ts'
import { payableToday } from '#domain/lending/falls-due.ts'
import { withPenalWaiver } from '#domain/lending/penal-waiver.ts'
import {
  lastInstalmentAsked,
  owedUpTo,
  pastPositionOn,
  positionOn,
  unpaidDueDays,
} from '#domain/lending/repayment.ts'
import { replay } from '#domain/lending/replay.ts'
import { type Paise, paise, sumPaise } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { on, type Paid, runningLoan } from '#domain/testing/loans.ts'

const loan = (rate: number, instalments: number, payments?: Paid[]) =>
  runningLoan(instalments, rate, payments)
const after = (running: RunningLoan, days: number) => {
  const position = positionOn(running, on(days))
  return { ...position, dueNow: payableToday(running, position) }
}
/** The amount owed up to an instalment on a loan as it stands on a day. */
const upTo = (running: RunningLoan, last: number, days: number) =>
  owedUpTo(running, replay(running, on(days)), last, on(days))
const bullet = (payments?: [number, number][]) => loan(1000, 1, payments)
const weekly = (payments?: [number, number][]) => loan(800, 13, payments)

test('a loan repaid as agreed costs what was agreed, to the paisa', () => {
  const payments: [number, number][] = []
  for (let week = 1; week <= 13; week += 1) {
    const position = after(weekly(payments), week * 7)
    expect(position.dueNow, `instalment ${week}`).toBe(week === 13 ? 399_87 : 399_86)
    payments.push([week * 7, position.dueNow])
  }
  const end = after(weekly(payments), 91)
  expect(end).toMatchObject({
    payoff: 0,
    dueNow: 0,
    paid: { penal: 0, interest: 198_19, principal: 5_000_00 },
    nextDueDay: undefined,
  })
})

test('the mock’s overdue loan: ten days of interest, three of penal charge', () => {
  const position = after(bullet(), 10)
  expect(position).toMatchObject({
    overdueDays: 3,
    owed: { principal: 5_000_00, interest: 50_00, penal: 15_11 },
    payoff: 5_065_11,
    dueNow: 5_065_11,
  })
  expect(after(bullet(), 7)).toMatchObject({ overdueDays: 0, payoff: 5_035_00 })
  expect(after(bullet(), 8)).toMatchObject({ overdueDays: 1, owed: { penal: 5_04 } })
})

test('what happened after a past day does not count on it', () => {
  const payoffOn = (running: RunningLoan | undefined, days: number) =>
    running && pastPositionOn(running, on(days)).payoff
  const repaid = bullet([[7, 5_035_00]])
  expect([payoffOn(repaid, 6), payoffOn(repaid, 7), payoffOn(repaid, 8)]).toEqual([5_030_00, 0, 0])
  const extended = withExtension(bullet(), {
    requestedDay: on(7),
    paidDay: on(7),
    penal: paise(0),
    interest: paise(35_00),
  })
  expect([payoffOn(extended, 6), payoffOn(extended, 7)]).toEqual([5_030_00, 5_000_00])
  const waived = withPenalWaiver(bullet(), on(10), paise(10_00))
  // Nine and ten days of 5.00, two and three days of 0.1 % on 5,035.
  expect([payoffOn(waived, 9), payoffOn(waived, 10)]).toEqual([5_055_07, 5_055_11])
})

test('the due days of several loans are those with something unpaid, each once, past ones too', () => {
  expect(unpaidDueDays([], on(0))).toEqual([])
  const weeks = Array.from({ length: 13 }, (_, week) => on((week + 1) * 7))
  expect(unpaidDueDays([bullet(), weekly()], on(10))).toEqual(weeks)
  const paidOnce: [number, number][] = [[7, 399_86]]
  expect(unpaidDueDays([weekly(paidOnce)], on(10))).toEqual(weeks.slice(1))
  expect(unpaidDueDays([weekly(paidOnce), bullet()], on(10))).toEqual(weeks)
  expect(unpaidDueDays([bullet([[7, 5_035_00]])], on(10))).toEqual([])
})

test('a penal charge stops at its cap and is never charged on itself', () => {
  expect(after(bullet(), 7 + 49).owed.penal).toBe(246_72)
  expect(after(bullet(), 7 + 50).owed.penal).toBe(250_00)
  expect(after(bullet(), 7 + 400).owed.penal).toBe(250_00)
})

test('paying early costs interest for the days elapsed, at least one, and nothing else', () => {
  for (const [afterDays, payoff] of [
    [0, 5_005_00],
    [1, 5_005_00],
    [3, 5_015_00],
    [7, 5_035_00],
  ] as const) {
    expect(after(bullet(), afterDays)).toMatchObject({ payoff, dueNow: payoff })
    expect(after(bullet([[afterDays, payoff]]), 30)).toMatchObject({
      payoff: 0,
      owed: { penal: 0 },
    })
  }
})

test('the next instalment is requested in full, and paying it early reduces the later ones', () => {
  expect(after(weekly(), 0)).toMatchObject({ dueNow: 399_86, nextDueDay: '2026-11-27' })
  const early = after(weekly([[3, 399_86]]), 3)
  expect(early.instalments[0]).toMatchObject({ state: 'paid', paid: { interest: 12_00 } })
  expect(early.nextDueDay).toBe('2026-12-04')
  // 4,612.14 bears interest for eleven days, 40.59; of the second instalment's principal 357.94 is
  // left.
  expect(early.dueNow).toBe(398_53)
  expect(early.allocations).toEqual([
    { parts: { penal: 0, interest: 12_00, principal: 387_86 }, excess: 0 },
  ])
})

test('a payment settles the oldest instalment first: penal charge, interest, principal', () => {
  const late = after(weekly(), 16)
  const [first, second] = late.instalments
  expect(
    late.instalments.slice(0, 3).map(({ state, overdueDays }) => [state, overdueDays]),
  ).toEqual([
    ['overdue', 9],
    ['overdue', 2],
    ['upcoming', 0],
  ])
  // 28.00 of interest to the due day and nine days of 0.08 % on 371.86; nine of 0.1 % on 399.86.
  expect(first?.owed).toEqual({ penal: 3_60, interest: 30_68, principal: 371_86 })
  // 25.92 of interest to the due day and two days of 0.08 % on 373.94; two of 0.1 % on 399.86.
  expect(second?.owed).toEqual({ penal: 80, interest: 26_52, principal: 373_94 })
  expect(late.dueNow).toBe(807_40)
  const paying = (amount: number) => after(weekly([[16, amount]]), 16).instalments
  expect(paying(3_60)[0]?.owed).toEqual({ penal: 0, interest: 30_68, principal: 371_86 })
  expect(paying(3_60)[1]?.owed).toEqual(second?.owed)
  expect(paying(34_27)[0]?.owed).toEqual({ penal: 0, interest: 1, principal: 371_86 })
  expect(paying(406_13)[0]?.owed).toEqual({ penal: 0, interest: 0, principal: 1 })
  expect(paying(406_13)[1]?.owed).toEqual(second?.owed)
  const oneWhole = paying(406_14)
  expect(oneWhole.map(({ state }) => state).slice(0, 2)).toEqual(['paid', 'overdue'])
  expect(oneWhole[1]?.owed).toEqual(second?.owed)
  expect(after(weekly([[16, 807_40]]), 16)).toMatchObject({ overdueDays: 0 })
})

test('an excess is returned in full, also when nothing is owed any more', () => {
  const paidTwice = after(
    bullet([
      [7, 5_035_00],
      [7, 5_035_00],
      [40, 1],
    ]),
    40,
  )
  expect(paidTwice.allocations.map(({ excess }) => excess)).toEqual([0, 5_035_00, 1])
  expect(paidTwice.payoff).toBe(0)
})

test('there is no position before the money arrived', () => {
  expect(() => positionOn(bullet(), day('2026-11-19'))).toThrow(RangeError)
})

const anyLoan = fc
  .record({
    rate: fc.integer({ min: 0, max: 3000 }),
    instalments: fc.integer({ min: 1, max: 13 }),
    payments: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 3_000_00 })),
      { maxLength: 8 },
    ),
  })
  .map(({ rate, instalments, payments }) =>
    loan(
      rate,
      instalments,
      payments.sort(([a], [b]) => a - b),
    ),
  )

test('no paisa is lost or created: every payment is applied or excess, and principal is conserved', () => {
  fc.assert(
    fc.property(anyLoan, fc.integer({ min: 120, max: 200 }), (running, days) => {
      const { allocations, paid, owed, instalments } = after(running, days)
      for (const [index, { parts, excess }] of allocations.entries())
        expect(totalOf(parts) + excess).toBe(running.payments[index]?.amount)
      expect(sumPaise(allocations.map(({ parts }) => totalOf(parts)))).toBe(totalOf(paid))
      expect(paid.principal + owed.principal).toBe(5_000_00)
      for (const instalment of instalments)
        expect(instalment.owed.penal + instalment.paid.penal).toBeLessThanOrEqual(running.penalCap)
      const firstExcess = allocations.findIndex(({ excess }) => excess > 0)
      if (firstExcess >= 0) expect(owed).toEqual({ penal: 0, interest: 0, principal: 0 })
    }),
  )
})

test('paying what is due now, on any day, never costs more than agreed, and ends the loan', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 13, maxLength: 13 }),
      (rate, daysEarly) => {
        const agreed = sumPaise(loan(rate, 13).instalments.map(({ amount }) => amount))
        const payments: [number, Paise][] = []
        let lastDay = 0
        for (const [index, early] of daysEarly.entries()) {
          lastDay = Math.max(lastDay, (index + 1) * 7 - early)
          const { dueNow } = after(loan(rate, 13, payments), lastDay)
          const agreedSoFar = sumPaise(
            loan(rate, 13)
              .instalments.slice(0, index + 1)
              .map(({ amount }) => amount),
          )
          expect(sumPaise(payments.map(([, amount]) => amount)) + dueNow).toBeLessThanOrEqual(
            agreedSoFar,
          )
          if (dueNow > 0) payments.push([lastDay, dueNow])
        }
        const end = after(loan(rate, 13, payments), 91)
        expect(end.payoff).toBe(0)
        expect(totalOf(end.paid)).toBeLessThanOrEqual(agreed)
      },
    ),
  )
})

test('roundings of instalments paid early never add up to more than was agreed', () => {
  // At a millionth a day 5,000.00 bears half a paisa a day, and thirteen instalments are 384.63 each.
  const early: [number, number][] = [3, 14, 20, 24].map(days => [days, 384_63])
  expect(after(loan(1, 13, early), 35)).toMatchObject({ dueNow: 384_63, nextDueDay: on(35) })
})

test('one payment, or the same in two parts on one day, gives the same loan', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 2, max: 6_000_00 }),
      fc.integer({ min: 1, max: 99 }),
      (onDay, amount, share) => {
        const first = Math.max(1, Math.floor((amount * share) / 100))
        if (first >= amount) return
        const whole = after(weekly([[onDay, amount]]), 70)
        const parts = after(
          weekly([
            [onDay, first],
            [onDay, amount - first],
          ]),
          70,
        )
        expect({ ...parts, allocations: [] }).toEqual({ ...whole, allocations: [] })
      },
    ),
  )
})

test('what is owed up to an instalment is its amount on its due day, until it is paid', () => {
  expect(upTo(weekly(), 1, 3)).toBe(399_86)
  expect(upTo(weekly([[3, 399_86]]), 1, 3)).toBe(0)
  // 288.00 of principal is paid: 4,712.00 bears interest for four days, 15.08.
  expect(upTo(weekly([[3, 300_00]]), 1, 3)).toBe(98_94)
  expect(upTo(weekly([[7, 399_86]]), 2, 7)).toBe(399_86)
  expect(upTo(weekly(), 2, 16)).toBe(807_40)
  expect(upTo(weekly([[16, 807_40]]), 2, 16)).toBe(0)
})

test('the due amount is the arrears, or else the next instalment', () => {
  expect(lastInstalmentAsked(after(weekly(), 3))).toBe(1)
  expect(lastInstalmentAsked(after(weekly(), 14))).toBe(2)
  expect(lastInstalmentAsked(after(weekly(), 16))).toBe(2)
  expect(lastInstalmentAsked(after(weekly(), 22))).toBe(3)
  expect(lastInstalmentAsked(after(weekly([[3, 399_86]]), 3))).toBe(2)
  expect(lastInstalmentAsked(after(bullet([[7, 5_035_00]]), 7))).toBeUndefined()
})

test('interest on outstanding principal is simple interest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 7 }), (rate, days) => {
      // A millionth of 5,000.00 a day is half a paisa; half a paisa rounds up.
      expect(after(loan(rate, 1), days).owed.interest).toBe(Math.floor((rate * days) / 2 + 0.5))
    }),
  )
})
