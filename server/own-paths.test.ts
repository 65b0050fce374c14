import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPagePath, SERVER_FIRST_PARTS } from '#contract/page-path.ts'
import { type Life, openSaral, stop } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { serveConsole } from '#server/platform/http/static.ts'
import { environmentOf } from '#server/testing/application-role.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

/** Fastify announces each application before its first route. */
const ANNOUNCED = 'fastify.initialization'
/** The files and the pages of the app itself. */
const OF_THE_APP = ['/', '/*']

const paths = new Set<string>()
const listen = (announced: unknown) =>
  (announced as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ url }) => {
    paths.add(url)
  })

const logger = pino({ level: 'silent' })
const life: Life = { phase: 'starting', undo: [] }
let database: FreshDatabase
let folder: string
beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'saral-paths-'))
  const env = { PORT: '0', DATA_DIR: folder, JOBS: 'no', ...environmentOf(database.target) }
  subscribe(ANNOUNCED, listen)
  await openSaral(readConfig(env), logger, life)
  // The console may not be built here.
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '')
  await serveConsole(Fastify(), folder, undefined)
  unsubscribe(ANNOUNCED, listen)
})
afterAll(async () => {
  await stop(life, logger)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Any value stands in place of the parts that vary. */
const ownAddresses = () =>
  [...paths].filter(path => !OF_THE_APP.includes(path)).map(path => path.replace(/:\w+|\*/g, 'a'))

test('the list of the server’s own addresses has the first part of each', () => {
  const firstParts = new Set(ownAddresses().map(address => address.split('/')[1]))
  expect([...firstParts].sort()).toEqual(SERVER_FIRST_PARTS)
})

test('no address of the server itself is one that the service worker answers', () => {
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/api1/sms/v1/sendCode',
      '/api1/staff/v1/me',
      '/console',
      '/console/:page/:part',
      '/console/:page/:part/:id',
      '/health',
      '/ready',
      '/sandbox',
      '/sandbox/staff',
      '/webhook/payment',
    ]),
  )
  expect(ownAddresses().filter(isPagePath)).toEqual([])
})
