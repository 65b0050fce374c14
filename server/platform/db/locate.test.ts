import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { forgetElsewhere, refuseForgottenAddress } from '#server/platform/db/elsewhere.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { locateDatabase } from '#server/platform/db/locate.ts'
import { openMigrated } from '#server/platform/db/open.ts'
import { applicationRole, environmentOf } from '#server/testing/application-role.ts'
import { emptyDatabase, freshDatabase } from '#server/testing/database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-locate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const quiet = { say: () => undefined, log: () => undefined }

/** Opens and closes the database as a command in this environment; returns what it prints. */
async function output(env: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const located = await locateDatabase(readConfig(env), { say: line => lines.push(line) })
  const db = await openMigrated(located.target, quiet).finally(located.stop)
  await db.close()
  return lines.join('\n')
}

async function used(target: DatabaseTarget, columns: string): Promise<void> {
  await asOwner(target, owner =>
    owner.query(`DELETE FROM installation; INSERT INTO installation SELECT 1, ${columns}`),
  )
}

test('a command finds the embedded database that the server uses', async () => {
  const dataDir = join(folder, 'embedded')
  const ofServer = await startEmbedded({ dataDir, log: quiet.log })
  const lines: string[] = []
  const located = await locateDatabase(readConfig({ DATA_DIR: dataDir }), {
    say: line => lines.push(line),
  })
  expect(located.target).toEqual(ofServer.connection)
  expect(lines).toEqual([`Database: the embedded one in ${dataDir}, no lender yet`])
  await located.stop()
  await ofServer.stop()
  await rm(ofServer.where, { recursive: true, force: true })
})

test('a command says which database it works on: host, name and lender, and no password', async () => {
  const { target, drop } = await freshDatabase()
  const role = await applicationRole(target)
  const name = new URL(role.url).pathname.slice(1)
  const line = async (columns: string) => {
    await used(target, columns)
    return output({ DATABASE_URL: role.url })
  }
  expect(await output({ DATABASE_URL: role.url })).toMatch(
    new RegExp(`^Database: \\S+:\\d+/${name}, no lender yet$`),
  )
  expect(await line("'Nila Finance', NULL, now()")).toContain(`/${name}, lender: Nila Finance`)
  expect(await line("'Nila Finance', now(), now()")).toContain(
    'Nila Finance, after a demonstration',
  )
  expect(await line('NULL, NULL, now()')).toContain('no lender, but real vendors')
  expect(await line('NULL, now(), NULL')).toMatch(/, a demonstration$/)
  await asOwner(target, owner =>
    owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${new URL(role.appUrl).username}`),
  )
  const { password } = new URL(role.appUrl)
  const asRole = await output({ DATABASE_APP_URL: role.appUrl })
  expect(asRole).toContain(`/${name}, a demonstration`)
  expect(asRole).not.toContain(password)
  await role.drop()
  await drop()
})

test('a command refuses a database that was never migrated, lacks migrations or is newer, and leaves it', async () => {
  const empty = await emptyDatabase()
  await expect(output(environmentOf(empty.target))).rejects.toThrow(
    'The database was never migrated. Run "npm run ops -- migrate" first',
  )
  const objects = `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`
  const { rows } = await asOwner(empty.target, owner => owner.query(objects))
  expect(rows).toEqual([{ count: 0 }])
  await empty.drop()

  const { target, drop } = await freshDatabase()
  const change = (sql: string) => asOwner(target, owner => owner.query(sql))
  const last = 'number = (SELECT max(number) FROM schema_migration)'
  await change(`UPDATE schema_migration SET number = number + 1 WHERE ${last}`)
  await expect(output(environmentOf(target))).rejects.toThrow(/was migrated .* by a newer release/)
  await change(`DELETE FROM schema_migration WHERE ${last}`)
  await expect(output(environmentOf(target))).rejects.toThrow(/lacks 1 of the migrations/)
  const count = await change('SELECT count(*)::int AS count FROM schema_migration WHERE number > 0')
  await expect(output(environmentOf(target))).rejects.toThrow(/lacks 1/)
  const again = await change('SELECT count(*)::int AS count FROM schema_migration WHERE number > 0')
  expect(again.rows).toEqual(count.rows)
  await drop()
})

test('a command makes no embedded database where there is none', async () => {
  const dataDir = join(folder, 'nothing')
  await expect(output({ DATA_DIR: dataDir })).rejects.toThrow(
    `no server has made an embedded one in DATA_DIR=${dataDir}`,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test('a command without DATABASE_URL names the database that was used last', async () => {
  const dataDir = join(folder, 'forgotten')
  await mkdir(dataDir)
  const { target, drop } = await freshDatabase()
  const name = new URL(environmentOf(target).DATABASE_URL ?? '').pathname.slice(1)
  await output({ ...environmentOf(target), DATA_DIR: dataDir })
  await expect(output({ DATA_DIR: dataDir })).rejects.toThrow(
    new RegExp(`DATABASE_URL is not set, and DATA_DIR=${dataDir} was last used with .*/${name}\\.`),
  )
  // A demonstration may move to the embedded database; a lender does not.
  await refuseForgottenAddress(dataDir, 'server')
  await used(target, "'Nila Finance', NULL, now()")
  await output({ ...environmentOf(target), DATA_DIR: dataDir })
  await expect(refuseForgottenAddress(dataDir, 'server')).rejects.toThrow('DATABASE_URL is not set')
  await forgetElsewhere(dataDir)
  await expect(output({ DATA_DIR: dataDir })).rejects.toThrow('There is no database')
  await drop()
})
