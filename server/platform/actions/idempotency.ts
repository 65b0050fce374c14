/** The same request twice gives the same answer and happens once (product §2, "Retries"). */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import { serialized } from '#server/platform/http/serialized.ts'

const insertKeys = statement(
  'idempotency-take-keys',
  `INSERT INTO idempotency_key (borrower_id, key, call, body_hash, created_at)
   SELECT * FROM unnest((SELECT $1::uuid[]), $2::text[], $3::text[], $4::bytea[], $5::timestamptz[]) AS a (borrower_id, key) ORDER BY 1, 2
   ON CONFLICT (borrower_id, key) DO NOTHING RETURNING borrower_id AS "borrowerId", key`,
)
const deleteKeys = statement(
  'idempotency-give-back-keys',
  `DELETE FROM idempotency_key k USING unnest((SELECT $1::uuid[]), $2::text[]) AS a (borrower_id, key)
   WHERE k.borrower_id = a.borrower_id AND k.key = a.key AND k.borrower_id = ANY ($1::uuid[])`,
)
const storedAnswers = statement(
  'idempotency-stored-answers',
  `SELECT a.at::int AS "at!", k.call, k.body_hash, k.answer FROM unnest((SELECT $1::uuid[]), $2::text[]) WITH ORDINALITY AS a (borrower_id, key, at)
     JOIN idempotency_key k ON k.borrower_id = a.borrower_id AND k.key = a.key AND k.borrower_id = ANY ($1::uuid[])`,
)
const updateAnswers = statement(
  'idempotency-store-answers',
  `UPDATE idempotency_key k SET answer = a.answer FROM unnest((SELECT $1::uuid[]), $2::text[], $3::jsonb[]) AS a (borrower_id, key, answer)
   WHERE k.borrower_id = a.borrower_id AND k.key = a.key AND k.borrower_id = ANY ($1::uuid[])`,
)
const forgetKeys = forgetting('idempotency-forget', {
  table: 'idempotency_key',
  key: 'borrower_id, key',
  isPast: 'created_at < $1',
})

/** Clients retry within this time; afterwards the key is forgotten. */
const KEY_KEPT_DAYS = 7
const MS_PER_DAY = 86_400_000

/** Identifies one action of one borrower. */
export type Action = {
  readonly endpoint: Endpoint
  readonly borrowerId: string
  readonly key: string
  readonly bodyHash: Buffer
  readonly now: Date
}

/** The idempotency key of a request; undefined where it has no usable one. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x21-\x7e]{1,64}$/.test(header) ? header : undefined
}

/** A hash that is the same for bodies with the same fields in any order, and differs for others. */
export function bodyHashOf(input: unknown): Buffer {
  const sorted = JSON.stringify(input, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )
  return createHash('sha256').update(sorted).digest()
}

/**
 * Runs `work` for the first request with this key and answers every other one with the stored
 * answer.
 */
export async function once<T>(
  db: Database,
  action: Action,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return unlessRefused(db, async tx => {
    // A second request with this key waits here until the first has committed or rolled back.
    const isTaken = (await takeKeys(tx, [action])).has(action)
    if (!isTaken) return (await storedAnswer(tx, action)) as T
    const answer = await work(tx)
    if (!isRefusal(answer)) await storeAnswers(tx, [{ action, answer }])
    return answer
  })
}

/**
 * Takes the keys of several actions in one order, so that no two transactions wait for each other. Returns the actions whose key was
 * free. By the end of the transaction each of these needs `storeAnswers`, or `giveBackKeys` if nothing was done for it.
 */
export async function takeKeys(
  tx: Transaction,
  actions: readonly Action[],
): Promise<ReadonlySet<Action>> {
  const rows = await tx.query(insertKeys, [
    ...keysOf(actions),
    actions.map(nameOf),
    actions.map(({ bodyHash }) => bodyHash),
    actions.map(({ now }) => now),
  ])
  const free = new Set(rows.map(nameOfKey))
  return new Set(actions.filter(action => free.has(nameOfKey(action))))
}

/** Stores the answer of each action, for now and for every repetition of its request. */
export async function storeAnswers(
  tx: Transaction,
  results: readonly { readonly action: Action; readonly answer: unknown }[],
): Promise<void> {
  if (results.length === 0) return
  const answers = results.map(({ action, answer }) => serialized(action.endpoint.output, answer))
  await tx.query(updateAnswers, [...keysOf(results.map(({ action }) => action)), answers])
}

/** Frees the keys of actions that were refused or skipped: the same key can be tried again. */
export async function giveBackKeys(tx: Transaction, actions: readonly Action[]): Promise<void> {
  if (actions.length > 0) await tx.query(deleteKeys, keysOf(actions))
}

type Key = Pick<Action, 'borrowerId' | 'key'>

function keysOf(actions: readonly Key[]): [string[], string[]] {
  return [actions.map(({ borrowerId }) => borrowerId), actions.map(({ key }) => key)]
}

function nameOfKey({ borrowerId, key }: Key): string {
  return `${borrowerId} ${key}`
}

type Stored = Row<'idempotency-stored-answers'>

async function storedOfEach(
  db: Queryable,
  actions: readonly Action[],
): Promise<(Stored | undefined)[]> {
  const rows = await db.query(storedAnswers, keysOf(actions))
  const rowAt = new Map(rows.map(row => [row.at, row]))
  return actions.map((_action, index) => rowAt.get(index + 1))
}

/**
 * For each action, whether its key belongs to another call, or to the same call with another body.
 */
export async function areKeysOfOthers(
  db: Queryable,
  actions: readonly Action[],
): Promise<boolean[]> {
  const all = await storedOfEach(db, actions)
  return all.map((row, at) => row !== undefined && !isOf(row, actions[at]))
}

async function storedAnswer(tx: Transaction, action: Action): Promise<unknown> {
  const [row] = await storedOfEach(tx, [action])
  if (!row) throw new Error('a key that was taken has disappeared')
  return isOf(row, action)
    ? v.parse(action.endpoint.output, row.answer)
    : refused('idempotency-key-reused')
}

function isOf({ call, body_hash }: Stored, action: Action | undefined): boolean {
  return action !== undefined && call === nameOf(action) && body_hash.equals(action.bodyHash)
}

function nameOf({ endpoint }: Action): string {
  return `${endpoint.method} ${endpoint.path}`
}

/**
 * Commits the changes of `work` unless it refuses, in which case nothing changes. For changes
 * without a key.
 */
export async function unlessRefused<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async tx => {
      const answer = await work(tx)
      if (isRefusal(answer)) throw new RolledBack(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as T
    throw error
  }
}

/** Carries a refusal out of a transaction, to roll it back. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`refused: ${refusal.refused}`)
    this.refusal = refusal
  }
}

/** Removes keys that no client will send again. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await forgetAll(db, forgetKeys, [new Date(now.getTime() - KEY_KEPT_DAYS * MS_PER_DAY)])
}
