/**
 * Chooses where the data is stored: in the requested directory or, if its account cannot enter
 * that, in a directory of its own.
 */
import { createHash, randomUUID } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Account, canEnter, isRoot, ordinaryAccount, ownerOf } from './account.ts'

/** `home` holds the cluster, its log and, if the path is short enough, its socket. */
export type DataHome = { home: string; account: Account | undefined }

const noteName = 'lies-in'
/**
 * The path of a socket may have 107 bytes on Linux and 103 on macOS, including the name that
 * PostgreSQL appends.
 */
const SOCKET_PATH_MAX_BYTES = 103
const socketName = '.s.PGSQL.5432'

/** Decides once per data directory, and leaves a note there if the data is stored elsewhere. */
export async function dataHomeFor(dataDir: string): Promise<DataHome> {
  const directory = resolve(dataDir)
  await mkdir(directory, { recursive: true })
  const elsewhere = (await readFile(join(directory, noteName), 'utf8').catch(() => '')).trim()
  if (elsewhere) return existingHome(elsewhere)
  if ((await ownerOf(join(directory, 'cluster'))) !== undefined) return existingHome(directory)
  const account = await ordinaryAccount()
  if (account === undefined || (await canEnter(dirname(directory), account)))
    return newHome(directory, account)
  const data = await newHome(join(await sharedDirectory(account), `data-${randomUUID()}`), account)
  const isFirst = await writeFile(join(directory, noteName), `${data.home}\n`, { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  if (isFirst) return data
  await rm(data.home, { recursive: true })
  return dataHomeFor(dataDir)
}

/** True if a data directory has a database, there or elsewhere. */
export async function holdsDatabase(dataDir: string): Promise<boolean> {
  const directory = resolve(dataDir)
  const paths = [join(directory, noteName), join(directory, 'cluster')]
  return (await Promise.all(paths.map(ownerOf))).some(owner => owner !== undefined)
}

async function existingHome(home: string): Promise<DataHome> {
  const owner = (await ownerOf(join(home, 'cluster'))) ?? (await ownerOf(home))
  if (owner === undefined) throw new Error(`The database's data was in ${home}, which is gone.`)
  if (isRoot()) return { home, account: owner.uid === 0 ? await ordinaryAccount() : owner }
  if (owner.uid !== process.getuid?.())
    throw new Error(`The data in ${home} belongs to another user (uid ${owner.uid}).`)
  return { home, account: undefined }
}

async function newHome(home: string, account: Account | undefined): Promise<DataHome> {
  await mkdir(home, { recursive: true })
  const owner = await ownerOf(home)
  if (!isRoot() && owner?.uid !== process.getuid?.())
    throw new Error(`${home} belongs to another user (uid ${owner?.uid}).`)
  if (account) await chown(home, account.uid, account.gid)
  await chmod(home, 0o700)
  return { home, account }
}

/** A root-owned directory that the account can enter, for binaries and data that cannot stay in the project. */
export async function sharedDirectory(account: Account): Promise<string> {
  for (const base of ['/var/lib', '/var/tmp', '/tmp']) {
    const path = join(base, 'saral')
    const failure = await mkdir(path, { mode: 0o755 }).then(
      () => chmod(path, 0o755),
      (error: NodeJS.ErrnoException) => error,
    )
    if (failure && failure.code !== 'EEXIST') continue
    const stats = await lstat(path)
    const isOurs = stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0
    if (isOurs && (await canEnter(path, account))) return path
  }
  throw new Error(
    'No directory was found that the database may use. Run as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * The directory of the socket, which only its owner (and root) may enter: this protects the
 * database.
 */
export async function socketDirectory({ home, account }: DataHome): Promise<string> {
  const beside = join(home, 'socket')
  const isShort = Buffer.byteLength(join(beside, socketName)) <= SOCKET_PATH_MAX_BYTES
  const digest = createHash('sha256')
    .update(await realpath(home))
    .digest('hex')
    .slice(0, 16)
  const path = isShort ? beside : `/tmp/saral-${digest}`
  const fresh = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
  if (fresh && account) await chown(path, account.uid, account.gid)
  const stats = await lstat(path)
  const uid = account?.uid ?? process.getuid?.()
  if (stats.isDirectory() && (stats.uid === uid || stats.uid === 0) && (stats.mode & 0o077) === 0) {
    if (account && stats.uid !== uid) await chown(path, account.uid, account.gid)
    return path
  }
  throw new Error(
    `${path} should be a directory of the database's own, and belongs to someone else.`,
  )
}
