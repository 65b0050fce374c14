import { dayInIndia, dayText } from './calendar.ts'
import type { Facts } from './facts.ts'
import { positionOf } from './position.ts'

/**
 * The discount on the processing fee by loans repaid on time, in basis points (product §5, Tiers).
 */
export function discountBpsOf(loansOnTime: number): number {
  if (loansOnTime >= 5) return 1_400
  if (loansOnTime >= 4) return 1_300
  if (loansOnTime >= 2) return 900
  return loansOnTime >= 1 ? 500 : 0
}

/**
 * The discount of a borrower who applies at an instant, from their earlier loans: one counts if it
 * is repaid and none of its instalments was ever overdue (product §5, Tiers). A returned loan counts
 * like a repaid one (decision 27), one whose payout was reversed does not.
 */
export function discountBpsAt(loans: readonly Facts[], at: string): number {
  const onTime = loans.filter(facts => {
    const happenings = facts.happenings.filter(one => Date.parse(one.at) <= Date.parse(at))
    const position = positionOf({ ...facts, happenings }, dayText(dayInIndia(at)))
    return position.state === 'settled' && position.worstOverdueDays === 0
  })
  return discountBpsOf(onTime.length)
}
