/**
 * The wait between codes for a number, for one network or device. It grows with every extra code,
 * but never lasts until tomorrow.
 */
import { LOGIN_CODES_PER_DAY, OTP_RESEND_SECONDS } from '#domain/limits.ts'

const FIRST_PAUSE_SECONDS = 600
const PAUSE_MAX_SECONDS = 3_600
/**
 * Codes that strangers may request for one number in a day before each has to wait for the others.
 */
const STRANGERS_CODES_PER_DAY = 10
const STRANGERS_PAUSE_SECONDS = 300
/**
 * A stranger that requested no code of the number today does not wait for those others, but two
 * minutes for other newcomers, so that its owner has time to type a code. The wait of the others
 * starts again. An attacker needs more networks than this to keep out an owner's new device.
 */
export const NEWCOMERS_PER_DAY = 50
export const NEWCOMERS_PAUSE_SECONDS = 120

/** Seconds to wait after the nth code of a day requested by one asker: a /24 or a known device. */
export function secondsAfterCode(nth: number): number {
  if (nth < LOGIN_CODES_PER_DAY) return OTP_RESEND_SECONDS
  return Math.min(PAUSE_MAX_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (nth - LOGIN_CODES_PER_DAY))
}

/** Seconds to wait after the nth code of a day requested for a number by all strangers together. */
export function secondsAfterStrangersCode(nth: number): number {
  return nth < STRANGERS_CODES_PER_DAY ? 0 : STRANGERS_PAUSE_SECONDS
}

/** Codes that a network without any right code still gets in a day once half of all codes are used up. */
const KEPT_FOR_NEW_NETWORK = 3
/** Further codes for each right code that came from it: its people mistype some and request another. */
const KEPT_FOR_RIGHT = 2

/** The codes that are kept for a network in a day, by the right codes that came from it. */
export function codesKeptForNetwork(rights: number): number {
  return KEPT_FOR_NEW_NETWORK + KEPT_FOR_RIGHT * rights
}
