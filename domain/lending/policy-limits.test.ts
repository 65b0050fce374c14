import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_LIMITS,
  limitsFault,
  offerWorkingDaysOf,
  type PolicyLimits,
} from '#domain/lending/policy-limits.ts'
import { discountFor, type Ladder, type Tiers } from '#domain/lending/tier.ts'
import type { BasisPoints, Paise } from '#domain/money.ts'
import { runs } from '#domain/testing/runs.ts'

const tiers = (...steps: [number, number][]): Tiers =>
  steps.map(([loansOnTime, bps]) => ({ loansOnTime, discount: bps as BasisPoints }))
const steps = (count: number) =>
  tiers(...Array.from({ length: count }, (_, at): [number, number] => [at + 1, at + 1]))

const ladder = (...rungs: [loans: number, least: number, most: number][]) =>
  rungs.map(([loansRepaid, least, most]) => ({
    loansRepaid,
    least: (least * 100) as Paise,
    most: (most * 100) as Paise,
  })) as unknown as Ladder

test('the given limits are those of the specification (§9), and sound', () => {
  expect(DEFAULT_LIMITS).toEqual({
    reapplyWaitDays: 15,
    offerWorkingDays: 3,
    tiers: tiers([1, 500], [2, 900], [4, 1_300], [5, 1_400]),
    ladder: ladder([1, 1_000, 5_000], [3, 3_000, 10_000], [5, 5_000, 40_000]),
    secondPersonFrom: null,
    newAccountDays: 7,
    looksPerDay: {},
  })
  expect(limitsFault(DEFAULT_LIMITS)).toBeUndefined()
})

test.each<[Partial<PolicyLimits>, ReturnType<typeof limitsFault>]>([
  [{ reapplyWaitDays: 0 }, undefined],
  [{ reapplyWaitDays: 90 }, undefined],
  [{ reapplyWaitDays: 91 }, 'wait'],
  [{ reapplyWaitDays: -1 }, 'wait'],
  [{ reapplyWaitDays: 1.5 }, 'wait'],
  [{ reapplyWaitDays: Number.NaN }, 'wait'],
  [{ offerWorkingDays: 1 }, undefined],
  [{ offerWorkingDays: 30 }, undefined],
  [{ offerWorkingDays: 0 }, 'offer'],
  [{ offerWorkingDays: 31 }, 'offer'],
  [{ secondPersonFrom: 0 as Paise }, undefined],
  [{ secondPersonFrom: 1_00_00_000_00 as Paise }, undefined],
  [{ secondPersonFrom: 1_00_00_000_01 as Paise }, 'second-person'],
  [{ secondPersonFrom: -1 as Paise }, 'second-person'],
  [{ secondPersonFrom: Number.NaN as Paise }, 'second-person'],
  [{ newAccountDays: 0 }, undefined],
  [{ newAccountDays: 90 }, undefined],
  [{ newAccountDays: 91 }, 'new-account'],
  [{ newAccountDays: -1 }, 'new-account'],
  [{ newAccountDays: 0.5 }, 'new-account'],
  [{ looksPerDay: { operations: 1, viewer: 10_000 } }, undefined],
  [{ looksPerDay: { operations: 0 } }, 'looks'],
  [{ looksPerDay: { operations: 1.5 } }, 'looks'],
  [{ looksPerDay: { operations: 10_001 } }, 'looks'],
  [{ tiers: [] }, undefined],
  [{ tiers: steps(10) }, undefined],
  [{ tiers: steps(11) }, 'tier-count'],
  [{ tiers: tiers([0, 100]) }, 'tier-loans'],
  [{ tiers: tiers([2, 100], [2, 200]) }, 'tier-loans'],
  [{ tiers: tiers([3, 100], [2, 200]) }, 'tier-loans'],
  [{ tiers: tiers([101, 100]) }, 'tier-loans'],
  [{ tiers: tiers([1, 0]) }, 'tier-discounts'],
  [{ tiers: tiers([1, 200], [2, 100]) }, 'tier-discounts'],
  [{ tiers: tiers([1, 200], [2, 200]) }, 'tier-discounts'],
  [{ tiers: tiers([1, 5_000]) }, undefined],
  [{ tiers: tiers([1, 5_001]) }, 'tier-discounts'],
  [{ tiers: tiers([1, 10.5]) }, 'tier-discounts'],
  [{ ladder: ladder([1, 500, 500], [2, 500, 500], [100, 500, 1_00_00_000]) }, undefined],
  [{ ladder: ladder([0, 1, 2], [1, 1, 2], [2, 1, 2]) }, 'ladder-loans'],
  [{ ladder: ladder([1, 1, 2], [3, 1, 2], [3, 1, 2]) }, 'ladder-loans'],
  [{ ladder: ladder([1, 1, 2], [3, 1, 2], [101, 1, 2]) }, 'ladder-loans'],
  [{ ladder: ladder([1, 0, 2], [3, 1, 2], [5, 1, 2]) }, 'ladder-amounts'],
  [{ ladder: ladder([1, 3, 2], [3, 1, 2], [5, 1, 2]) }, 'ladder-amounts'],
  [{ ladder: ladder([1, 1, 5], [3, 1, 4], [5, 1, 6]) }, 'ladder-amounts'],
  [{ ladder: ladder([1, 1, 2], [3, 1, 2], [5, 1, 1_00_00_001]) }, 'ladder-amounts'],
  [{ ladder: ladder([1, 1, 2], [3, 1, Number.NaN], [5, 1, 2]) }, 'ladder-amounts'],
])('the limits with %o have the fault %s', (changes, fault) => {
  expect(limitsFault({ ...DEFAULT_LIMITS, ...changes })).toBe(fault)
})

const tiersWithin = (loans: number, bps: number, maxLength: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: -2, max: loans }), fc.integer({ min: -2, max: bps })), {
      maxLength,
    })
    .map(all => tiers(...all))
/** Mostly ascending, so that many are sound. */
const ascendingTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 10 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 10, maxLength: 10 }),
  )
  .map(([loans, bps]) => {
    const discounts = bps.toSorted((a, b) => a - b)
    return tiers(
      ...loans
        .toSorted((a, b) => a - b)
        .map((each, at): [number, number] => [each, discounts[at] ?? 0]),
    )
  })

const anyTiers = fc.oneof(tiersWithin(104, 6_000, 11), tiersWithin(5, 5, 3), ascendingTiers)

test('under sound tiers more loans on time never cost more, and at most half of the fee is given', () => {
  fc.assert(
    fc.property(anyTiers, fc.oneof(fc.nat(6), fc.nat(120)), (some, loans) => {
      if (limitsFault({ ...DEFAULT_LIMITS, tiers: some }) !== undefined) return
      const discount = discountFor(some, loans)
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(discount).toBeLessThanOrEqual(5_000)
      expect(discountFor(some, loans + 1)).toBeGreaterThanOrEqual(discount)
    }),
    { numRuns: runs(3_000) },
  )
})

test('ascending tiers are sound, and no longer when two of them change places', () => {
  fc.assert(
    fc.property(ascendingTiers, fc.nat(), (some, place) => {
      expect(limitsFault({ ...DEFAULT_LIMITS, tiers: some })).toBeUndefined()
      if (some.length < 2) return
      const at = place % (some.length - 1)
      const swapped = [
        ...some.slice(0, at),
        ...some.slice(at, at + 2).reverse(),
        ...some.slice(at + 2),
      ]
      expect(limitsFault({ ...DEFAULT_LIMITS, tiers: swapped })).toBe('tier-loans')
    }),
  )
})

test('an offer of a loan that runs for a week binds for three working days at least (regulation K2)', () => {
  const days = (periodDays: number, instalments: number, offerWorkingDays: number) =>
    offerWorkingDaysOf({ periodDays, instalments }, { offerWorkingDays })
  expect(days(7, 1, 1)).toBe(3)
  expect(days(3, 3, 2)).toBe(3)
  expect(days(6, 1, 1)).toBe(1)
  expect(days(7, 1, 5)).toBe(5)
})
