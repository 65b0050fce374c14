import { dayInIndia, dayNumber, hourInIndia } from './calendar.ts'
import type { AgreedInstalment, Position } from './facts.ts'
import { totalOf } from './loan.ts'

/** Hours of a day in India, from the first up to the second (decision 47). */
const NOTICE_HOURS = [8, 16] as const
const DEBIT_HOURS = [13, 17] as const
const NOTICE_MS = 24 * 3_600_000
/** RBI asks for the UPI PIN for each debit above this (decision 47). */
const DEBIT_MAX = 15_000_00

/** The amount of a debit in paise, and its due day. */
export type Debit = { readonly dueDay: string; readonly amount: number }

/**
 * The most that one debit of a loan may take: its largest instalment, and no charge beyond. Undefined
 * if that is so much that the loan has no AutoPay (decision 47).
 */
export function capOf(schedule: readonly Pick<AgreedInstalment, 'amount'>[]): number | undefined {
  const largest = Math.max(...schedule.map(({ amount }) => amount))
  return largest <= DEBIT_MAX ? largest : undefined
}

/**
 * The debit that may be announced at an instant: of what falls due on the next day, while no
 * hardship plan is awaited (decision 47).
 */
export function debitToAnnounce(
  { state, fallsDue, plan }: Pick<Position, 'state' | 'fallsDue' | 'plan'>,
  cap: number | undefined,
  at: string,
): Debit | undefined {
  if (state !== 'loaned' || plan?.state === 'awaiting' || !fallsDue || !isWithin(NOTICE_HOURS, at))
    return undefined
  const amount = totalOf(fallsDue.parts)
  const isTomorrow = dayNumber(fallsDue.day) === dayInIndia(at) + 1
  return isTomorrow && cap !== undefined && amount <= cap
    ? { dueDay: fallsDue.day, amount }
    : undefined
}

/**
 * True if a debit that was announced at an instant may be made now: on its due day, in the quiet
 * hours of the UPI network, and a whole day after its notice on the day before (decision 47).
 */
export function isTimeOfDebit(
  { dueDay }: Pick<Debit, 'dueDay'>,
  noticedAt: string,
  at: string,
): boolean {
  return (
    dayInIndia(at) === dayNumber(dueDay) &&
    dayInIndia(noticedAt) === dayNumber(dueDay) - 1 &&
    isWithin(DEBIT_HOURS, at) &&
    Date.parse(at) - Date.parse(noticedAt) >= NOTICE_MS
  )
}

function isWithin([from, before]: readonly [number, number], at: string): boolean {
  const hour = hourInIndia(at)
  return hour >= from && hour < before
}
