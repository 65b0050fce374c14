/**
 * `npm test`: builds the web app, runs the tests of every change, and ends with one line of counts.
 * `npm run test:all` (`--rest`) runs the others: the other journeys, looks at every page, and 200
 * simulated loans. `--server` runs those that another database can fail. Vitest gets other
 * arguments.
 */
import { failedRun, slowestLines, summaryLine, type Tally } from './tally.ts'
import {
  ON_EVERY_DATABASE,
  ON_ONE_DATABASE,
  PURE,
  REST,
  runTests,
  type TestRun,
  WHOLE,
} from './tiers.ts'
import { buildWebIfChanged } from './web-build.ts'

/** The simulation of `npm run test:all`. The time ends a run that stands still. */
const SIMULATION = { SIMULATED_LOANS: '200', SIMULATED_MINUTES: '30' }

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
  if (process.argv.includes('--rest')) return { projects: REST, args, env: SIMULATION }
  return { projects: [...PURE, ...WHOLE], args }
}

function onAnotherDatabase(): TestRun {
  const left = ON_ONE_DATABASE.map(path => `--exclude=${path}**`)
  return {
    projects: ['server', 'slow', 'stories', 'journeys'],
    args: [...ON_EVERY_DATABASE, ...left, ...args],
  }
}
