import type { Position } from './facts.ts'

/** The least amount that a borrower may choose to pay: one rupee (product §5, Part payments). */
const LEAST = 1_00

/**
 * The amounts in paise of which a borrower may choose one to pay, both included: from a rupee to what
 * closes the loan (product §5, Part payments).
 */
export function partBounds({ payoff }: Pick<Position, 'payoff'>): { least: number; most: number } {
  return { least: LEAST, most: payoff }
}
