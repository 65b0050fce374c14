/** The settings and the database of an operator's command, which never migrates it. */
import { type CommandConfig, readCommandConfig } from '#server/platform/config.ts'
import type { DatabaseAccess, DatabaseTarget } from '#server/platform/db/connection.ts'
import { type LocatedDatabase, locateAsOwner, locateDatabase } from '#server/platform/db/locate.ts'
import { type Database, openMigrated } from '#server/platform/db/open.ts'

export type CommandContext<Target extends DatabaseAccess = DatabaseAccess> = {
  readonly db: Database
  readonly target: Target
  readonly config: CommandConfig
}

const say = (line: string) => console.error(line)

/** Runs a command on the database of its environment, and closes it. Prints which database that is. */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readCommandConfig(process.env)
  return run(config, await locateDatabase(config, { say }), work)
}

/** Runs a command that only the owner of the tables can run. */
export async function withOwnDatabase<T>(
  work: (context: CommandContext<DatabaseTarget>) => Promise<T>,
): Promise<T> {
  const config = readCommandConfig(process.env)
  return run(config, await locateAsOwner(config, { say }), work)
}

async function run<Target extends DatabaseAccess, T>(
  config: CommandConfig,
  { target, stop }: LocatedDatabase<Target>,
  work: (context: CommandContext<Target>) => Promise<T>,
): Promise<T> {
  try {
    const db = await openMigrated(target, { log: say })
    return await work({ db, target, config }).finally(() => db.close())
  } finally {
    await stop()
  }
}
