/**
 * `npm test`: builds the web app, runs the tests of every change, and ends with one line of counts.
 * `npm run test:all` (`--rest`) runs the others: the other journeys, looks at every page, 200 simulated loans,
 * and each property with all of its cases. `--server` runs only the tests that use the database, for a
 * run on another one. Other arguments go to Vitest.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { failedRun, slowestLines, summaryLine, type Tally } from './tally.ts'
import { PURE, REST, runTests, type TestRun, WHOLE } from './tiers.ts'
import { buildWebIfChanged } from './web-build.ts'

/**
 * The journeys in which the database decides about money or processes. The tests of the server ask
 * every statement of it; most journeys add nothing that another database could change.
 */
const ON_EVERY_DATABASE = ['stories/borrow-and-repay', 'kill', 'stop'].map(name => `${name}.e2e.ts`)

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

/**
 * What `npm run test:all` sets: every case of a property, and 200 simulated loans, which take some twelve
 * minutes beside two other files. The time is for a run that stands still.
 */
const ALL_CASES = {
  PROPERTY_RUNS: 'all',
  SIMULATED_LOANS: '200',
  SIMULATED_MINUTES: '30',
}

const OPTIONS = ['--rest', '--server'] as const
const args = process.argv.slice(2).filter(argument => !OPTIONS.some(option => option === argument))

const tally = buildWebIfChanged()
  ? await runTests(chosenRun())
  : failedRun('The web app could not be built, so no test ran.')
console.log(['', 'The slowest test files:', ...slowestLines(tally)].join('\n'))
// Repeated at the end, for readers who see only the end of the output.
for (const failure of tally.failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${summaryLine(tally)}`)
process.exit(isGreen(tally) ? 0 : 1)

function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0
}

function chosenRun(): TestRun {
  if (process.argv.includes('--server')) return onAnotherDatabase()
  if (process.argv.includes('--rest')) return { projects: [...PURE, ...REST], args, env: ALL_CASES }
  return { projects: [...PURE, ...WHOLE], args }
}

/** The simulation runs on one database: it tests rules and timing. */
function onAnotherDatabase(): TestRun {
  const left = [...otherJourneys(), ...ON_ONE_DATABASE].map(path => `--exclude=${path}`)
  return { projects: ['server', 'slow', 'stories', 'journeys'], args: [...args, ...left] }
}

/** Returns the journeys about pages, devices and pictures, which another database cannot change. */
function otherJourneys(): string[] {
  const folder = fileURLToPath(new URL('../e2e', import.meta.url))
  const journeys = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.e2e.ts'),
  )
  const missing = ON_EVERY_DATABASE.filter(name => !journeys.includes(name))
  if (missing.length > 0) throw new Error(`No such journey: ${missing.join(', ')}.`)
  return journeys.filter(name => !ON_EVERY_DATABASE.includes(name)).map(name => `e2e/${name}`)
}
