/**
 * The real server for a test: with its own database on a free port, with simulators, and with a
 * clock that the test moves.
 */

import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { contract } from '#contract/index.ts'
import { loginRoutes, passkeyRoutes } from '#server/accounts/routes.ts'
import { buildApp } from '#server/app.ts'
import { jobNames } from '#server/jobs.ts'
import { accountRoutes } from '#server/lending/routes/account.ts'
import type { Route } from '#server/platform/actions/call.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type Cipher, cipherWith, fixedKeys } from '#server/platform/db/encrypt.ts'
import { randomIds } from '#server/platform/ids.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { logSerializers } from '#server/platform/redaction.ts'
import { sandboxMessages, smsSimulator } from '#server/providers/sms/simulator.ts'
import type { Services } from '#server/services.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

/** Time stands still until the test moves it; `wall` moves along unless the test says otherwise. */
export type MovableClock = Clock & {
  readonly advance: (by: { seconds?: number; days?: number }) => void
  readonly set: (to: Date) => void
}

export type TestServer = {
  readonly services: Services
  readonly app: FastifyInstance
  readonly clock: MovableClock
  readonly origin: string
  readonly database: FreshDatabase
  /** A new browser. */
  readonly browser: () => Browser
  /** A browser signed in with a number (`91…`), through the real calls and the simulated SMS. */
  readonly signIn: (phone: string, browser?: Browser) => Promise<Browser>
  /** Makes the browser's device known by the second code. */
  readonly confirmDevice: (phone: string, browser: Browser) => Promise<void>
  /** The digits of the newest code sent to a number. */
  readonly codeSentTo: (phone: string) => Promise<string>
  /** The log, one object per line. */
  readonly logged: Record<string, unknown>[]
  readonly close: () => Promise<void>
}

export type TestOptions = {
  /** The routes besides those of sign-in. */
  readonly routes?: (services: Services) => Route[]
  readonly extend?: (app: FastifyInstance, services: Services) => void | Promise<void>
  readonly config?: Partial<Config>
  /** Services with replaced parts, or made from the usual ones. */
  readonly services?: Partial<Services> | ((usual: Services) => Partial<Services>)
  readonly logLevel?: 'info' | 'trace'
  /** A database that exists already; by default a fresh one. It is dropped at the end. */
  readonly database?: FreshDatabase
  readonly cipher?: Cipher
  /** All routes, in place of sign-in's and `routes`; opening their services may be asynchronous. */
  readonly allRoutes?: (services: Services) => Promise<Route[]>
}

/** Starts a server; close it after the tests of the file. */
export async function testServer({
  routes,
  extend,
  config,
  services: parts,
  logLevel = 'info',
  allRoutes,
  database: existing,
  cipher = testCipher(),
}: TestOptions = {}): Promise<TestServer> {
  const database = existing ?? (await freshDatabase())
  const { db } = database
  const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
  const ids = randomIds()
  const logged: Record<string, unknown>[] = []
  const logger = pino(
    { level: logLevel, serializers: logSerializers },
    { write: line => void logged.push(JSON.parse(line)) },
  )
  const queue = startedOnUse(() =>
    createQueue(db, {
      names: jobNames,
      log: (message, level = 'info') => logger[level](message),
    }),
  )
  let origin = 'http://saral.test'
  const usual: Services = {
    config: { ...readConfig({ LIMIT_SCALE: '1000' }), ...config },
    db,
    clock,
    ids,
    queue,
    cipher,
    sms: smsSimulator({ db, clock, ids, cipher }),
    log: logger,
    publicOrigin: () => origin,
  }
  const services: Services = { ...usual, ...(typeof parts === 'function' ? parts(usual) : parts) }
  const served = (await allRoutes?.(services)) ?? [
    ...loginRoutes(services),
    ...accountRoutes(services),
    ...passkeyRoutes(services),
    ...(routes?.(services) ?? []),
  ]
  const app = await buildApp({
    services,
    logger,
    version: '0.0.0',
    routes: served,
    ...(extend && { extend: fastify => extend(fastify, services) }),
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const codeSentTo = (phone: string) => newestCode(services, phone)
  const close = async () => {
    await app.close()
    await queue.stop()
    await database.drop()
  }
  const signIn = async (phone: string, browser = browserOn(origin)) => {
    const calls = browser.calls(contract.login)
    const code = await calls.sendCode({ phone })
    if (!code.ok) throw new Error(`no code: ${code.reason}`)
    const entered = await calls.login({ phone, code: await codeSentTo(phone), replace: true })
    if (!entered.ok) throw new Error(`not signed in: ${entered.reason}`)
    browser.token = entered.data.token
    return browser
  }
  const confirmDevice = async (phone: string, browser: Browser) => {
    const calls = browser.calls(contract.account)
    clock.advance({ seconds: 61 })
    const answer = await calls.sendConfirmCode({})
    if (!answer.ok) throw new Error(`no code: ${answer.reason}`)
    const confirmed = await calls.confirmDevice({ code: await codeSentTo(phone) })
    if (!confirmed.ok) throw new Error(`not confirmed: ${confirmed.reason}`)
  }
  return {
    services,
    app,
    clock,
    origin,
    database,
    browser: () => browserOn(origin),
    signIn,
    confirmDevice,
    codeSentTo,
    logged,
    close,
  }
}

/** A queue that its first use starts: most files use none, and its start takes longer than the rest. */
function startedOnUse(start: () => Promise<Services['queue']>): Services['queue'] {
  let started: Promise<Services['queue']> | undefined
  const queue = () => {
    started ??= start()
    return started
  }
  return {
    enqueue: async (...job) => (await queue()).enqueue(...job),
    enqueueAll: async (...jobs) => (await queue()).enqueueAll(...jobs),
    enqueueMissing: async (...jobs) => (await queue()).enqueueMissing(...jobs),
    work: async (...handler) => (await queue()).work(...handler),
    deadLetters: async () => (await queue()).deadLetters(),
    stop: async () => (await started)?.stop(),
  }
}

async function newestCode(services: Services, phone: string): Promise<string> {
  const messages = await sandboxMessages(services, phone)
  const newest = messages.find(({ text }) => !text.startsWith('Saral: '))
  return /\d{4,8}/.exec(newest?.text ?? '')?.[0] ?? 'no code was sent'
}

/** Its hashes are those of each run: some decide which row counts a call. */
export function testCipher(master = 1): Cipher {
  return cipherWith(
    fixedKeys({
      active: 'test',
      masters: new Map([['test', Buffer.alloc(32, master)]]),
      hashing: Buffer.alloc(32, 2),
    }),
  )
}

export function movableClock(start: Date): MovableClock {
  let nowMs = start.getTime()
  const now = () => new Date(nowMs)
  return {
    now,
    wall: now,
    advance: ({ seconds = 0, days = 0 }) => {
      nowMs += seconds * 1000 + days * 86_400_000
    },
    set: to => {
      nowMs = to.getTime()
    },
  }
}
