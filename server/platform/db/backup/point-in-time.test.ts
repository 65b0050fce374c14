import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePointInTime } from '#server/platform/db/backup/point-in-time.ts'

const now = new Date('2026-11-24T12:00:00Z')
const to = new Date('2026-11-24T10:14:00Z')

let folder: string
let base: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-point-'))
  base = join(folder, 'base')
  await mkdir(base)
  await writeFile(join(base, 'backup_label'), '')
  await writeFile(
    join(base, 'postgresql.auto.conf'),
    "synchronous_standby_names = 'FIRST 1 (db2)'\n",
  )
})
afterAll(() => rm(folder, { recursive: true }))

const parts = () => ({ base, archive: '/archive', to, into: join(folder, 'data'), port: 5433 })

test.each([
  ['an instant in the future', { to: new Date('2026-11-25T00:00:00Z') }, 'in the future'],
  ['an instant that is none', { to: new Date('yesterday') }, 'cannot be read'],
  ['a folder that is no backup', { base: '/nowhere' }, 'no base backup'],
])('refuses %s', async (_, wrong, message) => {
  await expect(preparePointInTime({ ...parts(), ...wrong }, now)).rejects.toThrow(message)
})

test('replays the archive up to the instant, without standbys and without archiving', async () => {
  await preparePointInTime(parts(), now)
  const { into } = parts()
  const lines = (await readFile(join(into, 'postgresql.auto.conf'), 'utf8')).trim().split('\n')
  expect(lines.slice(1)).toEqual([
    `restore_command = 'cp "/archive/%f" "%p"'`,
    "recovery_target_time = '2026-11-24 10:14:00.000+00'",
    "recovery_target_action = 'promote'",
    "archive_mode = 'off'",
    "synchronous_standby_names = ''",
    "listen_addresses = '127.0.0.1'",
    "port = '5433'",
  ])
  expect(await readFile(join(into, 'recovery.signal'), 'utf8')).toBe('')
  await expect(preparePointInTime(parts(), now)).rejects.toThrow('is not empty')
})
