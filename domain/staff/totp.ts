/** Codes that an app shows (TOTP, RFC 6238), as a second factor beside a provider without one. */

/** An app shows a new code every half minute. */
export const TOTP_PERIOD_SECONDS = 30
/** So many wrong codes close the door for the rest of the window (RFC 4226 §7.3). */
export const TOTP_WRONG_MAX = 5
export const TOTP_WRONG_MINUTES = 60

export type WrongCodes = { readonly count: number; readonly since: Date }

const windowEnd = ({ since }: WrongCodes) => since.getTime() + TOTP_WRONG_MINUTES * 60_000

/** The seconds to wait after too many wrong codes; 0 if one may try. */
export function secondsUntilNextCode(wrong: WrongCodes, now: Date): number {
  if (wrong.count < TOTP_WRONG_MAX) return 0
  return Math.max(0, Math.ceil((windowEnd(wrong) - now.getTime()) / 1_000))
}

/** The wrong codes after one more. A window begins with its first. */
export function afterWrongCode(wrong: WrongCodes, now: Date): WrongCodes {
  const isOver = wrong.count === 0 || now.getTime() >= windowEnd(wrong)
  return isOver ? { count: 1, since: now } : { ...wrong, count: wrong.count + 1 }
}

/**
 * The half minute of a code that was found `delta` steps from now; undefined if it, or a later one,
 * was used before: each code counts once (RFC 6238 §5.2).
 */
export function unusedStep(delta: number, lastStep: number, now: Date): number | undefined {
  const step = Math.floor(now.getTime() / (TOTP_PERIOD_SECONDS * 1_000)) + delta
  return step > lastStep ? step : undefined
}
