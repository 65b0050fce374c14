import * as v from 'valibot'
import type { PaymentEvent } from '#server/providers/payment/port.ts'

/** The entries by which a vendor says in which currency a payment is, and whether it took the money. */
export const moneyEntries = {
  currency: v.nullish(v.string()),
  captured: v.nullish(v.boolean()),
}

export function isRupee(currency: string | null | undefined): boolean {
  return (currency ?? 'INR').toUpperCase() === 'INR'
}

/**
 * Classifies a payment that a vendor reports as made: rupees that it took, or money that nobody may
 * book. Every request of ours is in rupees, so that a report without a currency is in rupees, too.
 */
export function madeAs({
  currency,
  captured,
}: {
  readonly currency?: string | null | undefined
  readonly captured?: boolean | null | undefined
}): Pick<PaymentEvent, 'state' | 'currency'> {
  if (!isRupee(currency))
    return { state: 'doubtful', currency: currency?.toUpperCase().slice(0, 10) }
  return { state: captured === false ? 'doubtful' : 'paid' }
}
