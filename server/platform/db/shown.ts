import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/** The largest age of the shared value. */
const SHOWN_FOR_MS = 1_000

type Shown<T> = { readonly readAtMs: number; readonly today: Day; readonly value: Promise<T> }

/**
 * Returns a read of a day's value that all callers share: read from a database once a second at
 * most, and again after `forget`.
 */
export function cachedForOneSecond<T>(read: (db: Queryable, today: Day) => Promise<T>) {
  const shown = new WeakMap<Queryable, Shown<T>>()
  const forget = (db: Queryable) => void shown.delete(db)
  function get(db: Queryable, today: Day): Promise<T> {
    const latest = shown.get(db)
    const isFresh = latest && performance.now() - latest.readAtMs < SHOWN_FOR_MS
    if (isFresh && latest.today === today) return latest.value
    const value = read(db, today)
    shown.set(db, { readAtMs: performance.now(), today, value })
    // After a failure the next caller reads again.
    value.catch(() => forget(db))
    return value
  }
  return Object.assign(get, { forget })
}
