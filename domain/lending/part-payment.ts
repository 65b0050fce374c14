import { PART_PAYMENT_MIN } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'

/**
 * True if a borrower may pay this part of a loan now (RBI/2024-25/30: repayment in part, at any
 * time): at least a rupee, the minimum of payment pages, and at most what closes the loan.
 */
export function isPayablePart(amount: Paise, payoff: Paise): boolean {
  return amount >= PART_PAYMENT_MIN && amount <= payoff
}
