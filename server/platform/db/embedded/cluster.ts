/** The cluster: PostgreSQL's own directory of files. */
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DataHome } from './data-home.ts'

/** The owner of the cluster, of the database and of its tables; the application itself connects with fewer rights. */
export const ownerName = 'saral'
const leftoverAgeMs = 10 * 60_000

export function clusterOf(data: DataHome): string {
  return join(data.home, 'cluster')
}

/**
 * Creates the cluster unless it exists. Refuses data of another major version, which PostgreSQL
 * cannot read.
 */
export async function ensureCluster(data: DataHome, binaries: Binaries): Promise<void> {
  const cluster = clusterOf(data)
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return create(data, binaries)
  if (version.trim() !== binaries.majorVersion) {
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${version.trim()}, and this is ${binaries.majorVersion}: ` +
        'run "npm run ops -- backup" with the release that wrote it, and "npm run ops -- restore" with this one into an empty directory.',
    )
  }
}

/**
 * Creates it under a temporary name and renames it: an interruption leaves nothing incomplete, and
 * of two processes the second finds it complete.
 */
async function create(data: DataHome, { initdb }: Binaries): Promise<void> {
  await removeLeftovers(data.home)
  const aside = join(data.home, `new-${randomUUID()}`)
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const access = ['--auth-local=trust', '--auth-host=reject', `--username=${ownerName}`]
  await run(initdb, ['-D', aside, ...locale, ...access], data.account)
  try {
    await rename(aside, clusterOf(data))
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    await stat(join(clusterOf(data), 'PG_VERSION')).catch(() => {
      throw error
    })
  }
  const directory = await open(data.home)
  await directory.sync().finally(() => directory.close())
}

async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    const stats = name.startsWith('new-') ? await stat(path).catch(() => undefined) : undefined
    if (stats && Date.now() - stats.mtimeMs > leftoverAgeMs)
      await rm(path, { recursive: true, force: true })
  }
}
