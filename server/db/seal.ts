/** How personal data rests in the database: sealed with a key of its own, looked up by keyed hashes (decisions §9, §10). */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** The secrets of an installation. `active` names the master key that new records are sealed with; the others still open old ones. */
export type Keyring = { readonly active: string; readonly masters: ReadonlyMap<string, Buffer>; readonly hashing: Buffer }

/** Where a sealed value stands. A value moved to another row or column does not open. */
export type Place = { readonly table: string; readonly row: string; readonly column: string }

export type Sealer = {
  readonly seal: (plain: string | Uint8Array, place: Place) => Buffer
  readonly open: (sealed: Uint8Array, place: Place) => Buffer
  readonly openText: (sealed: Uint8Array, place: Place) => string
  /** The same value always gives the same 32 bytes for one purpose; without the key nobody can guess them again. */
  readonly keyedHash: (purpose: string, value: string) => Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORM = 1

export function sealer(keyring: Keyring): Sealer {
  const open = (sealed: Uint8Array, place: Place) => openSealed(keyring, Buffer.from(sealed), place)
  return {
    seal: (plain, place) => sealPlain(keyring, Buffer.from(plain as string), place),
    open,
    openText: (sealed, place) => open(sealed, place).toString('utf8'),
    keyedHash: (purpose, value) => createHmac('sha256', keyring.hashing).update(`${purpose}\0${value}`).digest(),
  }
}

// Form: 1 byte form · 1 byte length of the key id · key id · wrapped data key (nonce, 32 bytes, tag) · value (nonce, bytes, tag).
function sealPlain(keyring: Keyring, plain: Buffer, place: Place): Buffer {
  const keyId = keyring.active
  const dataKey = randomBytes(KEY_BYTES)
  const aad = associated(place, keyId)
  const id = Buffer.from(keyId)
  return Buffer.concat([
    Buffer.from([FORM, id.length]),
    id,
    encrypt(master(keyring, keyId), dataKey, aad),
    encrypt(dataKey, plain, aad),
  ])
}

function openSealed(keyring: Keyring, sealed: Buffer, place: Place): Buffer {
  if (sealed[0] !== FORM) throw new Error('a sealed value of an unknown form')
  const idEnd = 2 + (sealed[1] ?? 0)
  const keyId = sealed.subarray(2, idEnd).toString()
  const keyEnd = idEnd + NONCE_BYTES + KEY_BYTES + TAG_BYTES
  const aad = associated(place, keyId)
  const dataKey = decrypt(master(keyring, keyId), sealed.subarray(idEnd, keyEnd), aad)
  return decrypt(dataKey, sealed.subarray(keyEnd), aad)
}

function master(keyring: Keyring, keyId: string): Buffer {
  const key = keyring.masters.get(keyId)
  if (!key) throw new Error(`the master key ${keyId} is not configured`)
  return key
}

function associated({ table, row, column }: Place, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([table, row, column, keyId]))
}

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES)).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()])
}
