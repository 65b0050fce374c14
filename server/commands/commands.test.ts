/** Every command names its database, and never makes or migrates one. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OPERATORS_COMMANDS } from '#server/commands/ops.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { applicationRole } from '#server/testing/application-role.ts'
import { emptyDatabase } from '#server/testing/database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-commands-'))
})
afterAll(() => rm(folder, { recursive: true }))
const { argv, exitCode } = process
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(process, { argv, exitCode })
})

/** The commands that read or change a migrated database, with the words that they need. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  backup: ['/nowhere/backup.gz'],
  books: [],
  'clear-demonstration': [],
  emergency: ['end-sessions', '9812345679'],
  'import-ifsc': ['/nowhere/list.csv'],
  'rotate-keys': [],
  spread: ['--coordinator', 'localhost', '--worker', 'localhost'],
  staff: ['invite', 'asha@nila.example'],
  'verify-audit': [],
}
/** Commands that make a database, or start one of their own. */
const OTHERS = ['migrate', 'restore', 'restore-to', 'read-cards']
/** Files of the folder that are not commands. */
const PARTS = ['audit-actions', 'with-database', 'emergency-acts', 'ops', 'run-command']

test('the list is whole', async () => {
  const files = (await readdir(import.meta.dirname))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => name.slice(0, -'.ts'.length))
  const names = [...Object.keys(COMMANDS), ...OTHERS, ...PARTS]
  expect(files.filter(name => !names.includes(name))).toEqual([])
  expect(Object.keys(OPERATORS_COMMANDS).toSorted()).toEqual(
    [...Object.keys(COMMANDS), ...OTHERS].toSorted(),
  )
})

test.each(Object.keys(COMMANDS))('%s refuses an empty database, and names it', async command => {
  const { target, drop } = await emptyDatabase()
  const role = await applicationRole(target)
  const name = new URL(role.url).pathname.slice(1)
  const env = {
    DATABASE_URL: role.url,
    DATA_DIR: join(folder, command),
    DATABASE_APP_URL: command === 'spread' ? role.appUrl : undefined,
  }
  const { code, printed } = await runHere(command, env)
  expect(printed).toContain(`/${name}, no lender yet`)
  expect(printed).toContain('The database was never migrated.')
  expect(code).toBe(1)
  const { rows } = await asOwner(target, owner =>
    owner.query("SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'"),
  )
  expect(rows).toEqual([{ count: 0 }])
  expect(existsSync(env.DATA_DIR)).toBe(false)
  await role.drop()
  await drop()
})

test.each(['books', 'migrate', 'restore-to'])(
  '%s refuses a misspelt setting, as every command does',
  async command => {
    const { code, printed } = await run(command, {
      DATABASE_UR: 'postgresql://x',
      DATA_DIR: folder,
    })
    expect(printed).toContain('DATABASE_UR is no setting: did you mean DATABASE_URL?')
    expect(code).toBe(1)
  },
)

/** Runs a command in this process, because starting a process takes longer than all that it does. */
async function runHere(
  command: string,
  env: Record<string, string | undefined>,
): Promise<{ code: unknown; printed: string }> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const lines: string[] = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation(line => void lines.push(String(line)))
  const file = join(import.meta.dirname, `${command}.ts`)
  process.argv = [process.execPath, file, ...(COMMANDS[command] ?? [])]
  await import(pathToFileURL(file).href)
  return { code: process.exitCode, printed: lines.join('\n') }
}

async function run(
  command: string,
  env: Record<string, string>,
): Promise<{ code: number; printed: string }> {
  const { DATABASE_URL: _url, DATABASE_APP_URL: _appUrl, ...inherited } = process.env
  const child = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'ops.ts'), command],
    { env: { ...inherited, ...env } },
  )
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      printed: error.stdout + error.stderr,
    }),
  )
}
