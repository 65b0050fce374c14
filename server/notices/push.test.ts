import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { contract } from '#contract/index.ts'
import type { PushKind } from '#server/notices/kinds.ts'
import { pushRoutes, sendPush } from '#server/notices/push.ts'
import { loadPushKeys } from '#server/providers/push/push-keys.ts'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { webPushPort } from '#server/providers/push/web-push.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import {
  type Borrower,
  type LendingWorld,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { borrowerIdOf } from '#server/testing/verification.ts'

const keys = webPush.generateVAPIDKeys()
let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await startPushService()
  const push = { isReal: true, keys: undefined, extraHosts: [service.host] }
  server = await testServer({ routes: pushRoutes, config: { push } })
})
afterAll(() => Promise.all([server.close(), service.close()]))

let last = 9_300_000_000
async function somebody() {
  const phone = `91${++last}`
  const browser = await server.signIn(phone)
  return { phone, browser, id: await borrowerIdOf(server, phone) }
}
const push = (browser: Browser) => browser.calls(contract.push)
const rowsOf = (id: string) =>
  server.services.db.raw(
    'SELECT subscription_id, language FROM push_subscription WHERE borrower_id = $1 ORDER BY created_at',
    [id],
  )

/** Sends to all of a borrower's browsers, as the jobs would. */
async function sendNews(
  id: string,
  orderId: string = randomUUID(),
  news: PushKind = 'payout-arrived',
) {
  const port = webPushPort({
    keys,
    subject: 'mailto:help@saral.example',
    extraHosts: [service.host],
    agent: service.agent,
  })
  for (const row of await rowsOf(id)) {
    const job = { borrowerId: id, orderId, news, subscriptionId: String(row.subscription_id) }
    await sendPush({ ...server.services, push: port }, job)
  }
}

describe('a subscription', () => {
  test('delivers news to the browser in its language, without anything that only the owner should know', async () => {
    const { browser, id } = await somebody()
    browser.headers['x-language'] = 'hi'
    expect(await push(browser).subscribe(service.browser(keys.publicKey))).toEqual({
      ok: true,
      data: null,
    })
    const orderId = randomUUID()
    await sendNews(id, orderId)
    const { message, headers } = service.delivered.at(-1) ?? {}
    expect(message).toMatchObject({ title: 'पैसा आ गया', path: `/orders/${orderId}/detail` })
    expect(JSON.stringify(headers)).not.toContain(orderId)
  })

  test('that is off receives news within a day, and a reminder within its hours or not at all', async () => {
    const { browser, id } = await somebody()
    await push(browser).subscribe(service.browser(keys.publicKey))
    await sendNews(id)
    expect(service.delivered.at(-1)?.headers).toMatchObject({ ttl: '86400' })
    server.clock.set(new Date('2027-03-01T18:00:00+05:30'))
    await sendNews(id, randomUUID(), 'due-today')
    expect(service.delivered.at(-1)?.headers).toMatchObject({ ttl: '3600' })
  })

  test.each([404, 410])('is deleted if its service answers %i', async status => {
    const { browser, id } = await somebody()
    await push(browser).subscribe(service.browser(keys.publicKey, status))
    await sendNews(id)
    expect(await rowsOf(id)).toEqual([])
  })

  test('stays if its service is down, and the failed job is retried', async () => {
    const { browser, id } = await somebody()
    await push(browser).subscribe(service.browser(keys.publicKey, 503))
    await expect(sendNews(id)).rejects.toThrow('503')
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('is stored once however often it is made, and at most ten are stored', async () => {
    const { browser, id } = await somebody()
    const same = service.browser(keys.publicKey)
    await push(browser).subscribe(same)
    await push(browser).subscribe(same)
    expect(await rowsOf(id)).toHaveLength(1)
    for (let count = 0; count < 11; count += 1) {
      server.clock.advance({ seconds: 1 })
      await push(browser).subscribe(service.browser(keys.publicKey))
    }
    expect(await rowsOf(id)).toHaveLength(10)
  })

  test('moves to the next borrower who subscribes the same browser', async () => {
    const one = await somebody()
    const two = await somebody()
    const shared = service.browser(keys.publicKey)
    await push(one.browser).subscribe(shared)
    await push(two.browser).subscribe(shared)
    expect(await rowsOf(one.id)).toEqual([])
    expect(await rowsOf(two.id)).toHaveLength(1)
    await push(one.browser).unsubscribe({ endpoint: shared.endpoint })
    expect(await rowsOf(two.id)).toHaveLength(1)
  })

  test('ends when the borrower ends it, and when its device logs out', async () => {
    const { browser, id } = await somebody()
    const one = service.browser(keys.publicKey)
    const two = service.browser(keys.publicKey)
    await push(browser).subscribe(one)
    await push(browser).subscribe(two)
    await push(browser).unsubscribe({ endpoint: one.endpoint })
    expect(await rowsOf(id)).toHaveLength(1)
    await browser.calls(contract.login).logout({ everywhere: false })
    expect(await rowsOf(id)).toEqual([])
  })

  const good = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/x',
    auth: 'A'.repeat(22),
    userPublicKey: `B${'A'.repeat(86)}`,
  }

  test('with a known push service is accepted', async () => {
    const { browser } = await somebody()
    expect(await push(browser).subscribe(good)).toMatchObject({ ok: true })
  })

  test.each([
    [{ endpoint: 'https://evil.example/x' }],
    [{ endpoint: 'http://fcm.googleapis.com/x' }],
    [{ endpoint: 'https://127.0.0.1/x' }],
    [{ endpoint: 'https://fcm.googleapis.com@evil.example/x' }],
    [{ endpoint: 'https:/fcm.googleapis.com/@127.0.0.1/x' }],
    [{ endpoint: 'https://FCM.googleapis.com/x' }],
    [{ endpoint: 'https://fcm.googleapis.com\\@127.0.0.1/x' }],
    [{ endpoint: 'https://fcm.\tgoogleapis.com/x' }],
    [{ endpoint: 'no address' }],
    [{ auth: 'AAAA' }],
    [{ userPublicKey: 'AAAA' }],
    [{ userPublicKey: `C${'A'.repeat(86)}` }],
  ])('with %j is refused', async wrong => {
    const { browser, id } = await somebody()
    expect(await push(browser).subscribe({ ...good, ...wrong })).toMatchObject({
      reason: 'push-endpoint-refused',
    })
    expect(await rowsOf(id)).toEqual([])
  })

  test('needs a session', async () => {
    expect(await push(server.browser()).subscribe(good)).toMatchObject({ code: -4 })
  })
})

describe('a borrower is notified', () => {
  let world: LendingWorld
  beforeAll(async () => {
    world = await lendingWorld()
  })
  afterAll(() => world.close())

  const subscribed = async (about?: Parameters<LendingWorld['borrower']>[0]): Promise<Borrower> => {
    const borrower = await world.borrower(about)
    const endpoint = `https://fcm.googleapis.com/fcm/send/${borrower.id}`
    await push(borrower.browser).subscribe({ ...service.browser(keys.publicKey), endpoint })
    return borrower
  }
  const titles = async () => (await sandboxPushes(world.services.db)).map(({ title }) => title)

  test('of the approval and of the money, in the sandbox, with the page that it opens', async () => {
    const orderId = await runningLoan(world, await subscribed())
    const pushes = await sandboxPushes(world.services.db)
    expect(pushes.map(({ title, path }) => [title, path]).sort()).toEqual([
      ['The money has arrived', `/orders/${orderId}/detail`],
      ['Your application is approved', `/orders/${orderId}/confirm`],
    ])
  })

  test('of a denial and of a refused payout; a borrower who did not subscribe is not notified', async () => {
    const before = (await titles()).length
    const denied = await subscribed({ monthlyIncome: '100' })
    await denied.browser.calls(contract.order).apply(wish(denied), { idempotencyKey: randomUUID() })
    await world.runJobs()
    world.bank.next = { state: 'refused', reason: 'closed' }
    await runningLoan(world, await subscribed())
    world.bank.next = { state: 'succeeded', utr: '000000000001' }
    await runningLoan(world, await world.borrower())
    const pushTitles = (await titles()).slice(0, -before)
    expect(pushTitles.sort()).toEqual([
      'We could not send the money',
      'We have a decision on your application',
      'Your application is approved',
    ])
  })
})

test('the keys are generated once, readable by the server’s user only, and configured ones take precedence', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'saral-push-'))
  const none = { isReal: false, keys: undefined, extraHosts: [] }
  const pushKeys = await loadPushKeys({ dataDir, push: none })
  expect(await loadPushKeys({ dataDir, push: none })).toEqual(pushKeys)
  expect((await stat(join(dataDir, 'push-keys.json'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(dataDir, 'push-keys.json'), 'utf8'))).toEqual(pushKeys)
  expect(await loadPushKeys({ dataDir, push: { ...none, keys } })).toEqual(keys)
  await rm(dataDir, { recursive: true })
})
