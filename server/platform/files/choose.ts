import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { s3Files } from '#server/platform/files/s3-files.ts'
import type { FileStore } from '#server/platform/files/store.ts'

/**
 * The configured file store: an object store, or a folder of this machine. Its content is
 * encrypted.
 */
export function fileStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStore {
  return s3 ? s3Files(s3) : localFiles(join(dataDir, 'files'))
}
