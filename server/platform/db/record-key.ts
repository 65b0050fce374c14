/**
 * Facts about a person inside what may never be rewritten (order_event): sealed under a key of their own, which stands here. With
 * the key the facts are gone, and the record of what happened is whole (docs/decisions/019-a-borrowers-own-data.md).
 */
import { randomBytes } from 'node:crypto'
import { fixedKeys, type Place, type Sealer, sealer } from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** As it stands in the record. */
export type SealedFacts = { readonly recordId: string; readonly sealed: string }

const KEY_BYTES = 32
/** The name under which a record's key seals: it has only one. */
const OWN = 'record'

const insert = statement(
  'record-key-insert',
  'INSERT INTO record_key (borrower_id, record_id, key_sealed, created_at) VALUES ($1, $2, $3, $4)',
)
const one = statement(
  'record-key-one',
  'SELECT key_sealed AS "keySealed" FROM record_key WHERE borrower_id = $1 AND record_id = $2',
)
const destroy = statement('record-key-destroy', 'DELETE FROM record_key WHERE borrower_id = $1')
const newest = statement(
  'record-key-newest',
  'SELECT max(created_at) AS at FROM record_key WHERE borrower_id = $1',
)

/** Seals facts under a new key. `recordId` names the key, and is made by the caller. */
export async function sealFacts(
  tx: Queryable,
  outer: Sealer,
  { borrowerId, recordId, at }: { borrowerId: string; recordId: string; at: Date },
  facts: object,
): Promise<SealedFacts> {
  const key = randomBytes(KEY_BYTES)
  await tx.query(insert, [
    borrowerId,
    recordId,
    outer.seal(key, keyPlace(borrowerId, recordId)),
    at,
  ])
  const sealed = under(key).seal(JSON.stringify(facts), factsPlace(borrowerId, recordId))
  return { recordId, sealed: sealed.toString('base64') }
}

/** The facts again; nothing where their key was destroyed. */
export async function openFacts(
  db: Queryable,
  outer: Sealer,
  borrowerId: string,
  { recordId, sealed }: SealedFacts,
): Promise<unknown> {
  const row = await db.maybeOne<{ keySealed: Buffer }>(one, [borrowerId, recordId])
  if (!row) return undefined
  const key = outer.open(row.keySealed, keyPlace(borrowerId, recordId))
  return JSON.parse(
    under(key).openText(Buffer.from(sealed, 'base64'), factsPlace(borrowerId, recordId)),
  )
}

/** Erases every fact that was sealed so of a borrower. */
export async function destroyRecordKeys(tx: Queryable, borrowerId: string): Promise<void> {
  await tx.query(destroy, [borrowerId])
}

/** When the newest of the facts that can still be read were written. */
export async function newestFactsAt(db: Queryable, borrowerId: string): Promise<Date | null> {
  return (await db.one<{ at: Date | null }>(newest, [borrowerId])).at
}

function under(key: Buffer): Sealer {
  return sealer(fixedKeys({ active: OWN, masters: new Map([[OWN, key]]), hashing: key }))
}

function keyPlace(borrowerId: string, recordId: string): Place {
  return { table: 'record_key', row: `${borrowerId}/${recordId}`, column: 'key_sealed' }
}

function factsPlace(borrowerId: string, recordId: string): Place {
  return { table: 'order_event', row: `${borrowerId}/${recordId}`, column: 'details' }
}
