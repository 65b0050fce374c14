/*
 * The tests in tiers, by time: those of `npm run check` take a minute, those of `npm test` eight, and
 * `npm run test:all` runs the rest. The place or name of a file says to which tier it belongs:
 *
 *   *.test.ts outside of server/, model/, fuzz/ and simulation/    npm run check, npm test
 *   *.test.tsx, *.test.ts in server/, e2e/stories/        npm test
 *   *.slow.test.ts, model/, fuzz/, simulation/, other e2e/      npm run test:all
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunEnd, readTally, type Tally } from './tally.ts'

/** The Vitest projects (vitest.config.ts) whose tests need no server, database or browser. */
export const PURE = ['domain', 'contract', 'house'] as const
/** The projects that `npm test` runs too. */
export const WHOLE = ['pages', 'server', 'stories'] as const
/** The projects that only `npm run test:all` runs. */
export const REST = ['slow', 'model', 'simulation', 'journeys'] as const

/**
 * The tests that can fail on another database, by the beginnings of their paths: those of money,
 * jobs, the audit log, backups, upgrades and commands. Those of `server/platform/db` plan every
 * statement on it, also of the rooms that are left out.
 */
export const ON_EVERY_DATABASE = [
  ...['autopay', 'books', 'borrowing', 'closing', 'db', 'orders', 'payout', 'repaying'].map(
    room => `server/lending/${room}/`,
  ),
  'server/platform/db/',
  'server/platform/jobs/',
  'server/platform/audit/',
  'server/testing/',
  'server/commands/',
  'server/main.test.ts',
  'e2e/stories/borrow-and-repay.e2e.ts',
  'e2e/stop.e2e.ts',
]

/**
 * Those among them that are left out: the embedded database itself, and the pool's tests, which speak
 * PostgreSQL's protocol themselves, without a password.
 */
export const ON_ONE_DATABASE = ['server/platform/db/embedded/', 'server/platform/db/pool.test.ts']

export type Project = (typeof PURE | typeof WHOLE | typeof REST)[number]

/** The commands of the tiers, the quickest first. */
export const TIERS = ['npm run check', 'npm test', 'npm run test:all'] as const

/** The quickest command that runs a test file, by its place and name. */
export function tierOf(file: string): (typeof TIERS)[number] {
  if (/\.slow\.test\.ts$|^(model|fuzz|simulation)\/|^e2e\/(?!stories\/)/.test(file))
    return 'npm run test:all'
  return /\.test\.tsx$|^(server|e2e)\//.test(file) ? 'npm test' : 'npm run check'
}

export type TestRun = {
  readonly projects: readonly Project[]
  /** Further arguments of Vitest, such as the files to run. */
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** The kept characters of a run's error output. */
const ERROR_OUTPUT_LENGTH = 10_000

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the tests of some projects, and returns their tally. */
export async function runTests(run: TestRun): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-test-'))
  try {
    const report = join(folder, 'report.json')
    return readTally(report, await runVitest(run, report, join(folder, 'compiled')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs Vitest in a process of its own, so that its crash is a failed run. Returns how it ended. The
 * many processes of the run compile each module once, and share it in the folder `compiled`.
 */
function runVitest(
  { projects, args = [], env }: TestRun,
  report: string,
  compiled: string,
): Promise<RunEnd> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      // The native loader writes nothing into node_modules, which may belong to another user.
      '--configLoader=native',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.map(project => `--project=${project}`),
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  )
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_LENGTH)
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, forward)
  return new Promise<RunEnd>(resolve => {
    child.once('error', failure => resolve({ exitCode: 1, errorOutput: failure.message }))
    child.once('close', code => resolve({ exitCode: code ?? 1, errorOutput }))
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward)
  })
}
