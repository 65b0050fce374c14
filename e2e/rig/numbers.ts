import { randomInt } from 'node:crypto'
import { dice } from './dice.ts'

let next: (() => number) | undefined

/**
 * Draws the same numbers in every run from now on, or random ones again without a seed. Only for a
 * database of its own.
 */
export function drawSameNumbers(seed: number | undefined): void {
  next = seed === undefined ? undefined : dice(seed)
}

/** Returns a random whole number from `least` on and below `limit`. */
export function numberFrom(least: number, limit: number): number {
  return next ? least + Math.floor(next() * (limit - least)) : randomInt(least, limit)
}
