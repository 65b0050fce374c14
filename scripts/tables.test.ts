import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_KINDS } from '#server/platform/db/spread/table-kinds.ts'

/** The cells of each line of the table in docs/tables.md. */
const lines = readFileSync(new URL('../docs/tables.md', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split('|').map(cell => cell.trim()))

test('docs/tables.md has one line for each table, in order', () => {
  const tables = lines.map(([, table]) => table?.replaceAll('`', ''))
  expect(tables).toEqual(Object.keys(TABLE_KINDS).sort())
})

test('each line of docs/tables.md says how long its rows are kept, and who removes them', () => {
  expect(lines.filter(([, , , kept, removedBy]) => !kept || !removedBy)).toEqual([])
})
