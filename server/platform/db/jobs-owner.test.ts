/**
 * The tables of the job queue belong to one role. Where another one is to use them, `npm run ops -- migrate`
 * hands them over, or refuses by name before it reports success.
 */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { connectDatabase, openDatabase, prepareDatabase } from '#server/platform/db/open.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { environmentOf } from '#server/testing/application-role.ts'
import { emptyDatabase } from '#server/testing/database.ts'

const quiet = { log: () => undefined }

/** A role that owns its database, and may create no roles. */
let plainOwner: string
let app: string
let url: string
let appUrl: string
let database: { target: DatabaseTarget; drop: () => Promise<void> }
const asSuperuser = (sql: string) => asOwner(database.target, owner => owner.query(sql))

beforeEach(async () => {
  const suffix = randomBytes(6).toString('hex')
  plainOwner = `saral_plain_${suffix}`
  app = `saral_app_${suffix}`
  database = await emptyDatabase()
  const address = environmentOf(database.target).DATABASE_URL ?? ''
  const name = new URL(address).pathname.slice(1)
  const password = randomBytes(16).toString('hex')
  await asSuperuser(`CREATE ROLE ${plainOwner} LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '${password}';
    CREATE ROLE ${app} LOGIN PASSWORD '${password}'; ALTER DATABASE ${name} OWNER TO ${plainOwner}`)
  url = Object.assign(new URL(address), { username: plainOwner, password }).href
  appUrl = Object.assign(new URL(address), { username: app, password }).href
})
afterEach(async () => {
  const roles = [plainOwner, app].join(', ')
  await asSuperuser(
    `REASSIGN OWNED BY ${roles} TO CURRENT_USER; DROP OWNED BY ${roles}; DROP ROLE ${roles}`,
  )
  await database.drop()
})

/** Starts the queue as a server does, enqueues a job, and counts the jobs that wait. */
async function useQueue(access: Parameters<typeof openDatabase>[0]): Promise<number> {
  const db = await openDatabase(access, quiet)
  try {
    const queue = await createQueue<{ greet: object }>(db, { names: ['greet'], ...quiet })
    await db.transaction(tx => queue.enqueue(tx, 'greet', {}))
    const [row] = await db.raw("SELECT count(*)::int AS count FROM jobs.job WHERE name = 'greet'")
    await queue.stop()
    return Number(row?.count)
  } finally {
    await db.close()
  }
}

test('an owner that may create no roles gives the application’s role its rights, and servers work', async () => {
  for (const _ of ['once', 'again']) await prepareDatabase({ url, appUrl }, quiet)
  expect(await useQueue({ appUrl })).toBe(1)
  await prepareDatabase({ url, appUrl }, quiet)
  expect(await useQueue({ appUrl })).toBe(2)
})

test('tables that the owner made are refused by name, and handed over once the owner may', async () => {
  expect(await useQueue({ url })).toBe(1)
  const migrating = prepareDatabase({ url, appUrl }, quiet)
  await expect(migrating).rejects.toThrow(
    new RegExp(
      `job queue \\(schema jobs\\) belong to ${plainOwner}.*GRANT ${app} TO ${plainOwner}`,
    ),
  )
  await asSuperuser(`GRANT ${app} TO ${plainOwner}`)
  await prepareDatabase({ url, appUrl }, quiet)
  expect(await useQueue({ appUrl })).toBe(2)
  const { rows } = await asSuperuser(
    `SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace = 'jobs'::regnamespace AND relkind IN ('r', 'p')`,
  )
  expect(rows).toEqual([{ owner: app }])
})

test('tables of the application’s role are refused by name to an owner who starts alone', async () => {
  await prepareDatabase({ url, appUrl }, quiet)
  expect(await useQueue({ appUrl })).toBe(1)
  await expect(useQueue({ url })).rejects.toThrow(
    new RegExp(`job queue \\(schema jobs\\) belong to ${app}.*Set DATABASE_APP_URL`),
  )
  expect(await useQueue({ url, appUrl })).toBe(2)
})

test('a superuser hands them over from one role to another', async () => {
  const whole = environmentOf(database.target).DATABASE_URL ?? ''
  const db = await connectDatabase(await prepareDatabase({ url: whole }, quiet), quiet)
  const queue = await createQueue<{ greet: object }>(db, { names: ['greet'], ...quiet })
  await db.transaction(tx => queue.enqueue(tx, 'greet', {}))
  await queue.stop()
  await db.close()
  await prepareDatabase({ url: whole, appUrl }, quiet)
  expect(await useQueue({ appUrl })).toBe(2)
})

test('an address of another database for the application is refused by name', async () => {
  const other = await emptyDatabase()
  const name = new URL(environmentOf(other.target).DATABASE_URL ?? '').pathname
  const elsewhere = Object.assign(new URL(appUrl), { pathname: name }).href
  await expect(prepareDatabase({ url, appUrl: elsewhere }, quiet)).rejects.toThrow(
    'DATABASE_APP_URL is the address of another database than DATABASE_URL',
  )
  await other.drop()
})
