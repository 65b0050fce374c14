import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_KINDS } from '#server/platform/db/spread/table-kinds.ts'

/** The lines of docs/tables.md that say how long tables keep their rows: `- 30 days: `a`, `b``. */
const lines = readFileSync(new URL('../docs/tables.md', import.meta.url), 'utf8')
  .replaceAll('\n  ', ' ')
  .split('\n')
  .flatMap(line => {
    const [, data = '', tables = ''] = /^- (.*?): (`\w+`(?:, `\w+`)*)$/.exec(line) ?? []
    return tables === '' ? [] : [{ data, tables: tables.replaceAll('`', '').split(', ') }]
  })

test('docs/tables.md says once of each table how long it keeps its rows', () => {
  const tables = lines.flatMap(line => line.tables)
  expect(tables.sort()).toEqual(Object.keys(TABLE_KINDS).sort())
  expect(lines.filter(({ data }) => data.trim() === '')).toEqual([])
})
