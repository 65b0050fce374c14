/**
 * `npm run bench`: measures the built product against what was promised of it, and prints a table. It judges and does
 * not fail: what it says depends on the machine and on what else runs there.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildWebIfChanged } from '#scripts/web-build.ts'
import { measureFirstVisit } from './first-visit/first-visit.ts'
import { printTable } from './table.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })

if (!buildWebIfChanged()) process.exit(1)
console.log(
  `Load of the machine before: ${loadavg()
    .map(load => load.toFixed(1))
    .join(' ')}`,
)
printTable('A visit at 400 kbit/s and 400 ms, four times slowed', await measureFirstVisit(Number(values.runs)))
