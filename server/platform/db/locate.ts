/** Finds the database of this process: the server of `DATABASE_URL`, or the embedded one. */
import { type DatabaseTarget, whereabouts } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'

export type LocateOptions = {
  /** `DATABASE_URL`, and `DATABASE_APP_URL`: the same database for a role with fewer rights. */
  url: string | undefined
  appUrl: string | undefined
  /** The directory of the embedded database. */
  dataDir: string
  log: (message: string) => void
}

export type LocatedDatabase = {
  target: DatabaseTarget
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
  if (url)
    return { target: { url, appUrl }, where: whereabouts({ url }), stop: async () => undefined }
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
