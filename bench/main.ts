/**
 * `npm run bench`: measures the built product against what was promised of it, and prints a table. It judges and does
 * not fail: what it says depends on the machine and on what else runs there.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildWebIfChanged } from '#scripts/web-build.ts'
import { measureFirstVisit } from './first-visit/first-visit.ts'
import { measureLoad } from './load/load.ts'
import { printTable, shown } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of the first visit. */
    runs: { type: 'string', default: '5' },
    /** How full the tables are when latency is compared: ten million too, on request. */
    orders: { type: 'string', default: '1000000' },
  },
})
const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part)

if (isWanted('first-visit') && !buildWebIfChanged()) process.exit(1)
console.log(
  `Load of the machine before, on ${availableParallelism()} processors: ${loadavg().map(shown).join(' ')}`,
)
if (isWanted('first-visit')) {
  printTable(
    'A visit at 400 kbit/s and 400 ms, four times slowed',
    await measureFirstVisit(Number(values.runs)),
  )
}
if (isWanted('load')) {
  printTable(
    'Requests and the database',
    await measureLoad({ orders: [10_000, Number(values.orders)] }),
  )
}
