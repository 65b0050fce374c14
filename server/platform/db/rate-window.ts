/** Counts how often something happened within a window of time, once for all servers. */
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type Allowance = {
  readonly bucket: string
  readonly most: number
  readonly windowSeconds: number
}
export type Overrun = { readonly bucket: string; readonly waitSeconds: number }

const countEach = statement(
  'rate-window-count',
  `INSERT INTO rate_window AS w (bucket, count, resets_at)
   VALUES ($1, 1, $3::timestamptz + make_interval(secs => $2::int))
   ON CONFLICT (bucket) DO UPDATE
   SET count = CASE WHEN w.resets_at <= $3 THEN 1 ELSE w.count + 1 END,
       resets_at = CASE WHEN w.resets_at <= $3 THEN excluded.resets_at ELSE w.resets_at END
   RETURNING bucket, count, resets_at AS "resetsAt"`,
)
const addToWindows = statement(
  'rate-window-add',
  `INSERT INTO rate_window AS w (bucket, count, resets_at)
   SELECT bucket, uses, $3::timestamptz FROM unnest($1::text[], $2::int[]) AS input (bucket, uses) ORDER BY bucket
   ON CONFLICT (bucket) DO UPDATE SET count = w.count + excluded.count
   RETURNING bucket, count`,
)
const takeBackOne = statement(
  'rate-window-take-back',
  `WITH last AS (DELETE FROM rate_window WHERE bucket = $1 AND count = 1)
   UPDATE rate_window SET count = count - 1 WHERE bucket = $1 AND count > 1`,
)
const restartWindow = statement(
  'rate-window-restart',
  `INSERT INTO rate_window (bucket, count, resets_at) VALUES ($1, 1, $3::timestamptz + make_interval(secs => $2::int))
   ON CONFLICT (bucket) DO UPDATE SET count = 1, resets_at = excluded.resets_at`,
)
const usesInWindows = statement(
  'rate-window-uses',
  'SELECT bucket, count FROM rate_window WHERE bucket = ANY ($1) AND resets_at > $2',
)
const forgetWindows = forgetting('rate-window-forget', {
  table: 'rate_window',
  key: 'bucket',
  isPast: 'resets_at < $1',
})

type Use = Row<'rate-window-count'>

/**
 * The number of the row, out of `rows`, in which a count over everybody is kept for this hash: one
 * row for all would make every use wait for every other.
 */
export function rowOf(hash: Buffer, rows: number): number {
  return hash.readUInt16BE() % rows
}

/** Counts one use of a bucket, and returns the number of uses in its window. */
export function countUse(
  db: Queryable,
  { bucket, windowSeconds }: Pick<Allowance, 'bucket' | 'windowSeconds'>,
  now: Date,
): Promise<Use> {
  return db.one(countEach, [bucket, windowSeconds, now])
}

/**
 * Counts one use of every allowance, and returns the first of them, in their order, that is used
 * up. Roll back to undo the count.
 */
export async function countUses(
  db: Queryable,
  allowances: readonly Allowance[],
  now: Date,
): Promise<Overrun | undefined> {
  // Sorted by name, so that no two requests wait for each other in a circle.
  const inOrder = allowances.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const rows = await Promise.all(
    inOrder.map(({ bucket, windowSeconds }) => countUse(db, { bucket, windowSeconds }, now)),
  )
  for (const { bucket, most } of allowances) {
    const row = rows.find(each => each.bucket === bucket)
    if (row && row.count > most)
      return { bucket, waitSeconds: Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000) }
  }
  return undefined
}

/**
 * Adds uses that were counted elsewhere, each bucket with a window of its own, and returns the
 * total of each bucket.
 */
export async function addUses(
  db: Queryable,
  counts: readonly { readonly bucket: string; readonly uses: number }[],
  resetsAt: Date,
): Promise<ReadonlyMap<string, number>> {
  const buckets = counts.map(each => each.bucket)
  const rows = await db.query(addToWindows, [buckets, counts.map(each => each.uses), resetsAt])
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

/** Begins a new window with one use. */
export async function restartUse(
  db: Queryable,
  { bucket, windowSeconds }: Pick<Allowance, 'bucket' | 'windowSeconds'>,
  now: Date,
): Promise<void> {
  await db.query(restartWindow, [bucket, windowSeconds, now])
}

/** Takes back one use of each bucket for an act that did not happen. A window ends with its last use. */
export async function takeBackUses(db: Queryable, buckets: readonly string[]): Promise<void> {
  for (const bucket of buckets.toSorted()) await db.query(takeBackOne, [bucket])
}

/** The uses of these buckets in their present windows; a bucket without any is missing. */
export async function usesOf(
  db: Queryable,
  buckets: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(usesInWindows, [buckets, now])
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

export async function forgetPastWindows(db: Queryable, now: Date): Promise<void> {
  await forgetAll(db, forgetWindows, [now])
}
