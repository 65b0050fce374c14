/** The whole content of the database and the file store, as text to search. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'

export type Dumped = { readonly where: string; readonly text: string }

/**
 * Every row of every table in every schema but PostgreSQL's own, read as the owner; bytes as hex
 * and as the text that they may be.
 */
export function databaseDump(target: DatabaseTarget): Promise<Dumped[]> {
  return asOwner(target, async owner => {
    const { rows: tables } = await owner.query<{ name: string }>(`
      SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`)
    const dumped: Dumped[] = []
    for (const { name } of tables) {
      const { rows } = await owner.query<Record<string, unknown>>(`SELECT * FROM ${name}`)
      for (const row of rows)
        dumped.push({ where: name, text: Object.values(row).map(asText).join('\n') })
    }
    return dumped
  })
}

/** Every file below a folder, including its name. */
export function filesDump(folder: string): Dumped[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => ({
      where: name,
      text: `${name}\n${asText(readFileSync(join(parentPath, name)))}`,
    }))
}

function asText(value: unknown): string {
  if (Buffer.isBuffer(value))
    return `${value.toString('latin1')}\n${value.toString('utf8')}\n${value.toString('hex')}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
