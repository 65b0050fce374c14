/**
 * `npm run rig -- mutate-domain [--only lending]`: Stryker changes the rules of `domain/` in small ways,
 * one at a time, and runs the tests that reach the change. Fails if less than 90 % of the changes
 * are noticed, or if one survives that survivors.ts does not explain. A second run repeats only what
 * was changed since; `--all` repeats everything.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judge, percentOf, type Score, withoutUnreachedSurvivors } from './judge.ts'
import { survivors } from './survivors.ts'

const PERCENT_MIN = 90

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const { values } = parseArgs({
  options: { only: { type: 'string' }, all: { type: 'boolean', default: false } },
})

const stryker = project('node_modules/@stryker-mutator/core/bin/stryker.js')
const args = ['run', 'mutants/domain/stryker.json']
if (values.only)
  args.push('--mutate', `domain/${values.only}/**/*.ts,!domain/**/*.test.ts,!domain/testing/**`)
if (values.all) args.push('--force')
const earlier = project('mutation/incremental.json')
if (existsSync(earlier)) {
  const result = withoutUnreachedSurvivors(JSON.parse(readFileSync(earlier, 'utf8')))
  writeFileSync(earlier, JSON.stringify(result))
}
const { status } = spawnSync(process.execPath, [stryker, ...args], {
  cwd: project(''),
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (status !== 0) process.exit(status ?? 1)

const report = JSON.parse(readFileSync(project('mutation/report.json'), 'utf8'))
const { scores, total, unlisted, outdated } = judge(report, survivors)
console.log([...scores.filter(({ survived }) => survived > 0), total].map(lineOf).join('\n'))
for (const { file, change } of unlisted) console.log(`\nSurvived, not listed: ${file}\n${change}`)
for (const { file, change } of outdated) console.log(`\nListed, not survived: ${file}\n${change}`)
const isGood = percentOf(total) >= PERCENT_MIN && unlisted.length + outdated.length === 0
process.exit(isGood ? 0 : 1)

function lineOf(score: Score): string {
  const { file, killed, survived } = score
  const percent = percentOf(score).toFixed(1).padStart(5)
  return `${percent} %  ${String(killed).padStart(5)} killed  ${String(survived).padStart(3)} survived  ${file}`
}
