/** Finds the database of this process: the server of `DATABASE_URL`, or the embedded one. */
import {
  type DatabaseTarget,
  isWithoutOwner,
  type Place,
  whereabouts,
} from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'

export type LocateOptions = {
  /** `DATABASE_URL`, and `DATABASE_APP_URL`: the same database for a role with fewer rights. */
  url: string | undefined
  appUrl: string | undefined
  /** The directory of the embedded database. */
  dataDir: string
  log: (message: string) => void
}

export type LocatedDatabase<Target extends Place = Place> = {
  target: Target
  /** Contains no password. */
  where: string
  /**
   * Leaves the embedded database, which stops with its last user; does nothing for a server. Close
   * connections first.
   */
  stop: () => Promise<void>
}

/** Starts the embedded database unless another one is configured. */
export async function locateDatabase({
  url,
  appUrl,
  dataDir,
  log,
}: LocateOptions): Promise<LocatedDatabase> {
  const stays = { stop: async () => undefined }
  if (url) return { target: { url, appUrl }, where: whereabouts({ url }), ...stays }
  if (appUrl) return { target: { appUrl }, where: whereabouts({ url: appUrl }), ...stays }
  const { connection, where, stop } = await startEmbedded({ dataDir, log })
  return { target: connection, where, stop }
}

/**
 * The same, from the environment: `DATABASE_URL`, `DATABASE_APP_URL` and `DATA_DIR` (by default
 * `./data`).
 */
export function locateFromEnvironment(log: (message: string) => void): Promise<LocatedDatabase> {
  const { DATABASE_URL: url, DATABASE_APP_URL: appUrl, DATA_DIR = 'data' } = process.env
  return locateDatabase({ url, appUrl, dataDir: DATA_DIR, log })
}

/** The same, for a command that only the owner of the tables can run. */
export async function locateAsOwner(
  log: (message: string) => void,
): Promise<LocatedDatabase<DatabaseTarget>> {
  const located = await locateFromEnvironment(log)
  const { target } = located
  if (isWithoutOwner(target))
    throw new Error('This command needs DATABASE_URL, the address for the owner of the tables.')
  return { ...located, target }
}
