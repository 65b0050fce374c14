import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { extensionOffer, withExtension } from '#domain/lending/extension.ts'
import { fallsDueOn, stillToRepay } from '#domain/lending/falls-due.ts'
import {
  awaitedHardshipPlan,
  type HardshipPlan,
  hardshipPlans,
  hasHardshipPlan,
  type NoHardshipPlan,
  planDay,
  unansweredSince,
  whyAPersonDecides,
  withHardshipPlan,
} from '#domain/lending/hardship.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { type LoanEvent, loanByOracle, nextDueOf, payoffOf } from '#domain/testing/by-oracle.ts'
import { on, type Paid, runningLoan, START_DAY } from '#domain/testing/loans.ts'

const terms = { maxTenorDays: 28, coolingOffDays: 1 }
const longer = { maxTenorDays: 180, coolingOffDays: 1 }

function offered(loan: RunningLoan, afterDays: number, of = terms) {
  return hardshipPlans(loan, of, on(afterDays))
}

/** The loan while a person has still to decide. */
function requested(loan: RunningLoan, afterDays: number, moveDays: number): RunningLoan {
  return { ...loan, deferral: { moveDays, requestedDay: on(afterDays), answer: 'awaited' } }
}

function plans(loan: RunningLoan, afterDays: number, of = terms): readonly HardshipPlan[] {
  const result = offered(loan, afterDays, of)
  if (typeof result === 'string') throw new Error(result)
  return result
}

const dueDays = (loan: RunningLoan, today: number) =>
  positionOn(loan, on(today)).instalments.map(({ dueDay }) => daysBetween(START_DAY, dueDay))
const repayments = (list: HardshipPlan['after']) =>
  list.map(({ day, amount }) => [daysBetween(START_DAY, day), amount])

test('V3: 5,035.00 due on the seventh day becomes 5,070.00 on the fourteenth: ₹5 of interest a day', () => {
  const [week] = plans(runningLoan(1), 4)
  expect(week).toMatchObject({
    moveDays: 7,
    addedInterest: 35_00,
    totalBefore: 5_035_00,
    totalAfter: 5_070_00,
  })
  expect(repayments(week?.before ?? [])).toEqual([[7, 5_035_00]])
  expect(repayments(week?.after ?? [])).toEqual([[14, 5_070_00]])
})

test('several instalments move together, and only the next one costs more', () => {
  const [week] = plans(runningLoan(2), 3, longer)
  // Two instalments of 2,526.28; seven more days of interest on 5,000 are 35.00.
  expect(repayments(week?.before ?? [])).toEqual([
    [7, 2_526_28],
    [14, 2_526_28],
  ])
  expect(repayments(week?.after ?? [])).toEqual([
    [14, 2_561_28],
    [21, 2_526_28],
  ])
})

test('a person sees what granting the awaited request changes, until it counts as granted', () => {
  const loan = runningLoan(1)
  const deferral = requested(loan, 4, 21)
  // ₹5 of interest a day: 5,035.00 on the seventh day becomes 5,140.00 on the twenty-eighth.
  const plan = awaitedHardshipPlan(deferral, on(7))
  expect(repayments(plan?.before ?? [])).toEqual([[7, 5_035_00]])
  expect(repayments(plan?.after ?? [])).toEqual([[28, 5_140_00]])
  expect(plan).toMatchObject({ moveDays: 21, addedInterest: 105_00 })
  expect(awaitedHardshipPlan(deferral, on(8))).toBeUndefined()
  expect(awaitedHardshipPlan(loan, on(7))).toBeUndefined()
  expect(awaitedHardshipPlan(withHardshipPlan(loan, on(4), 14), on(7))).toBeUndefined()
})

test('a repaid instalment stays where it was', () => {
  const loan = runningLoan(13, 800, [[7, 399_86]])
  expect(dueDays(withHardshipPlan(loan, on(9), 14), 9).slice(0, 3)).toEqual([7, 28, 35])
})

test.each<[string, RunningLoan, number, { maxTenorDays: number }, number[] | NoHardshipPlan]>([
  ['every plan within the longest tenor', runningLoan(1), 4, terms, [7, 14, 21]],
  ['all of them in a long one', runningLoan(13), 4, longer, [7, 14, 21, 28]],
  ['on the due day, because the day is not over', runningLoan(1), 7, terms, [7, 14, 21]],
  ['none once overdue', runningLoan(1), 8, terms, 'overdue'],
  ['none while the loan may be returned', runningLoan(1), 1, terms, 'cooling-off'],
  ['the day after, one', runningLoan(1), 2, terms, [7, 14, 21]],
  ['none at the end', runningLoan(1), 4, { maxTenorDays: 13 }, 'longest-tenor-reached'],
  ['one that just fits', runningLoan(1), 4, { maxTenorDays: 14 }, [7]],
  ['none if repaid', runningLoan(1, 1000, [[3, 5_015_00]]), 4, terms, 'nothing-owed'],
])('offers %s', (_, loan, afterDays, of, expected) => {
  const result = offered(loan, afterDays, { ...terms, ...of })
  expect(typeof result === 'string' ? result : result.map(({ moveDays }) => moveDays)).toEqual(
    expected,
  )
})

const refused: RunningLoan = {
  ...runningLoan(1),
  deferral: { moveDays: 7, requestedDay: on(3), answer: 'refused' },
}

test('a plan is requested once a loan, whatever the answer', () => {
  const awaited = requested(runningLoan(1), 3, 7)
  for (const loan of [awaited, refused, withHardshipPlan(runningLoan(1), on(3), 7)])
    expect(offered(loan, 4)).toBe('requested-before')
  const extendable = { ...terms, extensionFee: basisPoints(1000) }
  expect(extensionOffer(awaited, extendable, on(4))).toBe('has-hardship-plan')
  expect(extensionOffer(refused, extendable, on(4))).toMatchObject({ newDueDay: on(11) })
  expect(positionOn(refused, on(8)).overdueDays).toBe(1)
})

test('there is no penal charge while the plan is kept, and the agreed one from the missed day on', () => {
  const loan = withHardshipPlan(runningLoan(1), on(6), 7)
  expect(positionOn(loan, on(14))).toMatchObject({ overdueDays: 0, owed: { penal: 0 } })
  // 0.1 % of 5,070.00 a day.
  expect(positionOn(loan, on(15))).toMatchObject({
    overdueDays: 1,
    owed: { penal: 5_07, interest: 75_00 },
  })
  expect(worstOverdueDays(loan, on(14))).toBe(0)
  expect(worstOverdueDays(loan, on(16))).toBe(2)
})

test('while a request waits for a person, the loan is as agreed until its due day', () => {
  const loan = requested(runningLoan(1), 5, 7)
  expect(positionOn(loan, on(7)).nextDueDay).toBe(on(7))
  expect(fallsDueOn(loan, on(7)).amount).toBe(5_035_00)
  expect(unansweredSince(loan, on(7))).toBeUndefined()
})

test('an unanswered request counts as granted at the end of the due day', () => {
  const loan = requested(runningLoan(1), 5, 7)
  expect(unansweredSince(loan, on(8))).toBe(on(7))
  for (const today of [8, 11, 14])
    expect(positionOn(loan, on(today))).toEqual(
      positionOn(withHardshipPlan(runningLoan(1), on(5), 7), on(today)),
    )
  expect(worstOverdueDays(loan, on(14))).toBe(0)
})

test('a request on the due day itself counts as granted as well', () => {
  expect(unansweredSince(requested(runningLoan(1), 7, 7), on(8))).toBe(on(7))
})

test('a request that was answered after the due day makes nobody late meanwhile', () => {
  const loan: RunningLoan = {
    ...runningLoan(1),
    deferral: { moveDays: 7, requestedDay: on(5), answer: { day: on(9), afterPayments: 0 } },
  }
  expect(worstOverdueDays(loan, on(14))).toBe(0)
  expect(worstOverdueDays(loan, on(15))).toBe(1)
})

test('a refused request excuses nobody', () => {
  expect(worstOverdueDays(refused, on(9))).toBe(2)
})

test('a plan moves nothing before the day on which it was granted', () => {
  const loan = withHardshipPlan(runningLoan(1), on(6), 7)
  expect(dueDays(loan, 5)).toEqual([7])
  expect(dueDays(loan, 6)).toEqual([14])
})

test.each<[string, RunningLoan, number, boolean, number | undefined]>([
  ['no request', runningLoan(1), 8, false, undefined],
  ['a plan', withHardshipPlan(runningLoan(1), on(3), 7), 3, true, 3],
  ['a request that waits', requested(runningLoan(1), 3, 7), 7, false, undefined],
  ['one that nobody answered', requested(runningLoan(1), 3, 7), 8, true, undefined],
  ['one that was refused', refused, 8, false, undefined],
])('a loan is restructured by its plan alone: %s', (_, loan, today, isRestructured, granted) => {
  expect(hasHardshipPlan(loan, on(today))).toBe(isRestructured)
  expect(planDay(loan)).toBe(granted === undefined ? undefined : on(granted))
})

test('only an awaited answer is overdue', () => {
  for (const loan of [runningLoan(1), refused, withHardshipPlan(runningLoan(1), on(3), 7)])
    expect(unansweredSince(loan, on(8))).toBeUndefined()
})

test('a request waits on if the instalment is paid, and is granted when the next is not', () => {
  const loan = requested(runningLoan(2, 1000, [[7, 2_526_28]]), 5, 7)
  expect(unansweredSince(loan, on(8))).toBeUndefined()
  expect(fallsDueOn(loan, on(14)).amount).toBe(2_526_28)
  expect(unansweredSince(loan, on(15))).toBe(on(14))
  expect(dueDays(loan, 15)).toEqual([7, 21])
})

test('an instalment that was overdue before the request is not excused by it', () => {
  const late = runningLoan(2, 1000, [[10, 2_550_00]])
  const loan = requested(late, 11, 7)
  expect(worstOverdueDays(loan, on(11))).toBe(3)
  expect(worstOverdueDays(loan, on(16))).toBe(3)
  expect(unansweredSince(loan, on(15))).toBe(on(14))
})

test('a plan after a paid extension moves on from its days, within the same tenor', () => {
  const running = runningLoan(1)
  const result = extensionOffer(running, { ...terms, extensionFee: basisPoints(1000) }, on(7))
  if (typeof result === 'string') throw new Error(result)
  const extended = withExtension(running, { ...result, paidDay: on(7) })
  expect(plans(extended, 10).map(({ moveDays }) => moveDays)).toEqual([7, 14])
  expect(positionOn(withHardshipPlan(extended, on(10), 14), on(28))).toMatchObject({
    overdueDays: 0,
    // 35.00 were paid with the extension; 21 days at ₹5 have passed since.
    owed: { interest: 105_00, principal: 5_000_00, penal: 0 },
  })
})

test('every plan costs the interest of its days on the principal, moves every day alike and stays in the tenor', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 100, max: 900_00 })), {
        maxLength: 4,
      }),
      fc.integer({ min: 2, max: 91 }),
      (instalments, rate, some, today) => {
        const paid = some
          .filter(([day]) => day <= today)
          .sort(([a], [b]) => a - b)
          .map(([day, amount]): Paid => [day, amount])
        const loan = runningLoan(instalments, rate, paid)
        const result = offered(loan, today, longer)
        if (typeof result === 'string') return
        const { owed, instalments: rows } = positionOn(loan, on(today))
        for (const plan of result) {
          const interest = (owed.principal * rate * plan.moveDays) / 1_000_000
          expect(Math.abs(plan.addedInterest - interest)).toBeLessThanOrEqual(1.5)
          expect(plan.totalAfter).toBe(plan.totalBefore + plan.addedInterest)
          const moved = withHardshipPlan(loan, on(today), plan.moveDays)
          const position = positionOn(moved, on(today))
          expect(totalOf(position.owed)).toBe(totalOf(owed))
          for (const [index, { dueDay, state }] of position.instalments.entries()) {
            const before = rows[index]
            expect(before && daysBetween(before.dueDay, dueDay)).toBe(
              state === 'paid' ? 0 : plan.moveDays,
            )
            expect(daysBetween(START_DAY, dueDay)).toBeLessThanOrEqual(180)
          }
          const next = position.nextDueDay ?? START_DAY
          expect(positionOn(moved, next).owed.penal).toBe(0)
          expect(stillToRepay(moved, on(today))).toBe(plan.totalAfter)
        }
      },
    ),
  )
})

test('a deferred loan owes on any day what the oracle says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 2, max: 7 }),
      fc.constantFrom(7, 14, 21, 28),
      fc.integer({ min: 0, max: 120 }),
      fc.option(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 100, max: 900_00 }))),
      (instalments, requested, moveDays, later, payment) => {
        const paid = payment && ([requested + payment[0], payment[1]] as const)
        const today = Math.max(requested + later, paid?.[0] ?? 0)
        const moved = withHardshipPlan(runningLoan(instalments), on(requested), moveDays)
        const payments = paid ? [{ day: on(paid[0]), amount: paise(paid[1]) }] : []
        const loan = { ...moved, payments }
        const events: LoanEvent[] = [
          { kind: 'plan', day: requested, moveDays },
          ...(paid ? [{ kind: 'payment' as const, day: paid[0], amount: paid[1] }] : []),
        ]
        const byOracle = loanByOracle({ instalments }, events).on(today)
        const { payoff, nextDueDay } = positionOn(loan, on(today))
        expect(payoff).toBe(payoffOf(byOracle, today))
        expect(nextDueDay && daysBetween(START_DAY, nextDueDay)).toBe(nextDueOf(byOracle))
      },
    ),
  )
})

test.each([
  [{}, []],
  [{ moveDays: 14 }, []],
  [{ moveDays: 21 }, ['long-move']],
  [{ worstOverdueDays: 1 }, ['was-overdue']],
  [{ extensionsPaid: 1 }, ['was-extended']],
  [{ earlierPlans: 1 }, ['earlier-plan']],
  [{ moveDays: 28, earlierPlans: 2 }, ['long-move', 'earlier-plan']],
])(
  'the rules grant a first request of up to 14 days: %j waits for a person because of %j',
  (facts, expected) => {
    const usual = { moveDays: 7, worstOverdueDays: 0, extensionsPaid: 0, earlierPlans: 0 }
    expect(whyAPersonDecides({ ...usual, ...facts })).toEqual(expected)
  },
)
