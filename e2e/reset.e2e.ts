import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'
import type { Server } from '#e2e/rig/server.ts'

openOwnProduct()

const HOUR = 3_600_000

/** Counts the rows of each table that the server does not write by itself, without the clock's. */
const rowsOf = ({ reading }: Server) =>
  reading(async db => {
    const tables = await db.raw(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'sandbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND relname NOT IN ('write_probe', 'rate_window', 'clock')`,
    )
    const rows: Record<string, unknown> = {}
    for (const { name } of tables)
      rows[String(name)] = (await db.raw(`SELECT count(*)::int AS rows FROM ${name}`))[0]?.rows
    return rows
  })

const picturesOf = ({ env }: Server) =>
  readdirSync(join(env.DATA_DIR ?? '', 'files'), { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile(),
  )

/** Only an embedded database can be reset. */
async function expectNoReset({ page, server }: Scene): Promise<void> {
  await page.goto('/sandbox')
  expect(await page.getByRole('link', { name: 'Reset the demonstration' }).count()).toBe(0)
  const answer = await fetch(`${server.origin}/sandbox/reset`, { method: 'POST' })
  expect(answer.status).toBe(404)
}

const story = async (scene: Scene) => {
  const { page, server, sandbox, see, tap, arrive } = scene
  if (server.env.DATABASE_URL !== undefined) return expectNoReset(scene)
  const first = await rowsOf(server)
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-weekly', 5_000)
  await person.enter(page.context())
  await sandbox.advance('P3D')
  expect(picturesOf(server)).not.toEqual([])

  await page.goto('/sandbox')
  await tap('Reset the demonstration')
  await see('Remove everything?')
  await tap('Keep everything')
  expect((await person.detail(orderId)).orderState).toBe('loaned')

  await page.goto('/sandbox/reset')
  await tap('Remove everything')
  await see('The demonstration begins again.')
  const removed = await page.locator('dl > div').allTextContents()
  expect(removed.join(', ')).toMatch(
    /^Borrowers1, Applications and loans1, Text messages[1-9]\d*, Pictures[1-9]\d*$/,
  )

  expect(Math.abs((await sandbox.now()).getTime() - Date.now())).toBeLessThan(HOUR)
  expect(picturesOf(server)).toEqual([])
  expect(await rowsOf(server)).toEqual(first)
  execFileSync(process.execPath, ['server/commands/verify-audit.ts'], {
    env: { ...process.env, ...server.env },
  })
  await page.goto('/personal')
  await arrive('/login')
  const again = await newBorrower(server.origin, person.phone)
  await again.verify()
  await again.addBank()
  await again.borrow('saral-weekly', 5_000)
}

journey('brings the demonstration back to its first state', story, [androidPhone])
