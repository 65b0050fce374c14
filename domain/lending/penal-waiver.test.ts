import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { extensionOffer, withExtension } from '#domain/lending/extension.ts'
import { stillToRepay } from '#domain/lending/falls-due.ts'
import { balances, chargesOf, postAccrual, postPenalWaiver } from '#domain/lending/ledger.ts'
import { type OrderState, orderStates } from '#domain/lending/order.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { canWaive, waiverDay, withPenalWaiver } from '#domain/lending/penal-waiver.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { type LoanEvent, loanByOracle } from '#domain/testing/by-oracle.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'
import { runs } from '#domain/testing/runs.ts'

const owedOn = (loan: RunningLoan, day: number) => positionOn(loan, on(day)).owed

function waived(loan: RunningLoan, day: number, amount: number): RunningLoan {
  const after = withPenalWaiver(loan, on(day), paise(amount))
  if (!after) throw new Error('not waived')
  return after
}

test('V3, ten days: of ₹15.11 of penal charges ₹10 are waived, and the rest is owed as before', () => {
  const loan = runningLoan(1)
  expect(owedOn(loan, 10)).toEqual({ penal: 15_11, interest: 50_00, principal: 5_000_00 })
  const after = waived(loan, 10, 10_00)
  expect(owedOn(after, 10)).toEqual({ penal: 5_11, interest: 50_00, principal: 5_000_00 })
  expect(positionOn(after, on(10)).waived).toBe(10_00)
  expect(waiverDay(after)).toBe(on(10))
  expect(owedOn(after, 9)).toEqual(owedOn(loan, 9))
})

test('the whole of it can be waived, a paisa more cannot, and neither can nothing or less', () => {
  const loan = runningLoan(1)
  expect(owedOn(waived(loan, 10, 15_11), 10)).toMatchObject({ penal: 0, principal: 5_000_00 })
  for (const amount of [15_12, 0, -1])
    expect(withPenalWaiver(loan, on(10), paise(amount))).toBeUndefined()
  expect(withPenalWaiver(loan, on(6), paise(1))).toBeUndefined()
  expect(withPenalWaiver(waived(loan, 10, 15_11), on(10), paise(1))).toBeUndefined()
})

test('the days after it are charged as before, and the cap counts what was waived', () => {
  const loan = runningLoan(1)
  const capped = owedOn(loan, 1_000).penal
  expect(capped).toBe(loan.penalCap)
  expect(owedOn(waived(loan, 10, 15_11), 1_000).penal).toBe(capped - 15_11)
  expect(owedOn(waived(loan, 1_000, capped), 1_100).penal).toBe(0)
})

test('the oldest instalment is given up first, and a newer one only with what is left', () => {
  // Two weekly instalments, both overdue on the twentieth day: by thirteen days and by six.
  const penals = (loan: RunningLoan) =>
    positionOn(loan, on(20)).instalments.map(({ owed }) => owed.penal)
  const loan = runningLoan(2)
  const [oldest = 0, newest = 0] = penals(loan)
  expect(oldest).toBeGreaterThan(newest)
  expect(newest).toBeGreaterThan(1_00)
  expect(penals(waived(loan, 20, 1_00))).toEqual([oldest - 1_00, newest])
  expect(penals(waived(loan, 20, oldest))).toEqual([0, newest])
  expect(penals(waived(loan, 20, oldest + 1_00))).toEqual([0, newest - 1_00])
})

test('a loan without one has no amount and no day of it', () => {
  expect(positionOn(runningLoan(1), on(10)).waived).toBe(0)
  expect(waiverDay(runningLoan(1))).toBeUndefined()
})

test('an extension after it settles only what is left, and moves the due day as ever', () => {
  const loan = waived(runningLoan(1), 10, 10_00)
  const terms = { extensionFee: basisPoints(1000), maxTenorDays: 180, coolingOffDays: 1 }
  const offer = extensionOffer(loan, terms, on(12))
  if (typeof offer === 'string') throw new Error(offer)
  expect(offer.penal).toBe(25_18 - 10_00)
  const extended = withExtension(loan, { ...offer, paidDay: on(12) })
  expect(owedOn(extended, 12)).toMatchObject({ penal: 0, interest: 0 })
  expect(positionOn(extended, on(12)).paid.penal).toBe(15_18)
  // Due on the nineteenth day, seven after the request: a day later, 0.1 % of 5,035 is charged.
  expect(owedOn(extended, 20).penal).toBe(5_04)
})

test('only the state of an overdue loan allows it', () => {
  const states = Object.keys(orderStates) as OrderState[]
  expect(states.filter(canWaive)).toEqual(['overdue'])
})

const lives = fc.record({
  instalments: fc.integer({ min: 1, max: 4 }),
  paid: fc.integer({ min: 0, max: 6_000_00 }),
  paidOn: fc.integer({ min: 1, max: 40 }),
  after: fc.integer({ min: 0, max: 300 }),
  share: fc.integer({ min: 1, max: 100 }),
  later: fc.integer({ min: 0, max: 300 }),
})

test('it lowers penal charges alone, never below zero, and the oracle agrees on every later day', () => {
  fc.assert(
    fc.property(lives, ({ instalments, paid, paidOn, after, share, later }) => {
      const payment = { day: on(paidOn), amount: paise(paid) }
      const loan = { ...runningLoan(instalments), payments: paid > 0 ? [payment] : [] }
      const day = paidOn + after
      const before = owedOn(loan, day)
      const amount = Math.ceil((before.penal * share) / 100)
      fc.pre(amount > 0)
      const waiver = waived(loan, day, amount)
      expect(owedOn(waiver, day)).toEqual({ ...before, penal: before.penal - amount })
      expect(positionOn(waiver, on(day)).nextDueDay).toBe(positionOn(loan, on(day)).nextDueDay)
      expect(worstOverdueDays(waiver, on(day))).toBe(worstOverdueDays(loan, on(day)))
      expect(stillToRepay(waiver, on(day))).toBe(stillToRepay(loan, on(day)) - amount)
      const last = owedOn(waiver, day + later)
      const { interest, principal } = owedOn(loan, day + later)
      expect(last).toMatchObject({ interest, principal })
      const events: LoanEvent[] = [
        ...(paid > 0 ? [{ kind: 'payment' as const, day: paidOn, amount: paid }] : []),
        { kind: 'waiver', day, amount },
      ]
      expect(last).toEqual(
        loanByOracle({ instalments }, events)
          .on(day + later)
          .owed(),
      )
    }),
    { numRuns: runs(60) },
  )
})

test('the books owe what the loan owes: income falls by what was waived, and all balances', () => {
  const loan = runningLoan(1)
  const waiver = waived(loan, 10, 10_00)
  const then = chargesOf(positionOn(loan, on(10)))
  const booked = [...postAccrual(NO_PARTS, then), ...postPenalWaiver(paise(10_00))]
  const later = chargesOf(positionOn(waiver, on(12)))
  const afterwards = postAccrual({ ...then, penal: paise(then.penal - 10_00) }, later)
  expect(balances([...booked, ...afterwards])).toMatchObject({
    penal_receivable: owedOn(waiver, 12).penal,
    penal_income: 15_18,
  })
  expect(() => postPenalWaiver(paise(-1))).toThrow('negative')
})
