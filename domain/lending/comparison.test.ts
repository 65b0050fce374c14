import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COMPARED_INSTALMENTS_MAX,
  COMPARED_MAX,
  COMPARED_MIN,
  type OtherOffer,
  trueCost,
} from '#domain/lending/comparison.ts'
import { equalInstalmentRoundedHalfUp } from '#domain/lending/schedule.ts'
import { quote } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerYear } from '#domain/money.ts'
import { SEVEN } from '#domain/testing/loans.ts'

const RBI: OtherOffer = {
  amount: paise(20_000_00),
  charges: paise(400_00),
  isGstAdded: false,
  instalment: paise(969_73),
  instalments: 24,
  every: { unit: 'month', count: 1 },
}

test('computes the regulator’s own example, line by line', () => {
  expect(trueCost(RBI)).toEqual({
    gst: 0,
    arrive: 19_600_00,
    repayment: 23_273_52,
    cost: 3_673_52,
    apr: 1707,
  })
})

test('adds GST to the charges if it is not included, and counts it in the APR', () => {
  expect(trueCost({ ...RBI, isGstAdded: true })).toMatchObject({
    gst: 72_00,
    arrive: 19_528_00,
    cost: 3_745_52,
    apr: 1745,
  })
})

test('the APR of a quarterly loan has four periods a year', () => {
  const quarterly: OtherOffer = {
    ...RBI,
    amount: paise(10_000_00),
    charges: paise(0),
    instalment: paise(10_300_00),
    instalments: 1,
    every: { unit: 'month', count: 3 },
  }
  expect(trueCost(quarterly)).toMatchObject({ cost: 300_00, apr: 1200 })
})

test('charges that leave nothing, and instalments below the amount received, have no APR', () => {
  const whole = { ...RBI, charges: paise(20_000_00 - 100) }
  expect(trueCost(whole)).toMatchObject({ arrive: 100 })
  expect(trueCost({ ...whole, charges: paise(20_000_00 - 99) })).toBe('nothing-received')
  expect(trueCost({ ...whole, charges: paise(19_000_00), isGstAdded: true })).toBe(
    'nothing-received',
  )
  const once: OtherOffer = { ...RBI, charges: paise(0), instalments: 1, instalment: RBI.amount }
  expect(trueCost(once)).toMatchObject({ cost: 0, apr: 0 })
  expect(trueCost({ ...once, instalment: paise(once.amount - 1) })).toBe('repays-less')
})

test.each<[string, Partial<OtherOffer>]>([
  ['no amount', { amount: paise(0) }],
  ['more than is compared', { amount: paise(COMPARED_MAX + 1) }],
  ['charges below nothing', { charges: paise(-1) }],
  ['no instalment', { instalment: paise(0) }],
  ['no instalments', { instalments: 0 }],
  ['half an instalment', { instalments: 1.5 }],
  ['too many', { instalments: COMPARED_INSTALMENTS_MAX + 1 }],
  ['every thirteen months', { every: { unit: 'month', count: 13 } }],
  ['every 367 days', { every: { unit: 'day', count: 367 } }],
  ['all at once', { every: { unit: 'day', count: 0 } }],
])('%s is an error', (_name, change) => {
  expect(() => trueCost({ ...RBI, ...change })).toThrow(RangeError)
})

const anyAmount = fc.integer({ min: COMPARED_MIN, max: COMPARED_MAX }).map(paise)
const anyOffer: fc.Arbitrary<OtherOffer> = fc.record({
  amount: anyAmount,
  charges: fc.integer({ min: 0, max: COMPARED_MAX }).map(paise),
  isGstAdded: fc.boolean(),
  instalment: anyAmount,
  instalments: fc.integer({ min: 1, max: COMPARED_INSTALMENTS_MAX }),
  every: fc.oneof(
    fc.record({ unit: fc.constant('day' as const), count: fc.integer({ min: 1, max: 366 }) }),
    fc.record({ unit: fc.constant('month' as const), count: fc.integer({ min: 1, max: 12 }) }),
  ),
})

test('every result adds up, costs at least nothing, and has a finite APR', () => {
  fc.assert(
    fc.property(anyOffer, offer => {
      const cost = trueCost(offer)
      if (typeof cost === 'string') return
      expect(cost.arrive + offer.charges + cost.gst).toBe(offer.amount)
      expect(cost.repayment).toBe(offer.instalment * offer.instalments)
      expect(cost.cost).toBe(cost.repayment - cost.arrive)
      expect(cost.cost).toBeGreaterThanOrEqual(0)
      expect(cost.apr).toBeGreaterThanOrEqual(0)
      expect(cost.apr).toBeLessThan(Number.MAX_SAFE_INTEGER)
    }),
  )
})

const anyProduct = fc.record({
  principal: fc.integer({ min: 500_00, max: 100_000_00 }).map(paise),
  rate: fc.integer({ min: 0, max: 2_000_000 }).map(ppmPerYear),
  processingFee: fc.integer({ min: 0, max: 2_000 }).map(basisPoints),
  periodDays: fc.integer({ min: 1, max: 91 }),
  instalments: fc.integer({ min: 1, max: 26 }),
})

test('one of our loans, compared through its statement, has the APR that the statement names', () => {
  fc.assert(
    fc.property(anyProduct, product => {
      const terms = { ...SEVEN, ...product }
      const { serviceFee, arrive, gst, apr } = quote(terms)
      const instalment = equalInstalmentRoundedHalfUp(terms)
      // Without interest the equal instalment may be rounded below its share, by a paisa each.
      fc.pre(instalment * product.instalments >= arrive)
      const offer: OtherOffer = {
        amount: product.principal,
        charges: serviceFee,
        isGstAdded: true,
        instalment,
        instalments: product.instalments,
        every: { unit: 'day', count: product.periodDays },
      }
      expect(trueCost(offer)).toMatchObject({ gst, arrive, apr })
    }),
  )
})

test('a charge can only raise the APR, and a longer interval can only lower it', () => {
  const aprOf = (offer: OtherOffer) => {
    const cost = trueCost(offer)
    return typeof cost === 'string' ? undefined : cost.apr
  }
  fc.assert(
    fc.property(anyOffer, offer => {
      const apr = aprOf(offer)
      if (apr === undefined) return
      expect(aprOf({ ...offer, charges: paise(0) })).toBeOneOf([
        undefined,
        expect.toSatisfy((less: number) => less <= apr),
      ])
      expect(aprOf({ ...offer, every: { unit: 'day', count: 1 } })).toBeGreaterThanOrEqual(apr)
    }),
  )
})
