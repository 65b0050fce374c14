import { randomInt } from 'node:crypto'
import { dice } from './dice.ts'

let next: (() => number) | undefined

/** From now on numbers are drawn in the same order in every run. Only for a database of its own. */
export function drawSameNumbers(seed: number): void {
  next = dice(seed)
}

/** Returns a random whole number from `least` on and below `limit`. */
export function numberFrom(least: number, limit: number): number {
  return next ? least + Math.floor(next() * (limit - least)) : randomInt(least, limit)
}
