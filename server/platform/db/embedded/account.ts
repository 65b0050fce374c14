/**
 * Chooses the account that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses an
 * ordinary account of the machine.
 */
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** An ordinary account. Where it is optional, `undefined` means the account of this process. */
export type Account = { uid: number; gid: number }

const execute = promisify(execFile)
const preferredNames = ['postgres', '_postgres', 'nobody', 'daemon']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Chooses the account for a new cluster. Refuses if the process is root and the machine has no
 * ordinary account.
 */
export async function ordinaryAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map(line => line.split(':'))
  for (const name of preferredNames) {
    const [, , uid, gid] = lines.find(fields => fields[0] === name) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and this machine has none of the accounts ${preferredNames.join(', ')}. ` +
      'Run as an ordinary user, or set DATABASE_URL.',
  )
}

/** The account that owns an existing path: only the account that wrote the data serves it. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats && { uid: stats.uid, gid: stats.gid }
}

/**
 * True if the account can enter a directory. The system itself decides, so that access lists count
 * too.
 */
export async function canEnter(directory: string, account: Account | undefined): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -x "$0"', directory], account).then(
    () => true,
    () => false,
  )
}

/** Runs a program to its end as the account, with a small fixed environment. */
export async function run(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<string> {
  const { stdout } = await execute(program, args, {
    ...account,
    cwd: '/',
    env: plainEnvironment,
    timeout: 120_000,
  })
  return stdout
}

/**
 * Messages in English, times in UTC, and none of the caller's PostgreSQL settings (`PGDATA`,
 * `PGPORT`, …).
 */
export const plainEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
