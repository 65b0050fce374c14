/** Rounds a fraction that is not negative half up to a whole number (product §5, Rounding). */
export function roundedHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A daily charge is an exact number of 365-millionths of a paisa (decision 7). */
export const CHARGE_UNIT = 365_000_000n

/** One day's charge on an amount at a rate in parts per million a year, in `CHARGE_UNIT`. */
export function chargeOfOneDay(amount: number, ratePpmYear: number): bigint {
  return BigInt(amount) * BigInt(ratePpmYear)
}
