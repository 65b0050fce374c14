import {
  discountFor,
  type Ladder,
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

/** The loans that a borrower repaid, and the discounts and amounts of today. */
type Facts = {
  readonly loansRepaid: number
  readonly loansRepaidOnTime: number
  readonly tiers: Tiers
  readonly ladder: Ladder
}

const HIGHEST_ORDER_NUM = 3

/** Computes the standing (spec §9): discounts count loans repaid on time, tiers count all repaid loans. */
export function standingOf({ loansRepaid, loansRepaidOnTime, tiers, ladder }: Facts): Standing {
  const next = tiers.find(({ loansOnTime }) => loansOnTime > loansRepaidOnTime)
  return {
    tier: tierOf(highestOpen(loansRepaid, ladder)),
    discount: discountFor(tiers, loansRepaidOnTime),
    next: next && { loansMore: next.loansOnTime - loansRepaidOnTime, discount: next.discount },
    rungs: tiers.map(rung => ({
      ...rung,
      isReached: rung.loansOnTime <= loansRepaidOnTime,
    })),
  }
}

function highestOpen(loansRepaid: number, ladder: Ladder): number {
  let orderNum = HIGHEST_ORDER_NUM
  while (orderNum > 1 && loansNeededFor(orderNum, ladder) > loansRepaid) orderNum -= 1
  return orderNum
}
