import { dayNumber, dayText } from './calendar.ts'

/** A borrower's request for other limits on a day in India (decision 44). Amounts are paise. */
export type LimitRequest =
  | { readonly on: string; readonly ceiling: number | null }
  | { readonly on: string; readonly pause: PauseEnd | null }

/** The first day without the pause. */
export type PauseEnd = string

/** A limit, and the easier one that waits with the day from which it holds; null is none. */
export type OwnLimit<Value> = {
  readonly value: Value | null
  readonly later: { readonly value: Value | null; readonly from: string } | null
}

export type OwnLimits = {
  readonly ceiling: OwnLimit<number>
  readonly pause: OwnLimit<PauseEnd>
  /** The day on which the pause will end by the requests so far. */
  readonly pausedUntil: PauseEnd | null
}

/** A pause that lasts until the borrower ends it. */
const OPEN = 'open'
const EASES_AFTER_DAYS = 7

/** A request as a number: the greater, the stricter. */
type Strictness = { readonly on: number; readonly strict: number }
const NONE = Number.NEGATIVE_INFINITY

type Limit = {
  readonly holds: number
  readonly waits: { readonly strict: number; readonly from: number } | undefined
}

/**
 * The borrower's own limits on a day, from all requests up to it, the oldest first (decision 44):
 * stricter at once, easier from the seventh day on. A request for the limit that holds, or a
 * stricter one, drops the waiting one; one below the waiting one keeps its day, one above it starts
 * again.
 */
export function ownLimitsOn(requests: readonly LimitRequest[], day: string): OwnLimits {
  const today = dayNumber(day)
  const ceiling = limitOn(ceilingsIn(requests), today, () => false)
  const pause = limitOn(pausesIn(requests), today, (end, on) => end <= on)
  return {
    ceiling: named(ceiling, amountOf),
    pause: named(pause, endOf),
    pausedUntil: endOf(endOfPause(pause)),
  }
}

/** The limit that rules out a new loan; undefined if none does. A pause rules out every amount. */
export function ownRefusal(
  { ceiling, pause }: OwnLimits,
  amount: number,
): 'own-pause' | 'own-ceiling' | undefined {
  if (pause.value !== null) return 'own-pause'
  return ceiling.value !== null && amount > ceiling.value ? 'own-ceiling' : undefined
}

/** Only the last request counts, with the limits in force and waiting when it was made. */
function limitOn(
  requests: readonly Strictness[],
  day: number,
  isOver: (strict: number, on: number) => boolean,
): Limit {
  const last = requests.at(-1)
  if (!last) return { holds: NONE, waits: undefined }
  const before = limitOn(requests.slice(0, -1), last.on, isOver)
  const from = last.strict < before.holds ? firstDayOf(last, before) : last.on
  if (from > day)
    return isOver(before.holds, day)
      ? { holds: NONE, waits: undefined }
      : { holds: before.holds, waits: { strict: last.strict, from } }
  return { holds: isOver(last.strict, day) ? NONE : last.strict, waits: undefined }
}

function firstDayOf({ on, strict }: Strictness, { waits }: Limit): number {
  return waits && waits.strict <= strict ? waits.from : on + EASES_AFTER_DAYS
}

/** An earlier end of a pause holds from its day on, and never makes the pause longer. */
function endOfPause({ holds, waits }: Limit): number {
  return waits ? Math.min(holds, Math.max(waits.strict, waits.from)) : holds
}

function ceilingsIn(requests: readonly LimitRequest[]): Strictness[] {
  return requests.flatMap(one =>
    'ceiling' in one
      ? [{ on: dayNumber(one.on), strict: one.ceiling === null ? NONE : -one.ceiling }]
      : [],
  )
}

function pausesIn(requests: readonly LimitRequest[]): Strictness[] {
  return requests.flatMap(one =>
    'pause' in one ? [{ on: dayNumber(one.on), strict: lengthOf(one.pause) }] : [],
  )
}

function lengthOf(pause: PauseEnd | null): number {
  if (pause === null) return NONE
  return pause === OPEN ? Number.POSITIVE_INFINITY : dayNumber(pause)
}

function named<Value>(
  { holds, waits }: Limit,
  read: (strict: number) => Value | null,
): OwnLimit<Value> {
  const later = waits ? { value: read(waits.strict), from: dayText(waits.from) } : null
  return { value: read(holds), later }
}

const amountOf = (strict: number) => (strict === NONE ? null : -strict)

function endOf(strict: number): PauseEnd | null {
  if (strict === NONE) return null
  return strict === Number.POSITIVE_INFINITY ? OPEN : dayText(strict)
}
