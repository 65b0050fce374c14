import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { jobNames } from '#server/jobs.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createQueue, type JobData } from '#server/platform/jobs/queue.ts'
import { applicationRole, environmentOf } from '#server/testing/application-role.ts'
import { browserOn } from '#server/testing/browser.ts'
import { emptyDatabase, freshDatabase } from '#server/testing/database.ts'
import { processes, runCommand as run, signIn, stop } from '#server/testing/processes.ts'

let dataDir: string
let start: Awaited<ReturnType<typeof processes>>['start']
let end: () => Promise<void>
beforeAll(async () => {
  ;({ dataDir, start, end } = await processes())
})
afterAll(() => end())

test('without the owner, a server refuses a database that is not migrated, and never migrates it', async () => {
  const { target, drop } = await emptyDatabase()
  const role = await applicationRole(target)
  await expect(start({ DATABASE_APP_URL: role.appUrl })).rejects.toThrow(
    /exit 1.*never migrated for the role of DATABASE_APP_URL. Run "npm run ops -- migrate" first/s,
  )
  const tables = "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'"
  expect((await asOwner(target, owner => owner.query(tables))).rows).toEqual([{ count: 0 }])
  await role.drop()
  await drop()
})

test('after npm run ops -- migrate, a server without the owner serves a sign-in and does its jobs', async () => {
  const { target, drop } = await emptyDatabase()
  const { url, appUrl, drop: dropRole } = await applicationRole(target)
  const home = { DATA_DIR: await mkdtemp(join(dataDir, 'two-steps-')) }
  for (const _ of ['once', 'again'])
    await run('migrate', { DATABASE_URL: url, DATABASE_APP_URL: appUrl, ...home })
  const ownServer = { DATABASE_APP_URL: appUrl, JOB_MAINTENANCE_SECONDS: '1', ...home }
  const server = await start(ownServer)
  const browser = browserOn(server.origin)
  browser.token = await signIn(server, browser, '919812345679')
  expect(await browser.calls(contract.account).me({})).toMatchObject({ ok: true })

  const db = await openDatabase({ appUrl }, { log: () => undefined })
  const queue = await createQueue<JobData>(db, { names: jobNames, log: () => undefined })
  const ids = { borrowerId: randomUUID(), orderId: randomUUID(), subscriptionId: null }
  await db.transaction(tx => queue.enqueue(tx, 'send-push', { ...ids, news: 'settled' }))
  await expect
    .poll(() => db.raw("SELECT state::text FROM jobs.job WHERE name = 'send-push'"), {
      timeout: 30_000,
    })
    .toEqual([{ state: 'completed' }])
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const moving = { method: 'POST', headers, body: JSON.stringify({ advance: 'P40D' }) }
  const moved = await fetch(`${server.origin}/sandbox/clock`, moving)
  expect(await moved.json()).toMatchObject({ now: expect.any(String) })
  await run('backup', ownServer, join(home.DATA_DIR, 'backup.gz'))
  for (const command of ['books', 'verify-audit']) await run(command, ownServer)
  await run('emergency', ownServer, 'end-sessions', '9812345679')
  expect(await browser.calls(contract.account).me({})).toMatchObject({ reason: 'not-logged-in' })
  await expect(run('rotate-keys', ownServer)).rejects.toThrow('This command needs DATABASE_URL')
  await queue.stop()
  await db.close()
  expect(await stop(server, 'SIGTERM')).toBe(0)
  expect(server.printed()).not.toMatch(/"42501"|permission denied|must be owner/)
  await dropRole()
  await drop()
})

test('refuses to start with a wrong configuration, and names the fault', async () => {
  const profile = {
    RBI_REGISTRATION: 'N-1',
    GRIEVANCE_NAME: 'A. Rao',
    GRIEVANCE_PHONE: '1800 000 0001',
    GRIEVANCE_EMAIL: 'a@lender.example',
  }
  const lender = Object.fromEntries(
    Object.entries({ NAME: 'Nila Finance', ...profile }).map(([name, value]) => [
      `LENDER_${name}`,
      value,
    ]),
  )
  const signing = {
    SIGNING_CERTIFICATE: join(dataDir, 'nowhere.p12'),
    SIGNING_PASSPHRASE: 'open sesame',
  }
  const refused = start({ ...lender, ALLOW_SIMULATORS: 'yes', ...signing })
  await expect(refused).rejects.toThrow(/exit 1.*SIGNING_CERTIFICATE cannot be read/s)
  await expect(refused).rejects.not.toThrow('open sesame')
})

test('reports at the start what is under way with another vendor than the configured one', async () => {
  const { target, drop } = await freshDatabase()
  await asOwner(target, owner =>
    owner.query(`
      ALTER TABLE payout DROP CONSTRAINT payout_borrower_id_order_id_fkey;
      INSERT INTO payout (borrower_id, payout_id, order_id, amount, state, created_at, vendor)
        SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'pending', now(), 'razorpay' FROM generate_series(1, 2)`),
  )
  const server = await start(environmentOf(target))
  await expect
    .poll(server.printed)
    .toContain('Under way with other vendors than the configured ones: 2 payouts with razorpay.')
  expect(await stop(server, 'SIGTERM')).toBe(0)
  await drop()
})

test('starts with the keys of its database only, and generates none if they are lost', async () => {
  expect(await stop(await start(), 'SIGTERM')).toBe(0)
  const file = join(dataDir, 'keys.json')
  const contents = await readFile(file, 'utf8')
  const { active, hashing } = JSON.parse(contents)
  const other = randomBytes(32).toString('base64')

  await rm(file)
  await expect(start()).rejects.toThrow(
    /exit 1.*No keys: \S+keys\.json does not exist, and the database has data/s,
  )
  await expect(readFile(file)).rejects.toThrow('ENOENT')

  await writeFile(file, JSON.stringify({ active, masters: { [active]: other }, hashing }))
  const refused = start()
  await expect(refused).rejects.toThrow(
    /exit 1.*keys\.json are not the keys.*: the master key k1 is a different one/s,
  )
  await expect(refused).rejects.not.toThrow(other.slice(0, 8))
  const command = run('emergency', { DATA_DIR: dataDir }, 'end-sessions', '9812345679')
  await expect(command).rejects.toThrow('the master key k1 is a different one')

  await writeFile(file, contents)
  expect(await stop(await start(), 'SIGTERM')).toBe(0)
})
