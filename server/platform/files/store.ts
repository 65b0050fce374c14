import type { Cipher, Place } from '#server/platform/db/encrypt.ts'

/**
 * Where pictures and documents lie: a folder today, an object store later. Keys are made by `fileKey` only. What is put here is
 * encrypted already (`sealedFiles`), so that whoever reads the store reads nothing.
 */
export type FileStore = {
  /** Keeps the bytes for good before it answers. The same key twice keeps the last. */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** The bytes, or nothing where there are none. */
  get(key: FileKey): Promise<Uint8Array | undefined>
  /** Removes the bytes; nothing happens where there are none. */
  remove(key: FileKey): Promise<void>
  /** Every key there is, in no order; what is put or removed meanwhile may be among them or not. */
  keys(): AsyncIterable<FileKey>
}

export type FileKey = string & { readonly unit: 'file-key' }

/** Names an id as a key; refuses whatever could mean another place than a plain name. */
export function fileKey(id: string): FileKey {
  if (!isFileKey(id)) throw new RangeError('not a file key')
  return id as FileKey
}

export function isFileKey(id: string): id is FileKey {
  return /^[0-9a-z][0-9a-z-]{7,63}$/.test(id)
}

/** Encrypts what goes into a file store and opens what comes out: the store itself never sees a picture (product §9). */
export function encryptedFiles(store: FileStore, cipher: Cipher): FileStore {
  return {
    put: (key, bytes) => store.put(key, cipher.encrypt(bytes, placeOf(key))),
    async get(key) {
      const sealed = await store.get(key)
      return sealed && cipher.decrypt(sealed, placeOf(key))
    },
    remove: key => store.remove(key),
    keys: () => store.keys(),
  }
}

/** Where a file is encrypted for. */
export function placeOf(key: FileKey): Place {
  return { table: 'file', row: key, column: 'bytes' }
}
