/** The same request twice gives the same answer and happens once (decisions §2, "Retries"). */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { encode } from '#contract/codec.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import type { Database, Queryable, Transaction } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

const takeKey = statement(
  'idempotency-take-key',
  `INSERT INTO idempotency_key (borrower_id, key, call, body_hash, created_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (borrower_id, key) DO NOTHING RETURNING key`,
)
const storedAnswer = statement(
  'idempotency-stored-answer',
  'SELECT call, body_hash, answer FROM idempotency_key WHERE borrower_id = $1 AND key = $2',
)
const storeAnswer = statement(
  'idempotency-store-answer',
  'UPDATE idempotency_key SET answer = $3 WHERE borrower_id = $1 AND key = $2',
)
const forgetKeys = statement('idempotency-forget', 'DELETE FROM idempotency_key WHERE created_at < $1')

/** A client that retries does so within this time; afterwards the key is forgotten. */
const KEY_KEPT_DAYS = 7
const MS_PER_DAY = 86_400_000

/** What names one action of one borrower. */
export type Action = {
  readonly endpoint: Endpoint
  readonly borrowerId: string
  readonly key: string
  readonly bodyHash: Buffer
  readonly now: Date
}

/** The key of a request, or nothing where it has none that can be used. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x21-\x7e]{1,64}$/.test(header) ? header : undefined
}

/** Tells bodies apart. The order of their fields does not matter. */
export function bodyHashOf(input: unknown): Buffer {
  const sorted = JSON.stringify(input, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )
  return createHash('sha256').update(sorted).digest()
}

/** Runs `work` for the first request with this key and answers every other one from what was stored. */
export async function once(db: Database, action: Action, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  try {
    return await db.transaction(async tx => {
      // A second request with this key waits here until the first has committed or rolled back.
      const taken = await tx.query(takeKey, [action.borrowerId, action.key, nameOf(action), action.bodyHash, action.now])
      if (taken.length === 0) return stored(tx, action)
      const answer = await work(tx)
      if (isRefusal(answer)) throw new RolledBack(answer)
      await tx.query(storeAnswer, [action.borrowerId, action.key, JSON.stringify(encode(action.endpoint.output, answer) ?? null)])
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}

type Stored = { readonly call: string; readonly body_hash: Buffer; readonly answer: unknown }

/** Whether the key of an action is already that of another call, or of the same with another body. */
export async function isKeyOfAnother(db: Queryable, action: Action): Promise<boolean> {
  const row = await db.maybeOne<Stored>(storedAnswer, [action.borrowerId, action.key])
  return row !== undefined && !isOf(row, action)
}

async function stored(tx: Transaction, action: Action): Promise<unknown> {
  const row = await tx.one<Stored>(storedAnswer, [action.borrowerId, action.key])
  return isOf(row, action) ? v.parse(action.endpoint.output, row.answer) : refused('idempotency-key-reused')
}

function isOf({ call, body_hash }: Stored, action: Action): boolean {
  return call === nameOf(action) && body_hash.equals(action.bodyHash)
}

function nameOf({ endpoint }: Action): string {
  return `${endpoint.method} ${endpoint.path}`
}

/** Commits what `work` did, unless it refuses: then nothing was done. For changes without a key. */
export async function unlessRefused<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
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

/** Carries a refusal out of a transaction, which undoes it. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`refused: ${refusal.refused}`)
    this.refusal = refusal
  }
}

/** Removes keys that no client will send again. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.query(forgetKeys, [new Date(now.getTime() - KEY_KEPT_DAYS * MS_PER_DAY)])
}
