import { type Paise, paise } from '#domain/money.ts'
import { type Parts, totalOf } from '#domain/parts.ts'

/**
 * Everything that was paid for a loan and kept: on the loan itself, and for its extensions. In
 * paise.
 */
export function paidInAll({ paid }: { readonly paid: Parts }, extensionFees: Paise): Paise {
  return paise(totalOf(paid) + extensionFees)
}
