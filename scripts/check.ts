/**
 * `npm run check`: runs types, lint, the pure tests, and the test that prepares every statement, and
 * ends with one line of counts. `--house` prints the rooms' figures first.
 */
import { spawnSync } from 'node:child_process'
import { failedRun, summaryLine, type Tally } from './tally.ts'
import { PURE, runTests } from './tiers.ts'

if (process.argv.includes('--house')) await import('./house.ts')

const steps = ['types', 'lint']

const tallies: Tally[] = steps.filter(step => !isGreen(step)).map(step => failedRun(step))
if (tallies.length === 0) {
  tallies.push(await runTests({ projects: PURE }))
  tallies.push(
    await runTests({ projects: ['server'], args: ['server/platform/db/statements.test.ts'] }),
  )
}
const sum = (count: 'passed' | 'failed' | 'skipped') =>
  tallies.reduce((total, tally) => total + tally[count], 0)
for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`FAILED ${failure}`)
console.log(
  `\n${summaryLine({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') })}`,
)
process.exit(sum('failed') === 0 ? 0 : 1)

function isGreen(step: string): boolean {
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}
