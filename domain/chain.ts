/*
 * A hash chain: every entry is sealed together with the seal of the one before it, so that no entry
 * can be changed, removed or inserted later without changing every seal after it (product §10).
 * Cutting entries off the end leaves a valid chain; detect that by comparing the head with a copy
 * stored elsewhere.
 */

/**
 * A collision-resistant hash as lower-case hex. It is passed in because the domain contains no
 * cryptography.
 */
export type Hash = (text: string) => string

/** The content that is sealed. Arrays have only one serialization. */
export type ChainEntry = readonly (string | number | null | ChainEntry)[]

export type ChainLink = {
  readonly previous: string
  readonly entry: ChainEntry
  readonly seal: string
}

/** The seal before the first entry. */
export const CHAIN_START = '0'.repeat(64)

/** The seal of an entry that follows `previous`. */
export function sealOf(hash: Hash, previous: string, entry: ChainEntry): string {
  return hash(`${previous}\n${JSON.stringify(entry)}`)
}

/**
 * The index of the first link that does not follow from the previous one or whose seal is wrong;
 * undefined if the chain is intact.
 */
export function firstBreak(
  hash: Hash,
  links: readonly ChainLink[],
  start: string = CHAIN_START,
): number | undefined {
  const broken = links.findIndex(
    ({ previous, entry, seal }, index) =>
      previous !== (links[index - 1]?.seal ?? start) || seal !== sealOf(hash, previous, entry),
  )
  return broken === -1 ? undefined : broken
}
