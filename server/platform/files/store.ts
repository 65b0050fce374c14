import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'

/**
 * The store of pictures and documents: a folder or an object store. Only `fileKey` makes keys. The
 * content is already encrypted (`encryptedFiles`), so that the store's operator can read nothing.
 */
export type FileStore = {
  /** Stores the bytes durably before it resolves. Putting the same key again replaces the file. */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined where there are none. */
  get(key: FileKey): Promise<Uint8Array | undefined>
  /** Removes the bytes; does nothing where there are none. */
  remove(key: FileKey): Promise<void>
  /** Every key, in no order; may or may not include concurrent changes. */
  keys(): AsyncIterable<FileKey>
}

export type FileKey = string & { readonly unit: 'file-key' }

/** Turns an id into a key; refuses anything but a plain name. */
export function fileKey(id: string): FileKey {
  if (!isFileKey(id)) throw new RangeError('not a file key')
  return id as FileKey
}

export function isFileKey(id: string): id is FileKey {
  return /^[0-9a-z][0-9a-z-]{7,63}$/.test(id)
}

/**
 * Encrypts what goes into a file store and decrypts what comes out: the store never sees a picture
 * (product §9).
 */
export function encryptedFiles(store: FileStore, cipher: Cipher): FileStore {
  return {
    put: (key, bytes) => store.put(key, cipher.encrypt(bytes, contextOf(key))),
    async get(key) {
      const sealed = await store.get(key)
      return sealed && cipher.decrypt(sealed, contextOf(key))
    },
    remove: key => store.remove(key),
    keys: () => store.keys(),
  }
}

/** The context that a file's encryption is bound to. */
export function contextOf(key: FileKey): CipherContext {
  return { table: 'file', row: key, column: 'bytes' }
}
