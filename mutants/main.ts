/**
 * `npm run rig -- mutants [--only name,theme] [--parallel 2]`: puts each fault of the list into a copy
 * of the work tree and runs the nearest tests, which must fail. All runs share one PostgreSQL. Ends
 * with the outcomes and their counts by theme and tier; fails if a fault was not killed.
 */
import { parseArgs } from 'node:util'
import { setup, teardown } from '#server/testing/global-setup.ts'
import { selected } from './list.ts'
import type { Mutant } from './mutant.ts'
import { copyOfTheProject, type Outcome } from './run.ts'
import { lineOf, tableOf, totalOf } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, parallel: { type: 'string', default: '1' } },
})
const chosen = selected(values.only?.split(',') ?? [])
const waiting = [...chosen]
const outcomes = new Map<Mutant, Outcome>()
await setup()
try {
  await Promise.all(Array.from({ length: Number(values.parallel) }, runWaiting))
} finally {
  await teardown()
}
const ended = chosen.flatMap(mutant => outcomes.get(mutant) ?? [])
console.log(['', ...ended.map(lineOf), '', ...tableOf(ended), '', totalOf(ended)].join('\n'))
process.exit(ended.every(({ how }) => how === 'killed') ? 0 : 1)

async function runWaiting(): Promise<void> {
  const copy = copyOfTheProject()
  try {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const outcome = await copy.run(mutant)
      outcomes.set(mutant, outcome)
      console.log(`${outcomes.size}/${chosen.length} ${lineOf(outcome)}`)
    }
  } finally {
    copy.remove()
  }
}
