/** How long an asker waits between codes for a number: those who ask too much wait longer, and nobody waits until tomorrow. */
import { LOGIN_CODES_PER_DAY, OTP_RESEND_SECONDS } from '#domain/limits.ts'

const FIRST_PAUSE_SECONDS = 600
const LONGEST_PAUSE_SECONDS = 3_600
/** Codes that strangers may have sent to a number in a day before they wait for each other. */
const STRANGERS_CODES_PER_DAY = 10
const STRANGERS_PAUSE_SECONDS = 300

/** The wait after the nth code of a day that one asker, a /24 or a known device, had sent to a number. */
export function secondsAfterCode(nth: number): number {
  if (nth < LOGIN_CODES_PER_DAY) return OTP_RESEND_SECONDS
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (nth - LOGIN_CODES_PER_DAY))
}

/** The wait after the nth code of a day that all strangers together had sent to a number. */
export function secondsAfterStrangersCode(nth: number): number {
  return nth < STRANGERS_CODES_PER_DAY ? 0 : STRANGERS_PAUSE_SECONDS
}
