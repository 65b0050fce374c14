import { addDays, type Day } from '#domain/day.ts'
import {
  type Paise,
  type PpmPerYear,
  paise,
  RATE_DENOMINATOR,
  roundHalfUpToPaisa,
  sumPaise,
} from '#domain/money.ts'

/** One instalment as agreed: due `dueAfterDays` days after the money arrives. */
export type Instalment = {
  readonly number: number
  readonly dueAfterDays: number
  /** The outstanding principal before this instalment is paid. */
  readonly opening: Paise
  readonly principal: Paise
  readonly interest: Paise
  readonly amount: Paise
}

export type ScheduleTerms = {
  readonly principal: Paise
  readonly rate: PpmPerYear
  readonly periodDays: number
  readonly instalments: number
}

/**
 * The repayment schedule: equal instalments, every `periodDays` days, with simple daily interest on
 * outstanding principal; the last instalment takes the rounding (product §5).
 */
export function scheduleOf({
  principal,
  rate,
  periodDays,
  instalments,
}: ScheduleTerms): readonly Instalment[] {
  const equal = equalInstalmentRoundedHalfUp({ principal, rate, periodDays, instalments })
  const rows: Instalment[] = []
  let opening = principal
  for (let number = 1; number <= instalments; number += 1) {
    const interest = interestRoundedHalfUp(opening, rate, periodDays)
    const principalPart = number === instalments ? opening : paise(equal - interest)
    rows.push({
      number,
      dueAfterDays: number * periodDays,
      opening,
      principal: principalPart,
      interest,
      amount: paise(principalPart + interest),
    })
    opening = paise(opening - principalPart)
  }
  return rows
}

/** Simple interest on a principal for a number of days. */
export function interestRoundedHalfUp(principal: Paise, rate: PpmPerYear, days: number): Paise {
  return roundHalfUpToPaisa(BigInt(principal) * BigInt(rate) * BigInt(days), RATE_DENOMINATOR)
}

/** P·r·(1+r)ⁿ ÷ ((1+r)ⁿ − 1), in integers so that no digit is lost before the single rounding. */
export function equalInstalmentRoundedHalfUp({
  principal,
  rate,
  periodDays,
  instalments,
}: ScheduleTerms): Paise {
  const perPeriod = BigInt(rate) * BigInt(periodDays)
  if (perPeriod === 0n) return roundHalfUpToPaisa(BigInt(principal), BigInt(instalments))
  const grown = (RATE_DENOMINATOR + perPeriod) ** BigInt(instalments)
  const flat = RATE_DENOMINATOR ** BigInt(instalments)
  return roundHalfUpToPaisa(
    BigInt(principal) * perPeriod * grown,
    RATE_DENOMINATOR * (grown - flat),
  )
}

export function totalInterest(schedule: readonly Instalment[]): Paise {
  return sumPaise(schedule.map(({ interest }) => interest))
}

export function totalRepayment(schedule: readonly Instalment[]): Paise {
  return sumPaise(schedule.map(({ amount }) => amount))
}

/** The first repayment of a loan whose money arrives on a day. */
export function firstRepayment(
  terms: ScheduleTerms,
  start: Day,
): { readonly day: Day; readonly amount: Paise } | undefined {
  const [first] = scheduleOf(terms)
  return first && { day: dueDay(first, start), amount: first.amount }
}

export function dueDay(instalment: Instalment, start: Day): Day {
  return addDays(start, instalment.dueAfterDays)
}
