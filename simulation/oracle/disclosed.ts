import { CHARGE_UNIT, chargeOfOneDay, roundedHalfUp, sum } from './exact.ts'
import type { AgreedInstalment, Disclosure, Terms } from './facts.ts'

/** GST on the processing fee (product §4, §5). */
const GST_PERCENT = 18n
const WHOLE = 10_000
const WHOLE_BPS = BigInt(WHOLE)

/** Computes the figures that the borrower must see before being bound (product §5, §11). */
export function disclosedOf(terms: Terms): Disclosure {
  const { principal, periodDays, instalments } = terms
  // Product §5, Fees: rate × amount, less the tier discount; 18 % of it; both are deducted.
  const fee = roundedHalfUp(
    BigInt(principal) * BigInt(terms.feeBps) * (WHOLE_BPS - BigInt(terms.discountBps)),
    WHOLE_BPS * WHOLE_BPS,
  )
  const gst = roundedHalfUp(BigInt(fee) * GST_PERCENT, 100n)
  const net = principal - fee - gst
  const schedule = scheduleOf(terms)
  const interest = sum(schedule.map(instalment => instalment.interest))
  const equal = equalInstalment(terms)
  return {
    fee,
    gst,
    net,
    equal,
    schedule,
    interest,
    repayment: principal + interest,
    // Decision 7: from the number and amount of the equal instalment.
    aprBps: aprBps({
      net,
      instalment: equal,
      count: instalments,
      periodsPerYear: [365, periodDays],
    }),
    penalCap: penalCapOf(terms),
  }
}

/** The cap on the penal charges of one instalment: a share of the loan amount (decision 7). */
export function penalCapOf({ principal, penalCapBps }: Terms): number {
  return roundedHalfUp(BigInt(principal) * BigInt(penalCapBps), WHOLE_BPS)
}

/** The parts of an extension's service fee on a principal: all of it, and the GST within it. */
export function serviceFeeOf(
  outstanding: number,
  { extensionFeeBps }: Terms,
): { service: number; gst: number } {
  // Decision 15: a share of the outstanding principal, its GST included.
  const service = roundedHalfUp(BigInt(outstanding) * BigInt(extensionFeeBps), WHOLE_BPS)
  return { service, gst: gstWithin(service) }
}

/** The GST within an amount that includes it. */
export function gstWithin(amount: number): number {
  return roundedHalfUp(BigInt(amount) * GST_PERCENT, 100n + GST_PERCENT)
}

/** Equal instalments; the last one takes the rounding (product §5, Interest). */
function scheduleOf(terms: Terms): AgreedInstalment[] {
  const { principal, ratePpmYear, periodDays, instalments } = terms
  const equal = equalInstalment(terms)
  const schedule: AgreedInstalment[] = []
  let opening = principal
  for (let number = 1; number <= instalments; number += 1) {
    let exact = 0n
    for (let day = 1; day <= periodDays; day += 1) exact += chargeOfOneDay(opening, ratePpmYear)
    const interest = roundedHalfUp(exact, CHARGE_UNIT)
    const repaid = number === instalments ? opening : equal - interest
    schedule.push({
      number,
      dueAfterDays: number * periodDays,
      opening,
      principal: repaid,
      interest,
      amount: repaid + interest,
    })
    opening -= repaid
  }
  return schedule
}

/**
 * The instalment whose equal payments repay the principal: P·r·(1+r)ⁿ ÷ ((1+r)ⁿ − 1) at the rate r
 * of one period, exact until its one rounding.
 */
function equalInstalment({ principal, ratePpmYear, periodDays, instalments }: Terms): number {
  const rate = BigInt(ratePpmYear) * BigInt(periodDays)
  if (rate === 0n) return roundedHalfUp(BigInt(principal), BigInt(instalments))
  let grown = 1n
  let whole = 1n
  for (let number = 1; number <= instalments; number += 1) {
    grown *= CHARGE_UNIT + rate
    whole *= CHARGE_UNIT
  }
  return roundedHalfUp(BigInt(principal) * rate * grown, CHARGE_UNIT * (grown - whole))
}

type Repayments = {
  readonly net: number
  readonly instalment: number
  readonly count: number
  /** As a fraction: 365 ÷ 7 for a week, 12 ÷ 1 for a month. */
  readonly periodsPerYear: readonly [numerator: number, denominator: number]
}

const HIGHEST_APR_BPS = 100_000_000

/**
 * The annual percentage rate in hundredths of a percent: the rate of one period at which the equal
 * instalments are worth the net amount, times the periods of a year (product §11, APR).
 */
export function aprBps(repayments: Repayments): number {
  let low = 0
  let high = HIGHEST_APR_BPS
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // Half up: the APR is the first hundredth whose upper half-way rate is too high.
    if (isWorthLess(repayments, 2 * middle + 1)) high = middle
    else low = middle + 1
  }
  return low
}

/** True if the instalments are worth less than the net amount at a rate in half basis points. */
function isWorthLess(
  { net, instalment, count, periodsPerYear: [periods, years] }: Repayments,
  halfBps: number,
): boolean {
  // The rate of one period is rate ÷ base.
  const base = 20_000n * BigInt(periods)
  const grown = base + BigInt(halfBps) * BigInt(years)
  // Σ (base ÷ grown)^k, as worth ÷ grown^count.
  let worth = 0n
  let basePower = 1n
  let grownPower = 1n
  for (let number = 1; number <= count; number += 1) {
    basePower *= base
    grownPower *= grown
    worth = worth * grown + basePower
  }
  return worth * BigInt(instalment) < BigInt(net) * grownPower
}

type Flow = { readonly afterDays: number; readonly amount: number }

/**
 * The APR of payments on any days: the rate of one period at which they are worth the net amount,
 * times the periods of a year; parts of a period count proportionally (decision 25). A payment on
 * the day of arrival counts as made a day later, as interest does (product §5, Interest).
 */
export function aprBpsOfFlows(net: number, flows: readonly Flow[], periodDays: number): number {
  const worthAt = (bps: number) => {
    // The growth of one day, whose power over a period is one plus the rate of the period.
    const daily = Math.log1p(((bps / WHOLE) * periodDays) / 365) / periodDays
    return flows.reduce(
      (worth, { afterDays, amount }) => worth + amount * Math.exp(-daily * Math.max(1, afterDays)),
      0,
    )
  }
  let low = 0
  let high = HIGHEST_APR_BPS
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // Half up, as above.
    if (worthAt(middle + 0.5) < net) high = middle
    else low = middle + 1
  }
  return low
}
