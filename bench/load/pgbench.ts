import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Query, Replacement } from './transaction.ts'

/** Returns the path of pgbench, from PATH or Debian's folder; undefined if it is not installed. */
export function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'pgbench'))
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()].find(
    file => existsSync(file),
  )
}

/** Writes the recorded transaction as a pgbench script in which each run is for another person. */
export function scriptOf(recorded: readonly Query[], replacements: readonly Replacement[]): string {
  const statements = recorded.map(({ sql, values, types }) =>
    sql.replace(/\$(\d+)/g, (_whole, at: string) =>
      valueInSql(values[Number(at) - 1], types[Number(at) - 1] ?? 'text', replacements),
    ),
  )
  const count = ['\\set n :n + 1', '\\set person :start + :client_id * :each + :n']
  return [
    ...count,
    ...['BEGIN', ...statements, 'COMMIT'].map(statement => `${statement.replace(/\s+/g, ' ')};`),
  ].join('\n')
}

function valueInSql(value: unknown, type: string, replacements: readonly Replacement[]): string {
  const text = textOf(value)
  if (text === null) return `NULL::${type}`
  const isPersonal = replacements.some(replacement => text.includes(replacement.text))
  if (!isPersonal) return `${quoted(text)}::${type}`
  return `(${concatenated(text, replacements)})::${type}`
}

function concatenated(text: string, replacements: readonly Replacement[]): string {
  const [replacement, ...others] = replacements
  if (!replacement) return quoted(text)
  return text
    .split(replacement.text)
    .map(part => concatenated(part, others))
    .join(` || ${replacement.sql} || `)
}

/** Quotes a text for SQL, and splits it where pgbench would read a colon and a word as a variable. */
function quoted(text: string): string {
  return `('${text.replaceAll("'", "''").replace(/:(?=\w)/g, ":' || '")}')`
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value))
    return `{${value.map(each => (each === null ? 'NULL' : JSON.stringify(textOf(each))))}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Runs a script with prepared statements, and returns the transactions per second. */
export async function transactionsPerSecond(
  pgbench: string,
  {
    url,
    script,
    clients,
    each,
    start,
  }: { url: string; script: string; clients: number; each: number; start: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'saral-pgbench-'))
  try {
    const file = join(folder, 'apply.sql')
    await writeFile(file, script)
    const variables = ['-D', 'n=-1', '-D', `each=${each}`, '-D', `start=${start}`]
    const size = ['-c', String(clients), '-j', '2', '-t', String(each)]
    const { stdout } = await promisify(execFile)(pgbench, [
      '-n',
      '-M',
      'prepared',
      ...size,
      ...variables,
      '-f',
      file,
      url,
    ])
    const processed = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
    if (processed !== clients * each) throw new Error(`pgbench did not finish:\n${stdout}`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
