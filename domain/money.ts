/**
 * An amount of Indian money: a whole number of paise. Rupees exist only on the wire and on the
 * screen.
 */
export type Paise = number & { readonly unit: 'paise' }

/**
 * A simple rate, in parts per million of the principal for a year of 365 days. Both common ways of
 * quoting a rate are whole numbers in it: 0.1 % a day is 365 000, 30 % a year is 300 000.
 */
export type PpmPerYear = number & { readonly unit: 'ppm/year' }

/** A share or a yearly rate, in basis points: 1800 is 18 %. */
export type BasisPoints = number & { readonly unit: 'bps' }

/** Brands a number as paise; refuses anything but a safe integer. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  return value as Paise
}

/** Divide a yearly rate by this to get the interest of one day on one paisa. */
export const RATE_DENOMINATOR = 365_000_000n

/** Brands a number as parts per million per year; refuses fractions and negatives. */
export function ppmPerYear(value: number): PpmPerYear {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not a rate in parts per million: ${value}`)
  return value as PpmPerYear
}

/** The yearly rate for parts per million per day: 1000 is 0.1 % a day. */
export function ppmPerDay(value: number): PpmPerYear {
  return ppmPerYear(value * 365)
}

/** Brands a number as basis points; refuses fractions. */
export function basisPoints(value: number): BasisPoints {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`not a whole number of basis points: ${value}`)
  return value as BasisPoints
}

export const ZERO_PAISE = paise(0)

export function sumPaise(amounts: Iterable<Paise>): Paise {
  let total = 0
  for (const amount of amounts) total += amount
  return paise(total)
}

export function minPaise(a: Paise, b: Paise): Paise {
  return a < b ? a : b
}

/** The remainder of `a` after deducting `b`, never below zero. */
export function leftOverPaise(a: Paise, b: Paise): Paise {
  return paise(Math.max(0, a - b))
}

/**
 * `numerator ÷ denominator`, rounded half up to the paisa: the product's only rounding rule
 * (product §5). Takes integers of any size, so that no product of amount, rate and days can lose a
 * digit on the way.
 */
export function roundHalfUpToPaisa(numerator: bigint, denominator: bigint): Paise {
  if (denominator <= 0n) throw new RangeError('a ratio needs a positive denominator')
  const doubled = 2n * numerator + denominator
  const quotient = doubled / (2n * denominator)
  const isBelowZero = doubled < 0n && doubled % (2n * denominator) !== 0n
  return paise(Number(isBelowZero ? quotient - 1n : quotient))
}

/** A share of an amount, rounded half up to the paisa. */
export function shareRoundedHalfUp(amount: Paise, share: BasisPoints): Paise {
  return roundHalfUpToPaisa(BigInt(amount) * BigInt(share), 10_000n)
}
