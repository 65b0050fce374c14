import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { extensionOffer, withExtension } from '#domain/lending/extension.ts'
import { feeAfterPayment, feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import { fallsDueOn, payableToday } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const terms = { extensionFee: basisPoints(1000), maxTenorDays: 180, coolingOffDays: 1 }

function offer(running: RunningLoan, days: number) {
  const result = extensionOffer(running, terms, on(days))
  if (typeof result === 'string') throw new Error(result)
  return result
}

/** The fee on a loan as it stands on a day. */
const feeOn = (running: RunningLoan, fee: RequestedFee, days: number) =>
  feeAfterPayment(positionOn(running, on(days)), terms.extensionFee, fee)

const paying = (running: RunningLoan, days: number, amount: number): RunningLoan => ({
  ...running,
  payments: [...running.payments, { day: on(days), amount: paise(amount) }],
})

test('a loan payment while the fee is awaited reduces its penal charge and interest, and its share of the service fee', () => {
  const fee = offer(runningLoan(1), 10)
  expect(fee).toMatchObject({ serviceFee: 500_00, penal: 15_11, interest: 50_00 })
  expect(feeOn(paying(runningLoan(1), 10, 20_11), fee, 10)).toMatchObject({
    serviceFee: 500_00,
    penal: 0,
    interest: 45_00,
  })
  expect(feeOn(paying(runningLoan(1), 10, 1_065_11), fee, 10)).toMatchObject({
    serviceFee: 400_00,
    gst: 61_02,
    penal: 0,
    interest: 0,
  })
})

test('a day later the fee is not higher, though more is owed', () => {
  const fee = offer(runningLoan(1), 10)
  const { requestedDay, serviceFee, gst, penal, interest } = fee
  expect(feeOn(runningLoan(1), fee, 11)).toEqual({
    requestedDay,
    serviceFee,
    gst,
    penal,
    interest,
  })
})

test('nothing can be extended once the loan, or the instalment, is paid', () => {
  expect(feeOn(paying(runningLoan(1), 10, 5_065_11), offer(runningLoan(1), 10), 10)).toBeUndefined()
  const fee = offer(runningLoan(13), 5)
  const dueNow = payableToday(runningLoan(13), positionOn(runningLoan(13), on(5)))
  expect(feeOn(paying(runningLoan(13), 5, dueNow), fee, 5)).toBeUndefined()
  // Requested on the due day: the next one is a week later, where the extension would move it.
  const onDueDay = paying(runningLoan(13), 7, fallsDueOn(runningLoan(13), on(7)).amount)
  expect(feeOn(onDueDay, offer(runningLoan(13), 7), 7)).toBeUndefined()
})

test('whatever is paid meanwhile, no part of the fee grows, and all of it can be settled', () => {
  const story = fc.record({
    instalments: fc.integer({ min: 1, max: 13 }),
    requestDay: fc.integer({ min: 2, max: 20 }),
    later: fc.integer({ min: 0, max: 1 }),
    amount: fc.integer({ min: 1, max: 6_000_00 }),
  })
  fc.assert(
    fc.property(story, ({ instalments, requestDay, later, amount }) => {
      const requestedFee = offer(runningLoan(instalments), requestDay)
      const today = requestDay + later
      const paid = paying(runningLoan(instalments), today, amount)
      const fee = feeOn(paid, requestedFee, today)
      if (!fee) return
      const parts = ['serviceFee', 'gst', 'penal', 'interest'] as const
      for (const part of parts) expect(fee[part]).toBeLessThanOrEqual(requestedFee[part])
      expect(feeOf(fee)).toBeLessThanOrEqual(requestedFee.fee)
      const before = positionOn(paid, on(today)).paid
      const after = positionOn(withExtension(paid, { ...fee, paidDay: on(today) }), on(today)).paid
      expect(after.penal - before.penal).toBe(fee.penal)
      expect(after.interest - before.interest).toBe(fee.interest)
    }),
  )
})
