/**
 * Encrypts personal data in the database under a key of its own, and finds it by keyed hashes
 * (product §9, §10).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * The secrets of an installation. `active` names the master key that encrypts new records; the
 * others still decrypt old ones.
 */
export type Keyring = {
  readonly active: string
  readonly masters: ReadonlyMap<string, Buffer>
  readonly hashing: Buffer
  /** The audit log's keys of master keys that were removed: they verify old seals. */
  readonly audit?: ReadonlyMap<string, Buffer>
}

/** The current keyring, which may change while the server runs (`npm run ops -- rotate-keys`). */
export type Keys = {
  readonly now: () => Keyring
  /** Reads the source again, because a value needs a master key that is not in the keyring. */
  readonly again: () => Keyring
}

/** Where an encrypted value is stored. A value moved to another row or column does not decrypt. */
export type CipherContext = {
  readonly table: string
  readonly row: string
  readonly column: string
}

export type Cipher = {
  readonly encrypt: (plain: string | Uint8Array, context: CipherContext) => Buffer
  readonly decrypt: (sealed: Uint8Array, context: CipherContext) => Buffer
  /**
   * The same value, with its data key wrapped under the active master key; undefined if it already
   * is.
   */
  readonly rewrap: (sealed: Uint8Array, context: CipherContext) => Buffer | undefined
  readonly decryptText: (sealed: Uint8Array, context: CipherContext) => string
  /**
   * Returns the same 32 bytes for the same value and purpose; without the key nobody can compute
   * them.
   */
  readonly keyedHash: (purpose: string, value: string) => Buffer
  /** The seal of a text in the audit log, as hex, and the master key that its key comes from. */
  readonly seal: (text: string) => { readonly keyId: string; readonly seal: string }
  /** The same seal under a named key; undefined if the keyring lacks it. */
  readonly sealUnder: (keyId: string, text: string) => string | undefined
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORM = 2

/** A keyring that never changes. */
export function fixedKeys(keyring: Keyring): Keys {
  return { now: () => keyring, again: () => keyring }
}

export function cipherWith(keys: Keys): Cipher {
  const decrypt = (sealed: Uint8Array, context: CipherContext) =>
    decryptValue(keys, Buffer.from(sealed), context)
  return {
    encrypt: (plain, context) => encryptPlain(keys.now(), Buffer.from(plain as string), context),
    decrypt,
    rewrap: (sealed, context) => rewrapValue(keys, Buffer.from(sealed), context),
    decryptText: (sealed, context) => decrypt(sealed, context).toString('utf8'),
    keyedHash: (purpose, value) =>
      createHmac('sha256', prepared(keys.now().hashing)).update(`${purpose}\0${value}`).digest(),
    seal: text => {
      const keyring = keys.now()
      return {
        keyId: keyring.active,
        seal: hexSeal(auditKeyOf(master(keyring, keyring.active)), text),
      }
    },
    sealUnder: (keyId, text) => {
      const { masters, audit } = keys.now().masters.has(keyId) ? keys.now() : keys.again()
      const ofMaster = masters.get(keyId)
      const key = ofMaster ? auditKeyOf(ofMaster) : audit?.get(keyId)
      return key && hexSeal(key, text)
    },
  }
}

/** No other key is derived from a master key by this text. */
const AUDIT_LABEL = 'audit log of Saral'

/** The audit log's key of a master key, which cannot be computed from it. */
export function auditKeyOf(masterKey: Buffer): Buffer {
  return createHmac('sha256', prepared(masterKey)).update(AUDIT_LABEL).digest()
}

function hexSeal(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

// Form: 1 byte form · 1 byte length of the key id · key id · wrapped data key (nonce, 32 bytes,
// tag) · value (nonce, bytes, tag). The data key is bound to its context and its master key, the
// value to its context and its data key. A rotation wraps the data key again without touching
// the value.
function encryptPlain(keyring: Keyring, plain: Buffer, context: CipherContext): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  return Buffer.concat([
    wrapped(keyring, dataKey, context),
    aesEncrypt(createSecretKey(dataKey), plain, associated(context)),
  ])
}

function decryptValue(keys: Keys, sealed: Buffer, context: CipherContext): Buffer {
  const { dataKey, value } = unwrapped(keys, sealed, context)
  return aesDecrypt(createSecretKey(dataKey), value, associated(context))
}

function rewrapValue(keys: Keys, sealed: Buffer, context: CipherContext): Buffer | undefined {
  const keyring = keys.now()
  if (keyIdOf(sealed) === keyring.active) return undefined
  const { dataKey, value } = unwrapped(keys, sealed, context)
  return Buffer.concat([wrapped(keyring, dataKey, context), value])
}

/** The master key that an encrypted value needs. */
export function keyIdOf(sealed: Buffer): string {
  if (sealed[0] !== FORM) throw new Error('an encrypted value has an unknown form')
  return sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString()
}

function wrapped(keyring: Keyring, dataKey: Buffer, context: CipherContext): Buffer {
  const id = Buffer.from(keyring.active)
  const key = aesEncrypt(
    prepared(master(keyring, keyring.active)),
    dataKey,
    associated(context, keyring.active),
  )
  return Buffer.concat([Buffer.from([FORM, id.length]), id, key])
}

function unwrapped(
  keys: Keys,
  sealed: Buffer,
  context: CipherContext,
): { dataKey: Buffer; value: Buffer } {
  const keyId = keyIdOf(sealed)
  const idEnd = 2 + (sealed[1] ?? 0)
  const keyEnd = idEnd + NONCE_BYTES + KEY_BYTES + TAG_BYTES
  const keyring = keys.now().masters.has(keyId) ? keys.now() : keys.again()
  const dataKey = aesDecrypt(
    prepared(master(keyring, keyId)),
    sealed.subarray(idEnd, keyEnd),
    associated(context, keyId),
  )
  return { dataKey, value: sealed.subarray(keyEnd) }
}

function master(keyring: Keyring, keyId: string): Buffer {
  const key = keyring.masters.get(keyId)
  if (!key) throw new Error(`the master key ${keyId} is not configured`)
  return key
}

const preparedKeys = new WeakMap<Buffer, KeyObject>()

/** A frequently used key, prepared for use. */
function prepared(key: Buffer): KeyObject {
  const prepared = preparedKeys.get(key)
  if (prepared) return prepared
  const secretKey = createSecretKey(key)
  preparedKeys.set(key, secretKey)
  return secretKey
}

function associated({ table, row, column }: CipherContext, ...keyId: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([table, row, column, ...keyId]))
}

function aesEncrypt(key: KeyObject, plain: Buffer, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const aes = createCipheriv(CIPHER, key, nonce).setAAD(aad)
  return Buffer.concat([nonce, aes.update(plain), aes.final(), aes.getAuthTag()])
}

function aesDecrypt(key: KeyObject, sealed: Buffer, aad: Buffer): Buffer {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES)).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()])
}

/** Encrypts a value as JSON for its context. */
export function encryptJson(cipher: Cipher, value: object, context: CipherContext): Uint8Array {
  return cipher.encrypt(JSON.stringify(value), context)
}

/**
 * Decrypts a value that `encryptJson` encrypted. Its type is trusted: only this program has the
 * key.
 */
export function decryptJson<T>(cipher: Cipher, sealed: Uint8Array, context: CipherContext): T {
  return JSON.parse(cipher.decryptText(sealed, context))
}
