/** Loads every statement of the product, wherever it stands, and lets PostgreSQL plan them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Statement } from '#server/platform/db/statement.ts'

export const SERVER_FOLDER = join(import.meta.dirname, '..')

/** The rooms with statements, in import order: a statement belongs to the first in which it appears. */
export const ROOMS_WITH_STATEMENTS = [
  'platform',
  'providers',
  'notices',
  'accounts',
  'identity',
  'lending',
  'support',
  'staff',
  'privacy',
] as const

/** Every module of a folder that defines a statement. */
export async function modulesWithStatements(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  return files.filter((_file, index) => /\b(?:statement|forgetting)\(/.test(texts[index] ?? ''))
}

/** Loads the modules of a room that define statements: `statements()` then returns them too. */
export async function loadStatementsOf(room: string): Promise<void> {
  for (const file of await modulesWithStatements(join(SERVER_FOLDER, room)))
    await import(pathToFileURL(file).href)
}

type Text = Pick<Statement, 'name' | 'sql'>

export const prepare = ({ name, sql }: Text) => `PREPARE "${name}" AS ${sql}`
/** Plans a prepared statement without its values. */
export function plan({ name, sql }: Text, explain = 'EXPLAIN'): string {
  const numbers = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'NULL').join(', ')
  return `${explain} EXECUTE "${name}"${nulls && ` (${nulls})`}`
}
/** Prepares a statement, plans it, and forgets it. */
export const planOnce = (each: Text, explain?: string) =>
  [prepare(each), plan(each, explain), `DEALLOCATE "${each.name}"`].join(';')
