/** Checks keys against a database without fingerprints, by decrypting some of its data. */
import type pg from 'pg'
import {
  type Cipher,
  type CipherContext,
  cipherWith,
  fixedKeys,
  type Keyring,
  keyIdOf,
} from '#server/platform/db/encrypt.ts'
import { spokenName } from '#server/platform/keys/fingerprint.ts'
import {
  contextOf,
  type EncryptedColumn,
  encryptedColumns,
  quoted,
} from '#server/platform/keys/rows.ts'

/** Values tried per column: a few damaged ones do not condemn a key. */
const SAMPLE = 100

type EncryptedValue = { readonly sealed: Buffer; readonly context: CipherContext }

/**
 * The faults of the keys, as sentences; empty where the database holds nothing that needs a key.
 */
export async function testOnData(
  owner: pg.Client,
  keyring: Keyring | undefined,
): Promise<string[]> {
  const values = await someEncryptedValues(owner)
  if (values.length === 0) return []
  if (keyring === undefined) return ['there are none']
  const cipher = cipherWith(fixedKeys(keyring))
  const faults = faultsOfMasters(keyring, cipher, values)
  return faults.length > 0 || (await isHashingRight(owner, cipher))
    ? faults
    : [`${spokenName('hashing')} is a different one`]
}

async function someEncryptedValues(owner: pg.Client): Promise<EncryptedValue[]> {
  const values: EncryptedValue[] = []
  const raw = async (sql: string) => (await owner.query(sql)).rows
  for (const column of await encryptedColumns({ raw }))
    values.push(...(await sampleOf(owner, column)))
  return values
}

async function sampleOf(owner: pg.Client, column: EncryptedColumn): Promise<EncryptedValue[]> {
  const sealed = quoted(column.column)
  const key = column.key.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const { rows } = await owner.query<{ key: string[]; sealed: Buffer }>(
    `SELECT ARRAY[${key}] AS key, ${sealed} AS sealed FROM ${quoted(column.schema)}.${quoted(column.table)}
     WHERE ${sealed} IS NOT NULL LIMIT ${SAMPLE}`,
  )
  return rows.map(row => ({ sealed: row.sealed, context: contextOf(column, row.key) }))
}

/** A master key is right if it decrypts any value that names it. */
function faultsOfMasters(
  keyring: Keyring,
  cipher: Cipher,
  values: readonly EncryptedValue[],
): string[] {
  const isRight = new Map<string, boolean>()
  for (const value of values) {
    const id = idIn(value)
    if (id !== undefined) isRight.set(id, isRight.get(id) === true || opens(cipher, value))
  }
  if (isRight.size === 0) return ['nothing in the database names the key that opens it']
  return [...isRight].flatMap(([id, isGood]) => {
    if (isGood) return []
    return [
      `${spokenName(`master/${id}`)} is ${keyring.masters.has(id) ? 'a different one' : 'missing'}`,
    ]
  })
}

function idIn({ sealed }: EncryptedValue): string | undefined {
  try {
    return keyIdOf(sealed)
  } catch {
    return undefined
  }
}

function opens(cipher: Cipher, { sealed, context }: EncryptedValue): boolean {
  try {
    cipher.decrypt(sealed, context)
    return true
  } catch {
    return false
  }
}

/** Checks the hashing key by borrowers' phones, whose hashes lead from a phone to its borrower. */
async function isHashingRight(owner: pg.Client, cipher: Cipher): Promise<boolean> {
  const { rows: borrowers } = await owner.query<{ id: string; sealed: Buffer }>(
    `SELECT borrower_id AS id, phone_sealed AS sealed FROM borrower WHERE phone_sealed IS NOT NULL LIMIT ${SAMPLE}`,
  )
  const phones = borrowers
    .map(({ id, sealed }) => ({
      sealed,
      context: { table: 'borrower', row: id, column: 'phone_sealed' },
    }))
    .filter(value => opens(cipher, value))
    .map(({ sealed, context }) => cipher.decryptText(sealed, context))
  if (phones.length === 0) return true
  const { rows: records } = await owner.query(
    'SELECT FROM phone_lookup WHERE phone_hash = ANY ($1::bytea[]) LIMIT 1',
    [phones.map(phone => cipher.keyedHash('phone', phone))],
  )
  return records.length > 0
}
