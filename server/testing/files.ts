import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localFiles } from '#server/platform/files/local-files.ts'
import type { FileStore } from '#server/platform/files/store.ts'

/** A file store in a temporary folder of the test. */
export function filesForTest(): { readonly files: FileStore; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'saral-files-'))
  return {
    files: localFiles(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
