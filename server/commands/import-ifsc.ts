/**
 * `npm run import-ifsc -- <file.csv or .csv.gz> [--complete]`: imports a list of bank branches as
 * the directory of the IFSC finder.
 */

import { readBranch } from '#server/identity/directory/branch.ts'
import { csvFile } from '#server/identity/directory/csv.ts'
import { type ImportReport, importDirectory } from '#server/identity/directory/import.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { randomIds } from '#server/platform/ids.ts'

/** The faults that make a row unusable. */
const LEFT_OUT = new Set<ImportReport['dirty'][number]['dirt']>([
  'code malformed',
  'bank unknown',
  'code twice',
])

const args = process.argv.slice(2)
const [path] = args.filter(arg => !arg.startsWith('--'))
if (!path || args.some(arg => arg.startsWith('--') && arg !== '--complete')) {
  console.error('Usage: npm run import-ifsc -- <file.csv or .csv.gz> [--complete]')
  console.error(
    '--complete: the list names every branch. The product then refuses codes that it does not name.',
  )
  process.exit(2)
}
await run(path, args.includes('--complete')).catch((error: Error) => {
  console.error(`Nothing was imported. ${error.message}`)
  process.exitCode = 1
})

async function run(path: string, isComplete: boolean): Promise<void> {
  const quiet = () => undefined
  const { target, stop } = await locateFromEnvironment(quiet)
  try {
    const db = await openDatabase(target, { log: quiet })
    const parts = { db, clock: { wall: () => new Date() }, ids: randomIds() }
    const report = await importDirectory(parts, {
      read: () => branchesOf(path),
      isComplete,
    }).finally(() => db.close())
    for (const line of linesOf(report)) console.log(line)
  } finally {
    await stop()
  }
}

async function* branchesOf(path: string) {
  for await (const row of csvFile(path)) yield { ...readBranch(row), code: row.IFSC ?? '' }
}

function linesOf({ branches, removed, dirty }: ImportReport): string[] {
  const count = (rows: number) => rows.toLocaleString('en-IN')
  return [
    `Imported ${count(branches)} branches; removed ${count(removed)} that the list does not name.`,
    ...dirty.map(
      ({ dirt, rows, examples }) =>
        `${dirt}: ${count(rows)} rows ${LEFT_OUT.has(dirt) ? 'left out' : 'imported'}, for example ${examples.join(', ')}`,
    ),
  ]
}
