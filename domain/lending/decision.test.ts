import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Application,
  areSound,
  DEFAULT_FIGURES,
  decide,
  denialsOf,
  monthlyInstalmentRoundedHalfUp,
  reasonByHand,
} from '#domain/lending/decision.ts'
import { paise } from '#domain/money.ts'
import { runs } from '#domain/testing/runs.ts'

const good: Application = {
  ageYears: 32,
  isIdentityVerified: true,
  namesAgree: 'same',
  faceCheck: 'passed',
  cardsCheck: 'passed',
  monthlyIncome: paise(30_000_00),
  monthlyObligations: paise(0),
  instalment: paise(399_86),
  instalments: 13,
  periodDays: 7,
  otherRunningOrders: 0,
  worstOverdueDays: 0,
  hadHardshipPlan: false,
}

test('each rule on its own', () => {
  const single = { instalments: 1, instalment: paise(5_000_00) }
  const rows: [Partial<Application>, string][] = [
    [{}, 'approve'],
    [{ ageYears: 21 }, 'approve'],
    [{ ageYears: 20 }, 'deny under-age'],
    [{ isIdentityVerified: false }, 'deny identity-unverified'],
    [{ namesAgree: 'different' }, 'deny names-differ'],
    [{ namesAgree: 'close' }, 'refer names-need-a-look'],
    [{ cardsCheck: 'needs-a-look' }, 'refer cards-need-a-look'],
    [{ faceCheck: 'needs-a-look' }, 'refer face-needs-a-look'],
    [{ otherRunningOrders: 1 }, 'deny order-in-progress'],
    [{ monthlyIncome: paise(0) }, 'deny no-income'],
    [{ monthlyIncome: paise(3_428_00) }, 'approve'],
    [{ monthlyIncome: paise(3_427_00) }, 'refer instalment-needs-a-look'],
    [{ monthlyIncome: paise(2_449_00) }, 'refer instalment-needs-a-look'],
    [{ monthlyIncome: paise(2_448_00) }, 'deny instalment-too-high'],
    [{ monthlyObligations: paise(20_000_00) }, 'deny instalment-too-high'],
    // One instalment of ₹5,000 is exactly 50 % or 70 % of these incomes.
    [{ ...single, monthlyIncome: paise(10_000_00) }, 'approve'],
    [{ ...single, monthlyIncome: paise(9_999_99) }, 'refer instalment-needs-a-look'],
    [{ ...single, monthlyIncome: paise(7_142_86) }, 'refer instalment-needs-a-look'],
    [{ ...single, monthlyIncome: paise(7_142_85) }, 'deny instalment-too-high'],
    // Obligations of ₹2,000 beside it are exactly 70 % of ₹10,000.
    [
      { ...single, monthlyObligations: paise(2_000_00), monthlyIncome: paise(10_000_00) },
      'refer instalment-needs-a-look',
    ],
    [{ worstOverdueDays: 7 }, 'approve'],
    [{ worstOverdueDays: 8 }, 'refer was-overdue'],
    [{ worstOverdueDays: 30 }, 'refer was-overdue'],
    [{ worstOverdueDays: 31 }, 'deny was-long-overdue'],
    [{ hadHardshipPlan: true }, 'refer had-hardship-plan'],
  ]
  for (const [change, expected] of rows) {
    const decision = decide({ ...good, ...change }, DEFAULT_FIGURES)
    const reasons =
      decision.outcome === 'approve'
        ? 'approve'
        : `${decision.outcome} ${decision.reasons.map(({ reason }) => reason).join(' ')}`
    expect(reasons, JSON.stringify(change)).toBe(expected)
  }
})

test('a denial reports every reason and outweighs a referral', () => {
  expect(
    decide(
      { ...good, ageYears: 19, namesAgree: 'different', faceCheck: 'needs-a-look' },
      DEFAULT_FIGURES,
    ),
  ).toEqual({
    outcome: 'deny',
    reasons: [
      { reason: 'under-age', details: { years: 21 } },
      { reason: 'names-differ', details: {} },
    ],
  })
})

test('a single repayment counts in full against the month, instalments by their interval', () => {
  expect(monthlyInstalmentRoundedHalfUp({ ...good, instalments: 1 })).toBe(399_86)
  expect(monthlyInstalmentRoundedHalfUp(good)).toBe(1_713_69)
})

const anyApplication: fc.Arbitrary<Application> = fc.record({
  ageYears: fc.integer({ min: 0, max: 100 }),
  isIdentityVerified: fc.boolean(),
  namesAgree: fc.constantFrom('same', 'close', 'different'),
  faceCheck: fc.constantFrom('passed', 'needs-a-look'),
  cardsCheck: fc.constantFrom('passed', 'needs-a-look'),
  monthlyIncome: fc.integer({ min: 0, max: 200_000_00 }).map(paise),
  monthlyObligations: fc.integer({ min: 0, max: 50_000_00 }).map(paise),
  instalment: fc.integer({ min: 1, max: 50_000_00 }).map(paise),
  instalments: fc.integer({ min: 1, max: 26 }),
  periodDays: fc.integer({ min: 1, max: 31 }),
  otherRunningOrders: fc.integer({ min: 0, max: 2 }),
  worstOverdueDays: fc.integer({ min: 0, max: 90 }),
  hadHardshipPlan: fc.boolean(),
})

/**
 * The decision by product §6 and decision 8, written from them: what denies an application, and
 * what refers it to a person.
 */
function documented(application: Application) {
  const { instalment, instalments, periodDays, monthlyObligations, monthlyIncome } = application
  const month = instalments === 1 ? instalment : Math.floor((instalment * 30) / periodDays + 0.5)
  const burden = month + monthlyObligations
  const isAbove = (percent: number) => burden * 100 > monthlyIncome * percent
  const late = application.worstOverdueDays
  const denials = {
    'under-age': application.ageYears < 21,
    'identity-unverified': !application.isIdentityVerified,
    'names-differ': application.namesAgree === 'different',
    'order-in-progress': application.otherRunningOrders > 0,
    'was-long-overdue': late > 30,
    'no-income': monthlyIncome === 0,
    'instalment-too-high': monthlyIncome > 0 && isAbove(70),
  }
  const referrals = {
    'instalment-needs-a-look': monthlyIncome > 0 && isAbove(50) && !isAbove(70),
    'names-need-a-look': application.namesAgree === 'close',
    'cards-need-a-look': application.cardsCheck === 'needs-a-look',
    'face-needs-a-look': application.faceCheck === 'needs-a-look',
    'was-overdue': late > 7 && late <= 30,
    'had-hardship-plan': application.hadHardshipPlan,
  }
  const reasonsIn = (rules: Record<string, boolean>) =>
    Object.keys(rules)
      .filter(reason => rules[reason])
      .sort()
  if (reasonsIn(denials).length > 0) return { outcome: 'deny', reasons: reasonsIn(denials) }
  if (reasonsIn(referrals).length > 0) return { outcome: 'refer', reasons: reasonsIn(referrals) }
  return { outcome: 'approve', reasons: [] }
}

test('every decision has the outcome and all the reasons of the documents', () => {
  fc.assert(
    fc.property(anyApplication, application => {
      const decision = decide(application, DEFAULT_FIGURES)
      const reasons = decision.outcome === 'approve' ? [] : decision.reasons
      const expected = documented(application)
      expect({
        outcome: decision.outcome,
        reasons: reasons.map(({ reason }) => reason).sort(),
      }).toEqual(expected)
      expect(denialsOf(application, DEFAULT_FIGURES).sort()).toEqual(
        expected.outcome === 'deny' ? expected.reasons : [],
      )
    }),
    { numRuns: runs(1_000) },
  )
})

test('higher income or lower debt never costs an approval', () => {
  const income = fc.integer({ min: 2_000_00, max: 20_000_00 }).map(paise)
  fc.assert(
    fc.property(
      income,
      fc.integer({ min: 0, max: 3_000_00 }),
      fc.integer({ min: 0, max: 50_000_00 }),
      (monthlyIncome, owed, more) => {
        const application = { ...good, monthlyIncome, monthlyObligations: paise(owed) }
        if (decide(application, DEFAULT_FIGURES).outcome !== 'approve') return
        expect(
          decide({ ...application, monthlyIncome: paise(monthlyIncome + more) }, DEFAULT_FIGURES)
            .outcome,
        ).toBe('approve')
        expect(
          decide({ ...application, monthlyObligations: paise(0) }, DEFAULT_FIGURES).outcome,
        ).toBe('approve')
      },
    ),
  )
})

test('a denial for an overdue loan names the days that are the limit', () => {
  expect(decide({ ...good, worstOverdueDays: 90 }, DEFAULT_FIGURES)).toEqual({
    outcome: 'deny',
    reasons: [{ reason: 'was-long-overdue', details: { days: 30 } }],
  })
})

test('a denial for the instalment names it as the borrower would pay it, in paise', () => {
  expect(decide({ ...good, monthlyIncome: paise(2_448_00) }, DEFAULT_FIGURES)).toMatchObject({
    reasons: [{ reason: 'instalment-too-high', details: { instalment: 399_86 } }],
  })
})

test('a denial by a person states the figures that the rule would state', () => {
  expect(reasonByHand('instalment-too-high', good, DEFAULT_FIGURES)).toEqual({
    reason: 'instalment-too-high',
    details: { instalment: 399_86 },
  })
  expect(reasonByHand('names-differ', good, DEFAULT_FIGURES)).toEqual({
    reason: 'names-differ',
    details: {},
  })
})

test('the figures are the lender’s: each moves its rule, and the reason names it', () => {
  const late = { ...good, worstOverdueDays: 20 }
  expect(decide(late, DEFAULT_FIGURES).outcome).toBe('refer')
  expect(decide(late, { ...DEFAULT_FIGURES, lateDaysToDeny: 15 })).toEqual({
    outcome: 'deny',
    reasons: [{ reason: 'was-long-overdue', details: { days: 15 } }],
  })
  expect(decide(late, { ...DEFAULT_FIGURES, lateDaysToLookAt: 20 }).outcome).toBe('approve')
  // 60 % of the income.
  const dear = { ...good, instalments: 1, instalment: paise(18_000_00) }
  expect(decide(dear, DEFAULT_FIGURES).outcome).toBe('refer')
  expect(decide(dear, { ...DEFAULT_FIGURES, affordablePercent: 60 }).outcome).toBe('approve')
  expect(decide(dear, { ...DEFAULT_FIGURES, outOfReachPercent: 59 }).outcome).toBe('deny')
})

test.each([
  [{}, true],
  [{ affordablePercent: 0 }, false],
  [{ affordablePercent: 1 }, true],
  [{ affordablePercent: 70 }, true],
  [{ affordablePercent: 71 }, false],
  [{ outOfReachPercent: 100 }, true],
  [{ outOfReachPercent: 101 }, false],
  [{ lateDaysToLookAt: -1 }, false],
  [{ lateDaysToLookAt: 0 }, true],
  [{ lateDaysToLookAt: 30 }, true],
  [{ lateDaysToLookAt: 31 }, false],
  [{ lateDaysToDeny: 7.5 }, false],
  [{ lateDaysToDeny: 365 }, true],
  [{ lateDaysToDeny: 366 }, false],
])('the figures with %o are sound: %s', (changes, isSound) => {
  expect(areSound({ ...DEFAULT_FIGURES, ...changes })).toBe(isSound)
})
