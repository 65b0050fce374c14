import { expect, test } from 'vitest'
import { withExtension } from '#domain/lending/extension.ts'
import { hardshipPlans } from '#domain/lending/hardship.ts'
import { hardshipFactsOf } from '#domain/lending/key-facts-hardship.ts'
import { paise } from '#domain/money.ts'
import { on, runningLoan } from '#domain/testing/loans.ts'

const received = paise(4_410_00)

function facts(afterDays: number, moveDays: number, loan = runningLoan(1)) {
  const plans = hardshipPlans(loan, { maxTenorDays: 98, coolingOffDays: 1 }, on(afterDays))
  const plan = typeof plans === 'string' ? undefined : plans.find(p => p.moveDays === moveDays)
  if (!plan) throw new Error('no plan')
  const about = { loan, today: on(afterDays), serviceFees: [], received, periodDays: 7 }
  return hardshipFactsOf({ ...about, plan })
}

test('V3 moved by 14 days: 625 of cost become 695, over 21 days', () => {
  expect(facts(5, 14)).toMatchObject({
    received,
    paidSoFar: 0,
    next: { day: on(7), amount: 5_035_00 },
    newNext: { day: on(21), amount: 5_105_00 },
    lastDay: on(21),
    tenorDays: 21,
    costBefore: 625_00,
    costAfter: 695_00,
  })
})

test('what was paid before counts as cost with and without the plan', () => {
  // Of 1,000 paid on the second day 10 were interest; 4,010 of principal cost 20.05 for five days
  // and 28.07 for seven more.
  const loan = runningLoan(1, 1000, [[2, 1_000_00]])
  expect(facts(5, 7, loan)).toMatchObject({
    paidSoFar: 1_000_00,
    next: { day: on(7), amount: 4_030_05 },
    newNext: { day: on(14), amount: 4_058_12 },
    costBefore: 620_05,
    costAfter: 648_12,
  })
})

test('the fee of an extension before the plan counts as paid, as cost and in the APR', () => {
  // ₹4,882 arrived. Extended on the fourth day for ₹100 and ₹20 of interest: 5,035 fall due on the
  // eleventh, and seven days later 5,070. The APR is that of 120 after four days and 5,070 after 18.
  const paid = { requestedDay: on(4), paidDay: on(4), penal: paise(0), interest: paise(20_00) }
  const loan = withExtension(runningLoan(1), paid)
  const plans = hardshipPlans(loan, { maxTenorDays: 28, coolingOffDays: 1 }, on(6))
  const plan = typeof plans === 'string' ? undefined : plans[0]
  if (!plan) throw new Error('no plan')
  const serviceFees = [paise(100_00)]
  const about = { loan, today: on(6), serviceFees, received: paise(4_882_00), periodDays: 7 }
  expect(hardshipFactsOf({ ...about, plan })).toMatchObject({
    paidSoFar: 120_00,
    next: { day: on(11), amount: 5_035_00 },
    newNext: { day: on(18), amount: 5_070_00 },
    costBefore: 273_00,
    costAfter: 308_00,
    apr: 127_93,
  })
})

test('refuses a plan for a loan with nothing owed', () => {
  const loan = runningLoan(1)
  const plans = hardshipPlans(loan, { maxTenorDays: 98, coolingOffDays: 1 }, on(5))
  const [plan] = plans
  if (typeof plan !== 'object') throw new Error('no plan')
  const about = { loan, today: on(5), serviceFees: [], received, periodDays: 7 }
  for (const none of [{ before: [] }, { after: [] }, { before: [], after: [] }])
    expect(() => hardshipFactsOf({ ...about, plan: { ...plan, ...none } })).toThrow(
      'a loan with nothing owed has no plan',
    )
})

test('the APR is the one of all repayments on their new days', () => {
  // Three weeks at the rate r a week: 4,410 × (1 + r)³ = 5,105, so r = 4.99913 %; × 365 ÷ 7.
  expect(facts(5, 14).apr).toBe(Math.round(((5_105 / 4_410) ** (1 / 3) - 1) * (365 / 7) * 10_000))
})
