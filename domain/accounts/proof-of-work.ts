/**
 * Decides when a sign-in on an unknown device needs a proof of work, and defines that work
 * (decision 54). It costs a basic phone one to three seconds, and an attacker with thousands of
 * codes or guesses as many hours.
 */

import { codeLengths } from '#domain/accounts/code-guessing.ts'
import { WORK_BITS_MAX } from '#domain/limits.ts'

const MINUTE_MS = 60_000

/** Codes are counted in slots of two minutes; the last thirty of them decide. */
export const TALLY_SLOT_MS = 2 * MINUTE_MS
export const TALLY_SLOTS = 30

/**
 * The codes of unknown devices in the last hour: sent, compared and right, compared and wrong.
 * Codes of the present slot do not count as sent yet: their owners are still typing them.
 */
export type CodeFigures = { readonly sent: number; readonly used: number; readonly wrong: number }

const SENT_MIN = 100
const USED_SHARE_MIN = 0.4
const COMPARED_MIN = 50
const WRONG_SHARE_MAX = 0.2

/**
 * True if codes are guessed (of 50 or more compared ones the wrong ones are above 20 % of the right
 * ones; of honest ones 1 % is mistyped) or messages are pumped (of 100 codes or more fewer than 40
 * % are used). `scale` loosens it like every other limit.
 */
export function codesAlarm(
  { sent, used, wrong }: CodeFigures,
  scale: number,
): 'guessed' | 'pumped' | undefined {
  if (used + wrong >= COMPARED_MIN * scale && wrong > used * WRONG_SHARE_MAX) return 'guessed'
  return sent >= SENT_MIN * scale && used < sent * USED_SHARE_MIN ? 'pumped' : undefined
}

/** A sign-in on an unknown device needs a proof of work while codes are guessed or pumped. */
export function asksForWork(figures: CodeFigures, scale: number): boolean {
  return codesAlarm(figures, scale) !== undefined
}

/**
 * The zero bits of the work for a code that is sent while the price of a guess is higher: each of the
 * two longer lengths doubles it.
 */
export function workBits(bits: number, digits: number, minDigits: number): number {
  const steps = codeLengths(minDigits).filter(each => each > minDigits && each <= digits).length
  return Math.min(WORK_BITS_MAX, bits + steps)
}

/** The slot of an instant: slots since 1970. */
export function tallySlotAt(nowMs: number): number {
  return Math.floor(nowMs / TALLY_SLOT_MS)
}

/** Several small searches in place of a large one, so that no search is long by bad luck. */
export const WORK_PARTS = 8
/** Of PBKDF2 with SHA-256, which browsers compute as fast as anybody's program on that phone. */
export const WORK_ITERATIONS = 2_500
/** A challenge expires after this time. */
export const WORK_SECONDS = 300

/** Hashes a salt together with the challenge's id, by PBKDF2. */
export type HashOfWork = (salt: string) => Promise<Uint8Array>

/** True if this number solves a part of the work. */
export async function solvesPart(
  { part, number, bits }: { part: number; number: number; bits: number },
  hash: HashOfWork,
): Promise<boolean> {
  return beginsWithZeros(await hash(`${part}:${number}`), bits)
}

/** Searches the numbers that solve each part; stops with an error when `isGivenUp`. */
export async function solveWork(
  bits: number,
  hash: HashOfWork,
  isGivenUp: () => boolean = () => false,
): Promise<number[]> {
  const numbers: number[] = []
  for (let part = 0; part < WORK_PARTS; part += 1) {
    let number = 0
    while (!(await solvesPart({ part, number, bits }, hash))) {
      if (isGivenUp()) throw new Error('the proof of work was given up')
      number += 1
    }
    numbers.push(number)
  }
  return numbers
}

function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  const [first = 0xff, second = 0xff] = hash
  return (first * 256 + second) >>> (16 - bits) === 0
}
