/**
 * Versions that hold from a day on (decision 91): the values that a change names on its day, and the
 * versions that its approval adds. Policy, products and texts keep their versions in this way.
 */
import { type Refusal, refused } from '#contract/envelope.ts'
import { type Day, laterDay } from '#domain/day.ts'
import {
  chainOf,
  type DatedVersion,
  inForceOn,
  namesThatDiffer,
  nextNaming,
  type Texts,
  versionsAfter,
} from '#domain/staff/dated.ts'
import type { ChangedValue, DatedPlace } from '#server/staff/proposals/details.ts'

/** A kind of thing that has versions, and its values as texts by name. */
export type DatedKind<V> = {
  /** The values before the first version. */
  readonly given: Texts
  readonly textsOf: (value: V) => Texts
  /** The value of these texts from a day on; undefined if it is unsound. */
  readonly valueOf: (texts: Texts, fromDay: Day) => V | undefined
  /** A value as people read it; without a text, the value that holds in its place. */
  readonly shown: (name: string, text: string | undefined) => string | null
}
/** A version as it is stored. */
export type StoredVersion<V> = {
  readonly version: number
  readonly fromDay: Day
  readonly names: readonly string[] | null
  readonly value: V
}

export type DatedChange = {
  /** The newest version; 0 if there is none. */
  readonly base: number
  readonly names: readonly string[]
  readonly dated: DatedPlace
  readonly values: readonly ChangedValue[]
}
export type NewVersion<V> = {
  readonly fromDay: Day
  readonly names: readonly string[]
  readonly value: V
}
type LaterConflict = Refusal<'later-version-conflicts'>

/**
 * The change that these texts make to the version in force on their day; undefined if they are the
 * same. Refuses one that leaves a later approved version unsound.
 */
export function datedChange<V>(
  kind: DatedKind<V>,
  newestFirst: readonly StoredVersion<V>[],
  { texts, fromDay }: { readonly texts: Texts; readonly fromDay: Day },
): DatedChange | LaterConflict | undefined {
  const chain = chainIn(kind, newestFirst)
  const from = inForceOn(chain, fromDay)
  const before = from?.texts ?? kind.given
  const names = namesThatDiffer(before, texts)
  if (names.length === 0) return undefined
  const added = addedVersions(kind, chain, { texts, names, fromDay })
  if ('unsoundFrom' in added)
    return refused('later-version-conflicts', { details: { day: added.unsoundFrom } })
  return {
    base: newestFirst[0]?.version ?? 0,
    names,
    dated: {
      fromDay,
      follows: from?.version ?? null,
      stays: chain
        .filter(version => version.fromDay > fromDay)
        .map(version => ({ version: version.version, fromDay: version.fromDay })),
    },
    values: names.flatMap(name => {
      const next = nextNaming(chain, kind.given, { day: fromDay, name })
      const was = kind.shown(name, before[name])
      const will = kind.shown(name, texts[name])
      if (was === will) return []
      const until = next && { day: next.fromDay, after: kind.shown(name, next.texts[name]) }
      return [{ name, before: was, after: will, until: until ?? null }]
    }),
  }
}

/** A change as it was proposed. One of an earlier version of the program names no values. */
export type ProposedChange = {
  readonly texts: Texts
  readonly names: readonly string[] | undefined
  readonly fromDay: Day
  readonly base: number
}

/**
 * The versions that an approved change adds, from its day or from today if that has come. Undefined
 * where a version was added since it was proposed, where another is in force on that day than on the
 * proposed one, or where one would be unsound: both persons read something else.
 */
export function versionsOf<V>(
  kind: DatedKind<V>,
  newestFirst: readonly StoredVersion<V>[],
  { texts, names, fromDay: proposedDay, base }: ProposedChange,
  today: Day,
): readonly NewVersion<V>[] | undefined {
  if ((newestFirst[0]?.version ?? 0) !== base) return undefined
  const chain = chainIn(kind, newestFirst)
  const fromDay = laterDay(proposedDay, today)
  const from = inForceOn(chain, fromDay)
  if (from !== inForceOn(chain, proposedDay)) return undefined
  // A change without names was compared with the newest version.
  if (names === undefined && from?.version !== newestFirst[0]?.version) return undefined
  const named = names ?? namesThatDiffer(from?.texts ?? kind.given, texts)
  const added = addedVersions(kind, chain, { texts, names: named, fromDay })
  return 'unsoundFrom' in added ? undefined : added
}

type Chained<V> = DatedVersion & { readonly version: number; readonly value: V }

function chainIn<V>(
  kind: DatedKind<V>,
  newestFirst: readonly StoredVersion<V>[],
): readonly Chained<V>[] {
  return chainOf(newestFirst).map(version => ({ ...version, texts: kind.textsOf(version.value) }))
}

function addedVersions<V>(
  kind: DatedKind<V>,
  chain: readonly Chained<V>[],
  { texts, ...change }: { texts: Texts; names: readonly string[]; fromDay: Day },
): NewVersion<V>[] | { readonly unsoundFrom: Day } {
  const added: NewVersion<V>[] = []
  for (const { from, changed, fromDay, names } of versionsAfter(chain, kind.given, change)) {
    const value =
      from && changed.length === 0
        ? from.value
        : kind.valueOf(mixed(from?.texts ?? kind.given, texts, changed), fromDay)
    if (value === undefined) return { unsoundFrom: fromDay }
    added.push({ fromDay, names, value })
  }
  return added
}

/** The first texts, with those of these names from the second. */
function mixed(before: Texts, after: Texts, names: readonly string[]): Texts {
  const unchanged = Object.entries(before).filter(([name]) => !names.includes(name))
  const changed = Object.entries(after).filter(([name]) => names.includes(name))
  return Object.fromEntries([...unchanged, ...changed])
}
