/**
 * Verified borrowers. The real calls make each once in a process; later databases receive copies of
 * its rows, which takes a twentieth of the time.
 */
import pg from 'pg'
import { type FileStore, fileKey } from '#server/platform/files/store.ts'
import type { TestServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import type { Job } from '#server/testing/recorded-jobs.ts'

export type Borrower = {
  readonly browser: Browser
  readonly id: string
  readonly phone: string
  readonly cardId: string
}

type World = {
  readonly server: Pick<TestServer, 'clock' | 'browser' | 'services'>
  readonly owner: pg.Client
  readonly files: FileStore
  readonly jobs: Job[]
}
type StoredRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> }
type Copy = Awaited<ReturnType<typeof copyOf>> & {
  readonly beganMs: number
  readonly tookMs: number
}

/** The borrowers by their keys. */
const copies = new Map<string, Copy>()

/** Sessions follow wall time, which stands still where the test moves the clock. */
const WALL_TIME_TABLE = 'session'
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/

/** Returns a copy of the borrower of this key; `make` makes the first. All worlds have one cipher. */
export async function verifiedOnce(
  world: World,
  key: string,
  make: () => Promise<Borrower>,
): Promise<Borrower> {
  const copy = copies.get(key)
  if (copy) return pasted(world, copy)
  const { clock } = world.server
  const beganMs = clock.now().getTime()
  const borrower = await make()
  const tookMs = clock.now().getTime() - beganMs
  copies.set(key, { beganMs, tookMs, ...(await copyOf(world, borrower)) })
  return borrower
}

async function copyOf(
  { server, owner, files, jobs }: World,
  { browser: { token, cookies, headers }, ...who }: Borrower,
) {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'borrower_id'`,
  )
  const readOf = (table: string, isOwn: string) =>
    `SELECT '${table}' AS "table", to_jsonb(t) AS row FROM ${table} t WHERE ${isOwn}`
  const texts = server.services.cipher.keyedHash('sandbox-sms', who.phone).toString('hex')
  const reads = tables.map(({ name }) => readOf(name, `borrower_id = '${who.id}'`))
  reads.push(readOf('sandbox.sms', `recipient_hash = '\\x${texts}'`))
  const { rows } = await owner.query<StoredRow>(reads.join(' UNION ALL '))
  const keys = rows.flatMap(({ row }) => (row.file_key ? [fileKey(String(row.file_key))] : []))
  return {
    who,
    device: { token, cookies: [...cookies], headers: { ...headers } },
    rows,
    files: await Promise.all(keys.map(async key => ({ key, bytes: await files.get(key) }))),
    jobs: jobs.filter(({ data }) => Object.values<unknown>(data).includes(who.id)),
  }
}

async function pasted({ server, owner, files, jobs }: World, copy: Copy): Promise<Borrower> {
  // The next act of the test comes after the copy, though the clock stands still: ids of one
  // millisecond sort in the order of their making only within one server.
  const laterMs = server.clock.now().getTime() - copy.beganMs - 1
  const later = (value: unknown) =>
    typeof value === 'string' && TIME.test(value)
      ? new Date(Date.parse(value) + laterMs).toISOString()
      : value
  const insertions = copy.rows.map(({ table, row }) => {
    const moved = Object.entries(row).map(([column, value]) => [column, later(value)])
    const values = table === WALL_TIME_TABLE ? row : Object.fromEntries(moved)
    const json = pg.escapeLiteral(JSON.stringify(values))
    return `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, ${json})`
  })
  await owner.query(insertions.join(';'))
  for (const { key, bytes } of copy.files) if (bytes) await files.put(key, bytes)
  jobs.push(...copy.jobs)
  server.clock.advance({ seconds: copy.tookMs / 1_000 })
  const browser = server.browser()
  const { token, cookies, headers } = copy.device
  browser.token = token
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  Object.assign(browser.headers, headers)
  return { ...copy.who, browser }
}
