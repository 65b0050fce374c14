/**
 * The number of random cases that a property tries; `PROPERTY_RUNS=10000` tries more. A failure prints
 * its seed, which `PROPERTY_SEED` gives again with the same `PROPERTY_RUNS`.
 */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }
const { PROPERTY_RUNS, PROPERTY_SEED } = process?.env ?? {}

/** The number of cases that this run tries: the `usual` one, or more. */
export function runs(usual: number): number {
  return Math.max(usual, Number(PROPERTY_RUNS ?? 0))
}

/** The seed of all properties, if this run has one. */
export const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED)
