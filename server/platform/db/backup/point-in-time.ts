/** Prepares a folder from which PostgreSQL starts as of an instant in the past. */
import { access, appendFile, chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export type PointInTime = {
  /** The folder of a base backup in plain format, and the folder of the archived log. */
  readonly base: string
  readonly archive: string
  readonly to: Date
  /** A new or empty folder for the data. */
  readonly into: string
  readonly port: number
}

/**
 * Copies the base backup and says how far to replay the log. Refuses an instant in the future, a
 * folder that is no base backup, and one that holds something already.
 */
export async function preparePointInTime(
  { base, archive, to, into, port }: PointInTime,
  now = new Date(),
): Promise<void> {
  if (Number.isNaN(to.getTime())) throw new Error('The instant cannot be read.')
  if (to > now) throw new Error('The instant lies in the future.')
  const label = await stat(join(base, 'backup_label')).catch(() => undefined)
  if (!label) throw new Error(`${base} is no base backup: it has no file backup_label.`)
  const files = await readdir(into).catch(() => [])
  if (files.length > 0) throw new Error(`${into} is not empty.`)
  await mkdir(into, { recursive: true })
  await cp(base, into, { recursive: true, preserveTimestamps: true })
  await chmod(into, 0o700)
  await orElse(join(into, 'postgresql.conf'), '')
  await orElse(
    join(into, 'pg_hba.conf'),
    'local all all peer\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
  await appendFile(join(into, 'postgresql.auto.conf'), settings(resolve(archive), to, port))
  await writeFile(join(into, 'recovery.signal'), '')
}

/** Later lines win. Without standbys no commit waits, and nothing is archived over the old log. */
function settings(archive: string, to: Date, port: number): string {
  const lines = {
    restore_command: `cp "${archive}/%f" "%p"`,
    // PostgreSQL reads no `Z` here.
    recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    archive_mode: 'off',
    synchronous_standby_names: '',
    listen_addresses: '127.0.0.1',
    port: String(port),
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

/** Debian keeps these files outside of the data, so a base backup lacks them. */
async function orElse(file: string, content: string): Promise<void> {
  await access(file).catch(() => writeFile(file, content))
}
