import { mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileKey, type FileStore, isFileKey } from '#server/platform/files/store.ts'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/**
 * Files in a folder of this machine, in sub-folders by the end of their key, readable by the
 * server's user only.
 */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: FileKey) => join(folder, key.slice(-2), key)
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder })
      await writeWhole(path, bytes)
    },
    async get(key) {
      return readFile(pathOf(key)).catch(acceptMissing)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *keys() {
      const entries = await opendir(folder, { recursive: true }).catch(acceptMissing)
      for await (const entry of entries ?? [])
        if (entry.isFile() && isFileKey(entry.name)) yield entry.name
    },
  }
}

/**
 * Writes under a temporary name and flushes before renaming: after a power cut the file is whole or
 * absent.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', ownerOnlyFile)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

function acceptMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
