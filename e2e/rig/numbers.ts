import { randomInt } from 'node:crypto'
import { dice } from './dice.ts'

let next: (() => number) | undefined

/**
 * From now on numbers are drawn in the same order in every run, without a seed by chance again. Only
 * for a database of its own.
 */
export function drawSameNumbers(seed: number | undefined): void {
  next = seed === undefined ? undefined : dice(seed)
}

/** Returns a random whole number from `least` on and below `limit`. */
export function numberFrom(least: number, limit: number): number {
  return next ? least + Math.floor(next() * (limit - least)) : randomInt(least, limit)
}
