import type { Position } from './facts.ts'

/** The least amount that a borrower may choose to pay: one rupee (product §5, Part payments). */
const PART_MIN = 1_00

/**
 * The bounds in paise of the amount that a borrower may choose to pay, both included: from a rupee
 * to the payoff (product §5, Part payments).
 */
export function partBounds({ payoff }: Pick<Position, 'payoff'>): { least: number; most: number } {
  return { least: PART_MIN, most: payoff }
}
