/**
 * `npm run bench [-- first-visit] [-- line] [-- load] [-- overload] [-- closing] [-- reports] [-- hot-rows] [-- citus]`: measures the
 * built product and compares it with its targets in tables. A missed target is no failure: the figures depend on the machine and its load.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureCitus } from '#scripts/citus/bench.ts'
import { buildWebIfChanged } from '#scripts/web-build.ts'
import { measureClosing } from './closing/closing.ts'
import { measureFirstVisit } from './first-visit/first-visit.ts'
import { measureOnTheLine } from './first-visit/on-the-line.ts'
import { measureHotRows } from './hot-rows/hot-rows.ts'
import { measureLoad } from './load/load.ts'
import { measureOverload } from './load/overload.ts'
import { measureReports } from './reports/reports.ts'
import { printTable, shown } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The number of visits to each page. */
    runs: { type: 'string', default: '5' },
    /** The number of orders in the fuller of the two databases. */
    orders: { type: 'string', default: '1000000' },
    /** `lived`: each past order of the load has its whole history. `orders`: it has its events alone. */
    past: { type: 'string', default: 'lived' },
    /** The folder of the reports' database, which then stays there and is not filled again. */
    keep: { type: 'string' },
  },
})
const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part)

if ((isWanted('first-visit') || isWanted('line')) && !buildWebIfChanged()) process.exit(1)
console.log(
  `Load average of the machine before, on ${availableParallelism()} processors: ${loadavg().map(shown).join(' ')}`,
)
if (isWanted('first-visit')) {
  printTable(
    'A visit at 400 kbit/s and 400 ms latency, with a processor four times slower',
    await measureFirstVisit(Number(values.runs)),
  )
}
if (isWanted('line')) {
  printTable(
    'A visit over a line that delays and paces real packets, at the same speeds, with TLS 1.3 and HTTP/2',
    await measureOnTheLine(Number(values.runs)),
  )
}
if (isWanted('load')) {
  printTable(
    'Requests and the database',
    await measureLoad({
      orders: [10_000, Number(values.orders)],
      past: values.past === 'orders' ? 'orders' : 'lived',
    }),
  )
}
if (isWanted('overload')) {
  printTable('More requests than one server bears', await measureOverload())
}
if (isWanted('closing')) {
  printTable(
    'The close of business on two servers, one of which is killed halfway',
    await measureClosing(Number(values.orders)),
  )
}
if (isWanted('reports')) {
  printTable(
    "The lender's reports of the last whole month and the first page of every list, in the server's own time",
    await measureReports(Number(values.orders), values.keep),
  )
}
if (isWanted('hot-rows')) {
  printTable('Writes to rows that all borrowers once shared', await measureHotRows())
}
if (isWanted('citus')) {
  printTable(
    'One server on one PostgreSQL and on Citus, all nodes on this machine',
    await measureCitus(),
  )
}
