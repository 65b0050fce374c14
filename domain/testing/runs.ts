/**
 * The number of random cases that a property tries. The quick tests try a tenth of them, `npm run test:all`
 * all; `PROPERTY_RUNS=all` or a number, such as 10000, says otherwise. A failure prints its seed, which
 * `PROPERTY_SEED` gives again with the same `PROPERTY_RUNS`.
 */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }
const { PROPERTY_RUNS = 'tenth', PROPERTY_SEED } = process?.env ?? {}

const QUICK_SHARE = 10

/** The number of `all` cases that this run tries. */
export function runs(all: number): number {
  if (PROPERTY_RUNS === 'all') return all
  if (PROPERTY_RUNS === 'tenth') return Math.ceil(all / QUICK_SHARE)
  return Number(PROPERTY_RUNS)
}

/** True if at least all cases are tried: a tenth need not contain every kind of case. */
export const triesAll = runs(QUICK_SHARE) >= QUICK_SHARE

/** The seed of all properties, if this run has one. */
export const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED)
