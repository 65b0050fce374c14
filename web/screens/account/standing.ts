import {
  discountFor,
  loansNeededFor,
  type TierName,
  type Tiers,
  tierOf,
} from '#domain/lending/tier.ts'
import type { BasisPoints } from '#domain/money.ts'

/** A borrower's discount, the next step to a larger one, and the best tier that is open. */
export type Standing = {
  readonly tier: TierName
  readonly discount: BasisPoints
  readonly next: { readonly loansMore: number; readonly discount: BasisPoints } | undefined
  readonly rungs: readonly {
    readonly loansOnTime: number
    readonly discount: BasisPoints
    readonly isReached: boolean
  }[]
}

/** The loans that a borrower repaid, and the discounts of today. */
type Earned = {
  readonly loansRepaid: number
  readonly loansRepaidOnTime: number
  readonly tiers: Tiers
}

const HIGHEST_ORDER_NUM = 3

/** Computes the standing (spec §9): discounts count loans repaid on time, tiers count all repaid loans. */
export function standingOf({ loansRepaid, loansRepaidOnTime, tiers }: Earned): Standing {
  const next = tiers.find(({ loansOnTime }) => loansOnTime > loansRepaidOnTime)
  return {
    tier: tierOf(highestOpen(loansRepaid)),
    discount: discountFor(tiers, loansRepaidOnTime),
    next: next && { loansMore: next.loansOnTime - loansRepaidOnTime, discount: next.discount },
    rungs: tiers.map(rung => ({
      ...rung,
      isReached: rung.loansOnTime <= loansRepaidOnTime,
    })),
  }
}

function highestOpen(loansRepaid: number): number {
  let orderNum = HIGHEST_ORDER_NUM
  while (orderNum > 1 && loansNeededFor(orderNum) > loansRepaid) orderNum -= 1
  return orderNum
}
