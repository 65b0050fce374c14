import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  type ExtensionOffer,
  extensionExpiresAt,
  extensionOffer,
  withExtension,
} from '#domain/lending/extension.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { basisPoints, type Paise, paise, sumPaise } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { on, runningLoan, START_DAY } from '#domain/testing/loans.ts'

const terms = { extensionFee: basisPoints(1000), maxTenorDays: 28, coolingOffDays: 1 }
const longer = { ...terms, maxTenorDays: 180 }

function offer(running: RunningLoan, afterDays: number, of = terms, paid?: Paise): ExtensionOffer {
  const result = extensionOffer(running, of, on(afterDays), paid)
  if (typeof result === 'string') throw new Error(result)
  return result
}

function extended(
  running: RunningLoan,
  afterDays: number,
  paidLaterDays = 0,
  of = terms,
): RunningLoan {
  const { requestedDay, penal, interest } = offer(running, afterDays, of)
  return withExtension(running, {
    requestedDay,
    paidDay: addDays(requestedDay, paidLaterDays),
    penal,
    interest,
  })
}

const payoffAfter = (running: RunningLoan, days: number) => positionOn(running, on(days)).payoff

test('V8: three extensions cost 535 each, then 5,035 is repaid; the longest tenor allows no more', () => {
  let running = runningLoan(1)
  let paid = 0
  for (const afterDays of [7, 14, 21]) {
    expect(offer(running, afterDays)).toMatchObject({
      serviceFee: 500_00,
      interest: 35_00,
      penal: 0,
      fee: 535_00,
    })
    paid += offer(running, afterDays).fee
    running = extended(running, afterDays)
    expect(positionOn(running, on(afterDays))).toMatchObject({
      nextDueDay: on(afterDays + 7),
      payoff: 5_000_00,
    })
  }
  expect(paid + payoffAfter(running, 28)).toBe(6_640_00)
  expect(extensionOffer(running, terms, on(28))).toBe('longest-tenor-reached')
})

test('the offer names its parts, the GST included, the total cost and the alternative', () => {
  const result = offer(runningLoan(1), 10)
  expect(result).toMatchObject({
    serviceFee: 500_00,
    gst: 76_27,
    penal: 15_11,
    interest: 50_00,
    fee: 565_11,
    newDueDay: '2026-12-07',
  })
  expect(result.totalRepaid).toBe(565_11 + 5_035_00)
  expect(result.totalIfPaidNow).toBe(5_065_11)
  expect(offer(runningLoan(1), 10, terms, paise(100_00))).toMatchObject({
    alreadyPaid: 100_00,
    fee: 465_11,
  })
  expect(offer(runningLoan(1), 10, terms, paise(900_00)).fee).toBe(0)
})

test('paying an extension ends the overdue state until the new due day passes', () => {
  const running = extended(runningLoan(1), 10)
  expect(positionOn(running, on(10))).toMatchObject({
    overdueDays: 0,
    owed: { penal: 0, interest: 0 },
  })
  expect(positionOn(running, on(17)).overdueDays).toBe(0)
  expect(fallsDueOn(running, on(17)).amount).toBe(5_035_00)
  expect(positionOn(running, on(18))).toMatchObject({ overdueDays: 1, owed: { penal: 5_04 } })
})

test('a fee paid the day after its request: the day in between costs interest but no penal charge', () => {
  const running = extended(runningLoan(1), 10, 1)
  expect(positionOn(running, on(11))).toMatchObject({
    overdueDays: 0,
    owed: { penal: 0, interest: 5_00 },
  })
  expect(payoffAfter(running, 17)).toBe(5_035_00)
})

test('the oldest of several instalments moves to seven days after the request, the later ones by as much', () => {
  const running = extended(runningLoan(13, 800), 9, 0, longer)
  const days = positionOn(running, on(9)).instalments.map(instalment =>
    daysBetween(START_DAY, instalment.dueDay),
  )
  expect(days).toEqual(Array.from({ length: 13 }, (_, index) => 16 + index * 7))
})

test('a repaid instalment stays where it was, and the next one moves', () => {
  const repaid = { ...runningLoan(13, 800), payments: [{ day: on(7), amount: paise(399_86) }] }
  const { instalments } = positionOn(extended(repaid, 9, 0, longer), on(9))
  expect(instalments.slice(0, 3).map(({ dueDay, state }) => [dueDay, state])).toEqual([
    [on(7), 'paid'],
    [on(16), 'upcoming'],
    [on(23), 'upcoming'],
  ])
})

test('after an extension each instalment has the interest of its own days on what is then outstanding', () => {
  // Two instalments of 2,526.28: 35.00 and 17.56 of interest, 2,491.28 and 2,508.72 of principal. The
  // first one now bears fourteen days.
  const { instalments } = positionOn(extended(runningLoan(2), 7, 0, longer), on(7))
  expect(instalments.map(({ agreed, paid }) => [agreed, paid.interest])).toEqual([
    [2_561_28, 35_00],
    [2_526_28, 0],
  ])
})

test('an extension whose fee is paid after the loan was repaid changes nothing', () => {
  const repaid = { ...runningLoan(1), payments: [{ day: on(7), amount: paise(5_035_00) }] }
  const zero = { penal: paise(0), interest: paise(0) }
  const late = withExtension(repaid, { requestedDay: on(7), paidDay: on(8), ...zero })
  expect(positionOn(late, on(8))).toMatchObject({
    payoff: 0,
    paid: { penal: 0, interest: 35_00, principal: 5_000_00 },
  })
})

test('no offer if it would move nothing, within the cooling-off period, or if nothing is owed', () => {
  expect(extensionOffer(extended(runningLoan(1), 7), terms, on(7))).toBe('would-not-move')
  expect(extensionOffer(runningLoan(1), terms, on(1))).toBe('cooling-off')
  const settled = { ...runningLoan(1), payments: [{ day: on(7), amount: paise(5_035_00) }] }
  expect(extensionOffer(settled, terms, on(7))).toBe('nothing-owed')
})

test('an extension must be paid within 24 hours', () => {
  expect(extensionExpiresAt(new Date('2026-11-27T10:00:00Z')).toISOString()).toBe(
    '2026-11-28T10:00:00.000Z',
  )
})

test('repaid on time after an extension, the loan costs what the offer said, and principal is conserved', () => {
  const anyLoan = fc.record({
    instalments: fc.integer({ min: 1, max: 13 }),
    rate: fc.integer({ min: 1, max: 3000 }),
    afterDays: fc.integer({ min: 2, max: 20 }),
  })
  fc.assert(
    fc.property(anyLoan, ({ instalments, rate, afterDays }) => {
      const { totalRepaid, fee } = offer(runningLoan(instalments, rate), afterDays, longer)
      let running = extended(runningLoan(instalments, rate), afterDays, 0, longer)
      for (const { dueDay: due } of positionOn(running, on(afterDays)).instalments) {
        const { amount } = fallsDueOn(running, due)
        if (amount > 0)
          running = { ...running, payments: [...running.payments, { day: due, amount }] }
      }
      const end = positionOn(running, on(180))
      expect(end.payoff).toBe(0)
      expect(end.paid).toMatchObject({ principal: 5_000_00 })
      expect(sumPaise([fee, ...running.payments.map(({ amount }) => amount)])).toBe(totalRepaid)
      expect(
        totalOf(end.paid) +
          (offer(runningLoan(instalments, rate), afterDays, longer).serviceFee as number),
      ).toBe(totalRepaid)
    }),
  )
})
