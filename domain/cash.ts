import { type Paise, paise } from '#domain/money.ts'

/** The notes and coins in use that cash is drawn with, the largest first: whole rupees, in paise. */
export const CASH_PIECES = [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00].map(
  paise,
)

export type CashStack = { readonly piece: Paise; readonly count: number }

/**
 * An amount as the fewest notes and coins, the largest first, and the paise for which there is no
 * coin. Refuses an amount below zero.
 */
export function cashOf(amount: Paise): {
  readonly stacks: readonly CashStack[]
  readonly rest: Paise
} {
  if (amount < 0) throw new RangeError(`no cash is below zero: ${amount} paise`)
  const stacks: CashStack[] = []
  let rest = amount
  for (const piece of CASH_PIECES) {
    const count = Math.floor(rest / piece)
    if (count > 0) stacks.push({ piece, count })
    rest = paise(rest % piece)
  }
  return { stacks, rest }
}
