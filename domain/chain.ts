/*
 * A hash chain: every entry is sealed together with the seal of the one before it, so that none can be changed, taken
 * out or put in later without every seal after it changing too (product §10). A chain that was cut short at its end is whole in
 * itself: that is seen by comparing its head with one that is kept elsewhere.
 */

/** A collision-resistant hash as lower-case hex; handed in, since the domain knows no cryptography. */
export type Hash = (text: string) => string

/** What is sealed: arrays, so that there is one way to write it down. */
export type ChainEntry = readonly (string | number | null | ChainEntry)[]

export type ChainLink = {
  readonly previous: string
  readonly entry: ChainEntry
  readonly seal: string
}

/** What comes before the first entry. */
export const CHAIN_START = '0'.repeat(64)

/** The seal of an entry that follows `previous`. */
export function sealOf(hash: Hash, previous: string, entry: ChainEntry): string {
  return hash(`${previous}\n${JSON.stringify(entry)}`)
}

/** The place of the first link that does not follow from the one before it, or whose seal is not its own; none where all is well. */
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
