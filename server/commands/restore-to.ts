/**
 * `npm run ops -- restore-to --base <folder> --archive <folder> --to <instant> --into <folder>`: brings a
 * base backup and the archived log back to an instant, in a PostgreSQL of its own at the address of
 * DATABASE_URL, and checks books and audit log there. Changes neither the backup nor the archive.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readCommandConfig } from '#server/platform/config.ts'
import { preparePointInTime } from '#server/platform/db/backup/point-in-time.ts'
import { asOwner } from '#server/platform/db/connection.ts'

const USAGE =
  'Usage: DATABASE_URL=postgresql://…@127.0.0.1:5433/saral npm run ops -- restore-to --base <folder> --archive <folder> --to <instant, such as 2026-11-24T10:14:00Z> --into <new folder> [--bin <folder of pg_ctl>]'
/** The time for PostgreSQL to replay days of its log. */
const START_PATIENCE_SECONDS = 86_400
const LOOK_EVERY_MS = 500

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    archive: { type: 'string' },
    to: { type: 'string' },
    into: { type: 'string' },
    bin: { type: 'string', default: '' },
  },
})
const { base, archive, to, into } = values
const url = addressOf()
if (!base || !archive || !to || !into || !url) {
  console.error(USAGE)
  process.exit(2)
}
try {
  const port = Number(new URL(url).port || 5432)
  await preparePointInTime({ base, archive, to: new Date(to), into, port })
  start(into)
  await promoted(url)
  console.log(
    `The database as of ${new Date(to).toISOString()} runs at port ${port}, from ${into}.`,
  )
  const sound = ['books', 'verify-audit'].map(isSound)
  if (sound.includes(false)) process.exitCode = 1
  else console.log('Books and audit log are sound.')
} catch (error) {
  console.error(`Not restored. ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** DATABASE_URL, or undefined; the other settings are checked on the way. */
function addressOf(): string | undefined {
  try {
    const { database } = readCommandConfig(process.env)
    return database && 'url' in database ? database.url : undefined
  } catch (error) {
    console.error(`Not restored. ${(error as Error).message}`)
    process.exit(1)
  }
}

function start(data: string): void {
  const log = join(data, 'restore-to.log')
  const options = ['-D', data, '-l', log, '-w', '-t', String(START_PATIENCE_SECONDS), 'start']
  const { status } = spawnSync(join(values.bin, 'pg_ctl'), options, { stdio: 'inherit' })
  if (status !== 0)
    throw new Error(
      `PostgreSQL could not reach the instant; ${log} says why, such as a missing log.`,
    )
}

/** Waits until PostgreSQL has replayed everything and may be written to. */
async function promoted(address: string): Promise<void> {
  const isRecovering = () =>
    asOwner({ url: address }, async owner => {
      const { rows } = await owner.query('SELECT pg_is_in_recovery() AS yes')
      return rows[0]?.yes === true
    })
  while (await isRecovering()) await pause(LOOK_EVERY_MS)
}

/** Runs another command of ours on the restored database. */
function isSound(command: string): boolean {
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  return spawnSync(process.execPath, [file], { stdio: 'inherit' }).status === 0
}
