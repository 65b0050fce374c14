import { type BasisPoints, basisPoints, type Paise, paise } from '#domain/money.ts'

/** The loans repaid on time from which a discount on the processing fee holds, ascending. */
export type Tiers = readonly { readonly loansOnTime: number; readonly discount: BasisPoints }[]

/** The discounts of a lender that has set none: 1 → 5 %, 2 → 9 %, 4 → 13 %, 5 → 14 % (specification §9, product §5). */
export const GIVEN_TIERS: Tiers = [
  { loansOnTime: 1, discount: basisPoints(500) },
  { loansOnTime: 2, discount: basisPoints(900) },
  { loansOnTime: 4, discount: basisPoints(1300) },
  { loansOnTime: 5, discount: basisPoints(1400) },
]

/** Amounts unlocked by loans repaid (specification §9, audit page table). */
export const amountLadder = [
  { loansRepaid: 1, least: paise(1_000_00), most: paise(5_000_00) },
  { loansRepaid: 3, least: paise(3_000_00), most: paise(10_000_00) },
  { loansRepaid: 5, least: paise(5_000_00), most: paise(40_000_00) },
] as const satisfies { loansRepaid: number; least: Paise; most: Paise }[]

export type TierName = 'copper' | 'silver' | 'gold'

/** A product's tier by its orderNum: 1 copper, 2 silver, 3 or more gold (specification §4). */
export function tierOf(orderNum: number): TierName {
  if (orderNum >= 3) return 'gold'
  return orderNum === 2 ? 'silver' : 'copper'
}

/**
 * The number of repaid loans that unlocks a product of this tier, from the ladder's steps; copper
 * is open to all.
 */
export function loansNeededFor(orderNum: number): number {
  const needed = {
    copper: 0,
    silver: amountLadder[1].loansRepaid,
    gold: amountLadder[2].loansRepaid,
  }
  return needed[tierOf(orderNum)]
}

/** The discount on the processing fee that loans repaid on time have earned. */
export function discountFor(tiers: Tiers, loansRepaidOnTime: number): BasisPoints {
  const earned = tiers.filter(({ loansOnTime }) => loansOnTime <= loansRepaidOnTime)
  return earned.at(-1)?.discount ?? basisPoints(0)
}
