import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { aprOfDays, aprOfFlows } from '#domain/lending/apr.ts'
import { type ExtensionOffer, extensionOffer, withExtension } from '#domain/lending/extension.ts'
import { addendumFactsOf } from '#domain/lending/key-facts-addendum.ts'
import { basisPoints, type Paise, paise, sumPaise } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const terms = { extensionFee: basisPoints(1000), maxTenorDays: 365, coolingOffDays: 1 }
const received = paise(4_410_00)
const periodDays = 7

function offer(running: RunningLoan, afterDays: number): ExtensionOffer {
  const result = extensionOffer(running, terms, on(afterDays))
  if (typeof result === 'string') throw new Error(result)
  return result
}

test('V8: each addendum states the total cost up to it, the last one 6,640 on 4,410 received, at 654.66 %', () => {
  let running = runningLoan(1)
  const serviceFees: Paise[] = []
  const expected = [
    [7, 5_570_00, 5_035_00],
    [14, 6_105_00, 5_570_00],
    [21, 6_640_00, 6_105_00],
  ] as const
  let last = 0
  for (const [afterDays, totalIfExtended, totalIfPaidNow] of expected) {
    const fee = offer(running, afterDays)
    const facts = addendumFactsOf({
      loan: running,
      fee,
      today: on(afterDays),
      serviceFees,
      received,
      periodDays,
    })
    expect(facts).toMatchObject({
      totalIfExtended,
      totalIfPaidNow,
      received,
      payoff: 5_035_00,
      tenorDays: afterDays + 7,
      dueDay: on(afterDays),
      toCome: [{ day: on(afterDays + 7), amount: 5_035_00 }],
    })
    last = facts.apr
    serviceFees.push(fee.serviceFee)
    running = withExtension(running, { ...fee, paidDay: on(afterDays) })
  }
  expect(last).toBe(65_466)
})

test('payments one period apart have the APR of instalments', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1_000, max: 600_00 }), { minLength: 1, maxLength: 13 }),
      amounts => {
        const repayments = amounts.map(paise)
        const flows = repayments.map((amount, index) => ({ afterDays: (index + 1) * 7, amount }))
        expect(
          Math.abs(aprOfFlows(received, flows, 7) - aprOfDays(received, repayments, 7)),
        ).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('an APR needs something received and something repaid; a flow of nothing does not change it', () => {
  const week = { afterDays: 7, amount: paise(5_035_00) }
  expect(() => aprOfFlows(received, [{ afterDays: 3, amount: paise(0) }], 7)).toThrow(RangeError)
  expect(() => aprOfFlows(paise(0), [week], 7)).toThrow(RangeError)
  // V3 (product §11).
  expect(aprOfFlows(received, [{ afterDays: 3, amount: paise(0) }, week], 7)).toBe(73_899)
})

test('a repaid loan has no addendum', () => {
  const fee = offer(runningLoan(1), 7)
  const about = { fee, today: on(7), serviceFees: [], received, periodDays }
  const loan = runningLoan(1, 1000, [[7, 5_035_00]])
  expect(() => addendumFactsOf({ ...about, loan })).toThrow(RangeError)
})

test('the addendum’s total equals the extension page’s, whatever was paid before, and extending never costs less than paying now', () => {
  const story = fc.record({
    instalments: fc.integer({ min: 1, max: 13 }),
    rate: fc.integer({ min: 0, max: 3000 }),
    afterDays: fc.integer({ min: 2, max: 20 }),
    payments: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 1_000_00 })),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(story, ({ instalments, rate, afterDays, payments }) => {
      const running = runningLoan(
        instalments,
        rate,
        payments.sort(([a], [b]) => a - b),
      )
      const today = on(afterDays)
      const fee = extensionOffer(running, terms, today)
      if (typeof fee === 'string') return
      const facts = addendumFactsOf({
        loan: running,
        fee,
        today,
        serviceFees: [],
        received,
        periodDays,
      })
      expect(facts.totalIfExtended).toBe(fee.totalRepaid)
      expect(facts.totalIfPaidNow).toBe(fee.totalIfPaidNow)
      expect(facts.totalIfExtended).toBeGreaterThanOrEqual(facts.totalIfPaidNow)
      expect(sumPaise(facts.toCome.map(({ amount }) => amount))).toBeGreaterThan(0)
    }),
  )
})

test('the addendum has an APR, whatever was repaid and however soon: the day of arrival counts as the day after it', () => {
  const flow = fc.record({
    afterDays: fc.integer({ min: 0, max: 400 }),
    amount: fc.integer({ min: 1, max: 9_000_00 }).map(paise),
  })
  fc.assert(
    fc.property(
      fc.array(flow, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(7, 91),
      (flows, every) => {
        const later = flows.map(({ afterDays, amount }) => ({
          amount,
          afterDays: Math.max(1, afterDays),
        }))
        expect(aprOfFlows(received, flows, every)).toBe(aprOfFlows(received, later, every))
      },
    ),
  )
  const sameDay = [
    { afterDays: 0, amount: paise(4_900_00) },
    { afterDays: 14, amount: paise(135_00) },
  ]
  expect(aprOfFlows(received, sameDay, periodDays)).toBeGreaterThan(
    aprOfDays(received, [paise(5_035_00)], periodDays),
  )
})

test('a loan almost fully repaid on the day the money arrived can be extended, and its addendum states the rate', () => {
  const running = runningLoan(1, 1000, [[0, 4_900_00]])
  const fee = offer(running, 7)
  const facts = addendumFactsOf({
    loan: running,
    fee,
    today: on(7),
    serviceFees: [],
    received,
    periodDays,
  })
  expect(facts.paidSoFar).toBe(4_900_00)
  expect(facts.apr).toBeGreaterThan(0)
})
