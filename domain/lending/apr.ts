import { INTEREST_MIN_DAYS } from '#domain/limits.ts'
import { type BasisPoints, basisPoints, type Paise, type PpmPerYear } from '#domain/money.ts'

const DAYS_PER_YEAR = 365
const HALVINGS = 200

/**
 * The annual percentage rate of instalments at equal intervals: the internal rate of return per
 * period on the net amount received, times the periods per year, nominal, not compounded
 * (RBI/2024-25/18 Annex B; product §11). In basis points, half up. Refuses a loan on which nothing
 * is received or nothing is repaid.
 */
export function aprOfInstalments(
  net: Paise,
  repayments: readonly Paise[],
  periodsPerYear: number,
): BasisPoints {
  if (net <= 0 || repayments.length === 0)
    throw new RangeError('an APR needs an amount received and a repayment')
  return toBasisPoints(rateAtWhich(rate => presentValue(repayments, rate), net) * periodsPerYear)
}

/** The APR of instalments that are a number of days apart. */
export function aprOfDays(
  net: Paise,
  repayments: readonly Paise[],
  periodDays: number,
): BasisPoints {
  return aprOfInstalments(net, repayments, DAYS_PER_YEAR / periodDays)
}

/** A repayment, `afterDays` days after the money arrived. */
export type Flow = { readonly afterDays: number; readonly amount: Paise }

/**
 * The same rate for repayments at irregular distances, as after an extension: the rate of one
 * period at which their present value is the net amount received, counting part of a period as a
 * fraction, times the periods per year (product §11, V8). A repayment on the day of arrival counts
 * as made after the shortest time that interest is charged for: at distance zero the rate would be
 * infinite.
 */
export function aprOfFlows(net: Paise, flows: readonly Flow[], periodDays: number): BasisPoints {
  if (net <= 0 || !flows.some(({ amount }) => amount > 0))
    throw new RangeError('an APR needs an amount received and a repayment')
  const periods = flows.map(({ afterDays, amount }) => ({
    amount,
    count: Math.max(INTEREST_MIN_DAYS, afterDays) / periodDays,
  }))
  const worth = (rate: number) =>
    periods.reduce((sum, { amount, count }) => sum + amount / (1 + rate) ** count, 0)
  return toBasisPoints((rateAtWhich(worth, net) * DAYS_PER_YEAR) / periodDays)
}

/** A rate as a yearly percentage, without fees: 0.1 % a day is 36.5 % a year. */
export function annualRate(rate: PpmPerYear): BasisPoints {
  return toBasisPoints(rate / 1_000_000)
}

/**
 * By bisection: the present value falls as the rate rises, so the rate is always between the
 * bounds.
 */
function rateAtWhich(worth: (rate: number) => number, net: number): number {
  let low = -0.999_999
  let high = 1
  while (worth(high) > net) high *= 2
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2
    if (worth(middle) > net) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function presentValue(repayments: readonly number[], rate: number): number {
  return repayments.reduceRight((later, repayment) => (later + repayment) / (1 + rate), 0)
}

/** A rate too large for a whole number of basis points becomes the largest one. */
function toBasisPoints(rate: number): BasisPoints {
  return basisPoints(Math.min(Math.floor(rate * 10_000 + 0.5), Number.MAX_SAFE_INTEGER))
}
