import { dice } from '#e2e/rig/dice.ts'

/** The source of all randomness in a run. It comes from a seed, so that a run can be repeated. */
export type Chance = {
  /** From 0 up to 1. */
  readonly next: () => number
  /** True with this probability. */
  readonly happens: (probability: number) => boolean
  /** Returns a whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  readonly one: <T>(of: readonly [T, ...T[]]) => T
}

export function chanceOf(seed: number): Chance {
  const next = dice(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    happens: probability => next() < probability,
    between,
    one: of => of[between(0, of.length - 1)] ?? of[0],
  }
}
