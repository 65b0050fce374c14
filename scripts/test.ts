/**
 * `npm test`: builds the web app, runs every test, and ends with one line of counts. `--server` runs
 * only the tests that use the database, for a run on another one. Other arguments go to Vitest.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  failedRun,
  type RunEnd,
  readTally,
  slowestLines,
  summaryLine,
  type Tally,
} from './tally.ts'
import { buildWebIfChanged } from './web-build.ts'

/**
 * The journeys in which the database decides about money or processes. The tests of the server ask
 * every statement of it; most journeys add nothing that another database could change.
 */
const ON_EVERY_DATABASE = ['borrow-and-repay', 'kill', 'stop'].map(name => `${name}.e2e.ts`)

/**
 * Tests of rules, vendors, hostile input, key files, stored files and the drawing of documents, and of
 * the embedded database itself: another database changes nothing in them. The pool's tests speak
 * PostgreSQL's protocol themselves, without a password.
 */
const ON_ONE_DATABASE = [
  'fuzz/**',
  'model/**',
  'server/providers/**',
  'server/lending/documents/**',
  'server/platform/files/**',
  'server/platform/keys/**',
  'server/platform/signing/**',
  'server/platform/db/embedded/**',
  'server/platform/db/pool.test.ts',
]

/** The characters kept of what the run prints as errors. */
const ERROR_OUTPUT_LENGTH = 10_000

const project = fileURLToPath(new URL('..', import.meta.url))
const serverOnly = process.argv.includes('--server')
const vitestArgs = process.argv.slice(2).filter(argument => argument !== '--server')

const tally = await runAll()
console.log(['', 'The slowest test files:', ...slowestLines(tally)].join('\n'))
// Repeated at the end, for readers who see only the end of the output.
for (const failure of tally.failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${summaryLine(tally)}`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

async function runAll(): Promise<Tally> {
  if (!buildWebIfChanged()) return failedRun('The web app could not be built, so no test ran.')
  const folder = mkdtempSync(join(tmpdir(), 'saral-test-'))
  try {
    const report = join(folder, 'report.json')
    return readTally(report, await runVitest(report, join(folder, 'compiled')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the journeys about pages, devices and pictures, which another database cannot change. */
function otherJourneys(): string[] {
  const journeys = readdirSync(join(project, 'e2e')).filter(name => name.endsWith('.e2e.ts'))
  const missing = ON_EVERY_DATABASE.filter(name => !journeys.includes(name))
  if (missing.length > 0) throw new Error(`No such journey: ${missing.join(', ')}.`)
  return journeys.filter(name => !ON_EVERY_DATABASE.includes(name)).map(name => `e2e/${name}`)
}

/**
 * Runs Vitest in a process of its own, so that its crash is a failed run. Returns how it ended. The
 * many processes of the run compile each module once, and share it in the folder `compiled`.
 */
function runVitest(report: string, compiled: string): Promise<RunEnd> {
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
  // The native loader writes nothing into node_modules, which may belong to another user.
  const args = [
    'run',
    '--configLoader=native',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...vitestArgs,
  ]
  if (serverOnly) {
    // The simulation runs on one database: it tests rules and timing.
    args.push('--project', 'server', '--project', 'e2e')
    for (const file of [...otherJourneys(), ...ON_ONE_DATABASE]) args.push('--exclude', file)
  }
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: project,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_LENGTH)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(resolve => {
    child.once('error', failure => resolve({ exitCode: 1, errorOutput: failure.message }))
    child.once('close', code => resolve({ exitCode: code ?? 1, errorOutput }))
  })
}
