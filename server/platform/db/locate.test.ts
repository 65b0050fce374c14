import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'

test('backup, restore and imports find the database that the server uses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saral-locate-'))
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATA_DIR', folder)
  const log = () => undefined
  const ofServer = await startEmbedded({ dataDir: readConfig({ DATA_DIR: folder }).dataDir, log })
  const located = await locateFromEnvironment(log)
  expect(located.where).toBe(ofServer.where)
  expect(located.target).toEqual(ofServer.connection)
  await located.stop()
  await ofServer.stop()
  await rm(ofServer.where, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})
