/**
 * `npm run ops -- import-ifsc <file.csv or .csv.gz> [--complete]`: imports a list of bank branches as
 * the directory of the IFSC finder. `--banks <file.csv>`: imports the list of banks by the four
 * letters of their codes, with the successors of those that merged.
 */

import { withDatabase } from '#server/commands/with-database.ts'
import { importBanks } from '#server/identity/directory/banks.ts'
import { readBranch } from '#server/identity/directory/branch.ts'
import { csvFile } from '#server/identity/directory/csv.ts'
import {
  type ImportParts,
  type ImportReport,
  importDirectory,
} from '#server/identity/directory/import.ts'
import { randomIds } from '#server/platform/ids.ts'

/** The faults that make a row unusable. */
const LEFT_OUT = new Set<ImportReport['dirty'][number]['dirt']>(['code malformed', 'code twice'])

const args = process.argv.slice(2)
const options = args.filter(arg => arg.startsWith('--'))
const paths = args.filter(arg => !arg.startsWith('--'))
const [path] = paths
const isUsed = options.length <= 1 && options.every(arg => ['--complete', '--banks'].includes(arg))
if (!path || paths.length > 1 || !isUsed) {
  console.error('Usage: npm run ops -- import-ifsc <file.csv or .csv.gz> [--complete | --banks]')
  console.error(
    '--complete: the list names every branch. The product then refuses codes that it does not name.',
  )
  console.error(
    '--banks: the list names banks, in the columns CODE (four letters), BANK and SUCCESSOR (the code of the bank that took it over, or empty).',
  )
  process.exit(2)
}
await run(path).catch((error: Error) => {
  console.error(`Nothing was imported. ${error.message}`)
  process.exitCode = 1
})

async function run(path: string): Promise<void> {
  await withDatabase(async ({ db }) => {
    const parts = { db, clock: { wall: () => new Date() }, ids: randomIds() }
    for (const line of await imported(parts, path)) console.log(line)
  })
}

async function imported(parts: ImportParts, path: string): Promise<readonly string[]> {
  if (options.includes('--banks')) {
    const { banks, merged } = await importBanks(parts, path)
    return [
      `Imported ${banks.toLocaleString('en-IN')} banks; ${merged} of them merged into others.`,
    ]
  }
  const isComplete = options.includes('--complete')
  return linesOf(await importDirectory(parts, { read: () => branchesOf(path), isComplete }))
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
