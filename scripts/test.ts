/**
 * `npm test`: builds the web app, runs every test, and ends with one plain line of counts.
 * A test that fails is run once more. If it passes then, that is reported, and where `CI` is set it has failed all the same.
 * `--server` runs only what touches the database (for a second run on another one); other arguments go to Vitest.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  failedRun,
  readTally,
  retriedLine,
  slowestLines,
  summaryLine,
  type Tally,
  withRetriedAsFailed,
} from './tally.ts'
import { buildWebIfChanged } from './web-build.ts'

/** Journeys about pages, devices and pictures: a second run on another database would tell nothing new. */
const SAME_ON_ANY_DATABASE = [
  'looks',
  'keyboard',
  'pwa',
  'pages',
  'routes',
  'messages',
  'access',
  'native',
  'ifsc',
  'domain-change',
  'face-blink',
  'face-still',
  'face-without-camera',
  'identity-upload',
  'aadhaar-code',
  'contact2',
]

const project = fileURLToPath(new URL('..', import.meta.url))
const serverOnly = process.argv.includes('--server')
const further = process.argv.slice(2).filter(argument => argument !== '--server')

const run = await runAll()
// Vitest does not show why a test failed that passed at its second try.
for (const { test, messages } of run.retried)
  console.log(['', `Passed at its second try: ${test}`, ...messages].join('\n'))
console.log(['', 'The slowest test files:', ...slowestLines(run)].join('\n'))
const tally = process.env.CI ? withRetriedAsFailed(run) : run
// Said again at the end, where whoever sees only that finds it.
for (const failure of tally.failures) console.log(`\nFAILED ${failure}`)
for (const retried of tally.retried) console.log(`\n${retriedLine(retried)}`)
console.log(`\n${summaryLine(tally)}`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

async function runAll(): Promise<Tally> {
  if (!buildWebIfChanged())
    return failedRun('The web app could not be built, so nothing was tested.')
  const folder = mkdtempSync(join(tmpdir(), 'saral-test-'))
  try {
    const report = join(folder, 'report.json')
    const exitCode = await runVitest(report)
    return readTally(report, exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Vitest in a process of its own, so that even its crash is only a failed run; answers its exit code. */
function runVitest(report: string): Promise<number> {
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
  // The native loader writes nothing into node_modules, which may belong to another user.
  const args = [
    'run',
    '--configLoader=native',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...further,
  ]
  if (serverOnly) {
    args.push('--project', 'server', '--project', 'simulation', '--project', 'e2e')
    for (const name of SAME_ON_ANY_DATABASE) args.push('--exclude', `e2e/${name}.e2e.ts`)
  }
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise(resolve => {
    child.once('error', () => resolve(1))
    child.once('exit', code => resolve(code ?? 1))
  })
}
