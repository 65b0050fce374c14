/**
 * Finds the database of a command, and says which one it is. A command never makes a database, but for
 * `restore`.
 */
import type { Config } from '#server/platform/config.ts'
import {
  asApplication,
  asOwner,
  type DatabaseAccess,
  type DatabaseTarget,
  isWithoutOwner,
} from '#server/platform/db/connection.ts'
import { noteElsewhere, refuseForgottenAddress } from '#server/platform/db/elsewhere.ts'
import { holdsDatabase } from '#server/platform/db/embedded/data-home.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { type Installation, installationOf, UNUSED } from '#server/platform/db/installation.ts'

export type LocatedDatabase<Target extends DatabaseAccess = DatabaseAccess> = {
  target: Target
  /**
   * Leaves the embedded database, which stops with its last user; does nothing for a server. Close
   * connections first.
   */
  stop: () => Promise<void>
}

export type LocateOptions = {
  /** Prints for the operator which database this is. */
  readonly say: (line: string) => void
  /** Makes the embedded database if there is none. */
  readonly mayCreate?: boolean
}

type Settings = Pick<Config, 'database' | 'dataDir'>

/** The configured database, or the embedded one if a server has used it last. */
export async function locateDatabase(
  { database, dataDir }: Settings,
  { say, mayCreate = false }: LocateOptions,
): Promise<LocatedDatabase> {
  const located = database
    ? { target: database, stop: async () => undefined }
    : await embeddedDatabase(dataDir, mayCreate)
  try {
    const { name, use } = await described(located.target)
    say(`Database: ${database ? name : `the embedded one in ${dataDir}`}, ${spokenUse(use)}`)
    if (database) await noteElsewhere(dataDir, { database: name, isReal: use.realSince !== null })
    return located
  } catch (error) {
    await located.stop()
    throw error
  }
}

/** The same, for a command that only the owner of the tables can run. */
export async function locateAsOwner(
  settings: Settings,
  options: LocateOptions,
): Promise<LocatedDatabase<DatabaseTarget>> {
  const { database } = settings
  if (database && isWithoutOwner(database))
    throw new Error('This command needs DATABASE_URL, the address for the owner of the tables.')
  return (await locateDatabase(settings, options)) as LocatedDatabase<DatabaseTarget>
}

async function embeddedDatabase(
  dataDir: string,
  mayCreate: boolean,
): Promise<LocatedDatabase<DatabaseTarget>> {
  await refuseForgottenAddress(dataDir, 'command')
  if (!mayCreate && !(await holdsDatabase(dataDir)))
    throw new Error(
      `There is no database: DATABASE_URL is not set, and no server has made an embedded one in DATA_DIR=${dataDir}.`,
    )
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined })
  return { target: connection, stop }
}

/** The name of a database as PostgreSQL knows it, without a password, and its use. */
export function described(access: DatabaseAccess): Promise<{ name: string; use: Installation }> {
  const ask = async (client: Parameters<Parameters<typeof asOwner>[1]>[0]) => ({
    name: `${client.host}:${client.port}/${client.database ?? ''}`,
    // A role without rights on a database that is not migrated cannot read it.
    use: await installationOf(client).catch(() => UNUSED),
  })
  return isWithoutOwner(access) ? asApplication(access, ask) : asOwner(access, ask)
}

function spokenUse({ lender, demonstratedAt, realSince }: Installation): string {
  const before = demonstratedAt && realSince ? ', after a demonstration' : ''
  if (lender !== null) return `lender: ${lender}${before}`
  if (realSince) return `no lender, but real vendors${before}`
  return demonstratedAt ? 'a demonstration' : 'no lender yet'
}
