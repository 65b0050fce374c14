import type { Day } from '#domain/day.ts'

/*
 * Values that hold from an India day on, changed by approved proposals (decision 91). A version holds
 * all values; the newest version whose day has come is in force. A proposal names the values that it
 * changes. Those that it does not name stay as the versions before and after its day have them.
 */

/** The values of a version by name, each as the text that people read. */
export type Texts = Readonly<Record<string, string>>

/** A version as it is stored. */
export type DatedVersion = {
  readonly fromDay: Day
  readonly texts: Texts
  /** The values that its proposal changed; null where the version says nothing about it. */
  readonly names: readonly string[] | null
}

/** The names of the values that differ, in the order of the first texts and then of the second. */
export function namesThatDiffer(before: Texts, after: Texts): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => before[name] !== after[name],
  )
}

/**
 * The versions that are or will be in force, the earliest first. A version ends where a newer one
 * begins, so a newer one with an earlier day leaves nothing of it.
 *
 * @param newestFirst all versions of one thing
 */
export function chainOf<V extends { readonly fromDay: Day }>(newestFirst: readonly V[]): V[] {
  const chain: V[] = []
  for (const version of newestFirst) {
    const [earliest] = chain
    if (!earliest || version.fromDay < earliest.fromDay) chain.unshift(version)
  }
  return chain
}

/** The version of a chain that is in force on a day; undefined before the first. */
export function inForceOn<V extends { readonly fromDay: Day }>(
  chain: readonly V[],
  day: Day,
): V | undefined {
  return chain.findLast(({ fromDay }) => fromDay <= day)
}

/** A version that an approved change adds. */
export type NextVersion<V> = {
  readonly fromDay: Day
  /** The version whose values it takes, but for those of `changed`; undefined for a first version. */
  readonly from: V | undefined
  /** The values that it takes from the change. */
  readonly changed: readonly string[]
  /** The values that it names itself. */
  readonly names: readonly string[]
}

/**
 * The versions that a change adds, in their order: one of its day, and one in place of each later
 * version of the chain. A later version keeps each value that it or a version between names, and
 * takes the others from the change. The first of them is the version of the change itself.
 *
 * @param base the values before the first version
 */
export function versionsAfter<V extends DatedVersion>(
  chain: readonly V[],
  base: Texts,
  { fromDay, names }: { readonly fromDay: Day; readonly names: readonly string[] },
): [NextVersion<V>, ...NextVersion<V>[]] {
  const from = inForceOn(chain, fromDay)
  const ofSameDay = from?.fromDay === fromDay ? namesOf(chain, from, base) : []
  const first = { fromDay, from, changed: names, names: [...new Set([...ofSameDay, ...names])] }
  let free = names
  const later = chain
    .filter(version => version.fromDay > fromDay)
    .map(version => {
      const names = namesOf(chain, version, base)
      free = free.filter(name => !names.includes(name))
      return { fromDay: version.fromDay, from: version, changed: free, names }
    })
  return [first, ...later]
}

/** The first version after a day that names a value: until then the value of a change holds. */
export function nextNaming<V extends DatedVersion>(
  chain: readonly V[],
  base: Texts,
  { day, name }: { readonly day: Day; readonly name: string },
): V | undefined {
  return chain.find(
    version => version.fromDay > day && namesOf(chain, version, base).includes(name),
  )
}

/** The values that a version of the chain names; of one that says nothing, those that it changed. */
function namesOf<V extends DatedVersion>(
  chain: readonly V[],
  version: V,
  base: Texts,
): readonly string[] {
  if (version.names) return version.names
  const before = chain[chain.indexOf(version) - 1]
  return namesThatDiffer(before?.texts ?? base, version.texts)
}
