import type { Place, Sealer } from '#server/platform/db/encrypt.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'

/** Seals what goes into a file store and opens what comes out: the store itself never sees a picture (product §9). */
export function sealedFiles(store: FileStore, sealer: Sealer): FileStore {
  return {
    put: (key, bytes) => store.put(key, sealer.seal(bytes, placeOf(key))),
    async get(key) {
      const sealed = await store.get(key)
      return sealed && sealer.open(sealed, placeOf(key))
    },
    remove: key => store.remove(key),
    keys: () => store.keys(),
  }
}

/** Where a file is sealed for. */
export function placeOf(key: FileKey): Place {
  return { table: 'file', row: key, column: 'bytes' }
}
