import { addDays, type Day, laterDay } from '#domain/day.ts'
import { OWN_LIMIT_EASES_AFTER_DAYS } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'

/*
 * The limits that borrowers set for their own new loans (decision 44). A stricter limit holds at
 * once, an easier one a week after the request. They touch no order that exists.
 */

/** The first day without the pause; an open pause lasts until the borrower ends it. */
export type PauseEnd = Day | 'open'

/** A limit as of a day; null is no limit. */
export type OwnLimit<Value> = {
  readonly value: Value | null
  /** The easing that was asked for, and the day from which it holds. */
  readonly later: { readonly value: Value | null; readonly from: Day } | null
}

export type OwnLimits = {
  /** The largest amount of one new loan. */
  readonly ceiling: OwnLimit<Paise>
  readonly pause: OwnLimit<PauseEnd>
}

/** The limits that a new loan has to keep on one day. */
export type OwnLimitsInForce = {
  readonly ceiling: Paise | null
  /** When the pause ends unless the borrower asks for something else; null without a pause. */
  readonly pausedUntil: PauseEnd | null
}

const NO_LIMIT = { value: null, later: null } as const
export const NO_OWN_LIMITS: OwnLimits = { ceiling: NO_LIMIT, pause: NO_LIMIT }

/** The limits on a day: an easing whose day has come is in force, and a pause that is over is gone. */
export function ownLimitsOn({ ceiling, pause }: OwnLimits, today: Day): OwnLimits {
  const { value, later } = easedOn(pause, today)
  const isOver = value !== null && value !== 'open' && value <= today
  return { ceiling: easedOn(ceiling, today), pause: isOver ? NO_LIMIT : { value, later } }
}

/** The limits that a new loan has to keep on a day. */
export function ownLimitsInForce(limits: OwnLimits, today: Day): OwnLimitsInForce {
  const { ceiling, pause } = ownLimitsOn(limits, today)
  return { ceiling: ceiling.value, pausedUntil: pauseEndOf(pause) }
}

/** The limits after the borrower has asked today for another ceiling; null asks for none. */
export function withCeiling(limits: OwnLimits, ceiling: Paise | null, today: Day): OwnLimits {
  const current = ownLimitsOn(limits, today)
  return { ...current, ceiling: changed(current.ceiling, ceiling, today, isHigher) }
}

/**
 * The limits after the borrower has asked today for a pause until another day; null asks for none.
 * Refuses a pause that would be over already.
 */
export function withPause(limits: OwnLimits, until: PauseEnd | null, today: Day): OwnLimits {
  if (until !== null && until !== 'open' && until <= today)
    throw new RangeError(`a pause cannot be asked for on ${today} until ${until}`)
  const current = ownLimitsOn(limits, today)
  return { ...current, pause: changed(current.pause, until, today, isShorter) }
}

/** The reason why the borrower's own limits rule out a new loan of an amount, if any. */
export function whyBeyondOwnLimits(
  { ceiling, pausedUntil }: OwnLimitsInForce,
  amount: Paise,
): 'own-pause' | 'own-ceiling' | undefined {
  if (pausedUntil !== null) return 'own-pause'
  return ceiling !== null && amount > ceiling ? 'own-ceiling' : undefined
}

/** The amounts that the borrower's ceiling leaves. */
export function withinCeiling(
  amounts: readonly Paise[],
  { ceiling }: Pick<OwnLimitsInForce, 'ceiling'>,
): readonly Paise[] {
  return ceiling === null ? amounts : amounts.filter(amount => amount <= ceiling)
}

/** An easing ends a pause on its own day at the earliest, and never after the pause itself. */
function pauseEndOf({ value, later }: OwnLimit<PauseEnd>): PauseEnd | null {
  if (value === null || later === null || later.value === 'open') return value
  const easedEnd = laterDay(later.value ?? later.from, later.from)
  return value === 'open' || easedEnd < value ? easedEnd : value
}

function easedOn<Value>(limit: OwnLimit<Value>, today: Day): OwnLimit<Value> {
  const { later } = limit
  return later !== null && later.from <= today ? { value: later.value, later: null } : limit
}

type IsEasier<Value> = (to: Value | null, from: Value | null) => boolean

/** True if a ceiling allows more than another: it has to wait. Nothing is easier than none. */
const isHigher: IsEasier<Paise> = (to, from) => from !== null && (to === null || to > from)
/** True if a pause is over before another: it has to wait. */
const isShorter: IsEasier<PauseEnd> = (to, from) =>
  from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from))

/**
 * A limit after a request. An easier one waits; any other holds at once and drops the easing that
 * waits. Asking for no more than the easing that waits does not put it off.
 */
function changed<Value>(
  { value, later }: OwnLimit<Value>,
  to: Value | null,
  today: Day,
  isEasier: IsEasier<Value>,
): OwnLimit<Value> {
  if (!isEasier(to, value)) return { value: to, later: null }
  const isNoMore = later !== null && !isEasier(to, later.value)
  const from = isNoMore ? later.from : addDays(today, OWN_LIMIT_EASES_AFTER_DAYS)
  return { value, later: { value: to, from } }
}
