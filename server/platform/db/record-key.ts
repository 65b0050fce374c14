/**
 * Personal facts inside records that may never be rewritten (order_event). Each is encrypted under
 * a key of its own, stored here. Destroying the key erases the facts and leaves the record intact
 * (docs/decisions/019-a-borrowers-own-data.md).
 */
import { randomBytes } from 'node:crypto'
import {
  type Cipher,
  type CipherContext,
  cipherWith,
  fixedKeys,
} from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** The facts as the record stores them. */
export type EncryptedFacts = { readonly recordId: string; readonly sealed: string }

const KEY_BYTES = 32
/** The name under which a record's key encrypts; each record has one key. */
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

/** Encrypts facts under a new key. `recordId` names the key; the caller makes it. */
export async function encryptFacts(
  tx: Queryable,
  outer: Cipher,
  { borrowerId, recordId, at }: { borrowerId: string; recordId: string; at: Date },
  facts: object,
): Promise<EncryptedFacts> {
  const key = randomBytes(KEY_BYTES)
  await tx.query(insert, [
    borrowerId,
    recordId,
    outer.encrypt(key, keyContext(borrowerId, recordId)),
    at,
  ])
  const sealed = under(key).encrypt(JSON.stringify(facts), factsContext(borrowerId, recordId))
  return { recordId, sealed: sealed.toString('base64') }
}

/** Decrypts the facts; undefined if their key was destroyed. */
export async function openFacts(
  db: Queryable,
  outer: Cipher,
  borrowerId: string,
  { recordId, sealed }: EncryptedFacts,
): Promise<unknown> {
  const row = await db.maybeOne(one, [borrowerId, recordId])
  if (!row) return undefined
  const key = outer.decrypt(row.keySealed, keyContext(borrowerId, recordId))
  return JSON.parse(
    under(key).decryptText(Buffer.from(sealed, 'base64'), factsContext(borrowerId, recordId)),
  )
}

/** Erases every fact about a borrower that was encrypted in this way. */
export async function destroyRecordKeys(tx: Queryable, borrowerId: string): Promise<void> {
  await tx.query(destroy, [borrowerId])
}

/** The time of the newest facts that can still be decrypted. */
export async function newestFactsAt(db: Queryable, borrowerId: string): Promise<Date | null> {
  return (await db.one(newest, [borrowerId])).at
}

function under(key: Buffer): Cipher {
  return cipherWith(fixedKeys({ active: OWN, masters: new Map([[OWN, key]]), hashing: key }))
}

function keyContext(borrowerId: string, recordId: string): CipherContext {
  return { table: 'record_key', row: `${borrowerId}/${recordId}`, column: 'key_sealed' }
}

function factsContext(borrowerId: string, recordId: string): CipherContext {
  return { table: 'order_event', row: `${borrowerId}/${recordId}`, column: 'details' }
}
