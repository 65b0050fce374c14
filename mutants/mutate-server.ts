/**
 * `npm run rig -- mutate-server --only server/staff/acts/act-handlers.ts [--tests <pattern>]`: Stryker changes one
 * file of server/lending or server/staff in small ways, one at a time, and runs the tests of its folder
 * (or those of the pattern) that reach the change. Prints every change that no test noticed. A file takes
 * some seconds for each of its changes.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judge, percentOf } from './domain/judge.ts'

const project = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, tests: { type: 'string' } },
})
if (!/^server\/(lending|staff)\/[\w./-]+\.ts(:\d+-\d+)?$/.test(values.only)) {
  console.error('Usage: npm run rig -- mutate-server --only server/<lending or staff>/<file>.ts')
  process.exit(2)
}
const stryker = project('node_modules/@stryker-mutator/core/bin/stryker.js')
const tests = values.tests ?? `${dirname(values.only)}/**/*.test.ts`
const args = ['run', 'mutants/server/stryker.json', '--mutate', values.only, '--testFiles', tests]
const { status } = spawnSync(process.execPath, [stryker, ...args], {
  cwd: project(''),
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (status !== 0) process.exit(status ?? 1)
const report = JSON.parse(readFileSync(project('mutation/server-report.json'), 'utf8'))
const { total, unlisted } = judge(report, [])
for (const { file, change } of unlisted) console.log(`\nSurvived: ${file}\n${change}`)
console.log(
  `\n${percentOf(total).toFixed(1)} %: ${total.killed} killed, ${total.survived} survived`,
)
