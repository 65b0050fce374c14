import { type BasisPoints, basisPoints, type Paise, paise } from '#domain/money.ts'

/** The loans repaid on time from which a discount on the processing fee holds, ascending. */
export type Tiers = readonly { readonly loansOnTime: number; readonly discount: BasisPoints }[]

/** The discounts of a lender that has set none: 1 → 5 %, 2 → 9 %, 4 → 13 %, 5 → 14 % (specification §9, product §5). */
export const DEFAULT_TIERS: Tiers = [
  { loansOnTime: 1, discount: basisPoints(500) },
  { loansOnTime: 2, discount: basisPoints(900) },
  { loansOnTime: 4, discount: basisPoints(1300) },
  { loansOnTime: 5, discount: basisPoints(1400) },
]

/** The amounts, in paise, that a number of repaid loans opens. */
export type Rung = { readonly loansRepaid: number; readonly least: Paise; readonly most: Paise }

/** The rungs of the amounts, ascending. The second opens products of the silver tier, the third those of gold. */
export type Ladder = readonly [first: Rung, silver: Rung, gold: Rung]

/** The rungs of a lender that has set none (specification §9, audit page table). */
export const DEFAULT_LADDER: Ladder = [
  { loansRepaid: 1, least: paise(1_000_00), most: paise(5_000_00) },
  { loansRepaid: 3, least: paise(3_000_00), most: paise(10_000_00) },
  { loansRepaid: 5, least: paise(5_000_00), most: paise(40_000_00) },
]

export type TierName = 'copper' | 'silver' | 'gold'

/** A product's tier by its orderNum: 1 copper, 2 silver, 3 or more gold (specification §4). */
export function tierOf(orderNum: number): TierName {
  if (orderNum >= 3) return 'gold'
  return orderNum === 2 ? 'silver' : 'copper'
}

/** The number of repaid loans that unlocks a product of this tier; copper is open to all. */
export function loansNeededFor(orderNum: number, [, silver, gold]: Ladder): number {
  const needed = { copper: 0, silver: silver.loansRepaid, gold: gold.loansRepaid }
  return needed[tierOf(orderNum)]
}

/** The discount on the processing fee that loans repaid on time have earned. */
export function discountFor(tiers: Tiers, loansRepaidOnTime: number): BasisPoints {
  const earned = tiers.filter(({ loansOnTime }) => loansOnTime <= loansRepaidOnTime)
  return earned.at(-1)?.discount ?? basisPoints(0)
}
