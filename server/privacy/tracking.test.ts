import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { deviceRoutes, trackingRoutes } from '#server/privacy/routes.ts'
import { forgetOldTracked } from '#server/privacy/tracking.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

const routes: Parameters<typeof testServer>[0] = {
  routes: services => [...trackingRoutes(services), ...deviceRoutes(services)],
}
let server: TestServer
let switchedOff: TestServer
beforeAll(async () => {
  server = await testServer({ ...routes, config: { limitScale: 1, trustedProxies: ['loopback'] } })
  switchedOff = await testServer({ ...routes, config: { tracking: { isOn: false, keptDays: 90 } } })
})
afterAll(() => Promise.all([server.close(), switchedOff.close()]))

const tracking = (browser: Browser) => browser.calls(contract.tracking)
type Event = Input<typeof contract.tracking.events>['events'][number]
const event = (eventId: string, about: Partial<Event> = {}): Event => ({
  eventId,
  triggerTime: server.clock.now(),
  requestId: randomUUID(),
  numberTimes: 1,
  ...about,
})
type Behaviour = Input<typeof contract.tracking.page>
const behaviour = (about: Partial<Behaviour> = {}): Behaviour => ({
  projectName: 'saral',
  pageName: '/login',
  behavior: 'page-enter',
  eventTime: server.clock.now(),
  ...about,
})
const storedRows = (requestId: string) =>
  server.services.db.raw('SELECT * FROM tracked WHERE request_id = $1', [requestId])
const all = async () =>
  Number((await server.services.db.raw('SELECT count(*) FROM tracked'))[0]?.count)

let last = 9_400_000_000
async function counted(): Promise<Browser> {
  const browser = await server.signIn(`91${++last}`)
  await browser.calls(contract.device).answerConsent({ purpose: 'tracking', isGiven: true })
  return browser
}

describe('without consent', () => {
  test('stores only necessary events, without their browser', async () => {
    const browser = server.browser()
    const needed = event('register-complete')
    const other = event('page-enter')
    expect(await tracking(browser).events({ events: [needed, other] })).toEqual({
      ok: true,
      data: { accepted: 1 },
    })
    expect(await storedRows(other.requestId)).toEqual([])
    expect(await storedRows(needed.requestId)).toMatchObject([
      { event_id: 'register-complete', client_hash: null },
    ])
    expect(await tracking(browser).page(behaviour())).toEqual({ ok: true, data: { accepted: 0 } })
    expect(await tracking(browser).config({})).toMatchObject({
      data: { isOn: true, hasConsent: false, batchMax: 50 },
    })
  })

  test('stops counting after a no or a withdrawal, and deletes the counts', async () => {
    const browser = await counted()
    const before = event('page-enter')
    await tracking(browser).events({ events: [before] })
    expect(await storedRows(before.requestId)).toHaveLength(1)
    await browser.calls(contract.device).answerConsent({ purpose: 'tracking', isGiven: false })
    expect(await storedRows(before.requestId)).toEqual([])
    expect(await tracking(browser).events({ events: [event('page-enter')] })).toMatchObject({
      data: { accepted: 0 },
    })
  })
})

describe('with consent', () => {
  test('stores each event and behaviour of a batch once, however often it is sent', async () => {
    const browser = await counted()
    const events = [
      event('page-enter', { value: 'x', numberTimes: 3 }),
      behaviour({ requestId: randomUUID() }),
    ]
    const before = await all()
    await Promise.all([1, 2, 3].map(() => tracking(browser).eventsAndPages({ events })))
    expect((await all()) - before).toBe(2)
    expect(await storedRows(String(events[0]?.requestId))).toMatchObject([
      { number_times: 3, value: 'x' },
    ])
    expect(await tracking(browser).config({})).toMatchObject({ data: { hasConsent: true } })
  })

  test('identifies a behaviour without an id by its instant', async () => {
    const browser = await counted()
    const before = await all()
    const one = behaviour({ pageName: '/order' })
    await tracking(browser).page(one)
    await tracking(browser).page(one)
    await tracking(browser).page({ ...one, eventTime: new Date(one.eventTime.getTime() - 1000) })
    expect((await all()) - before).toBe(2)
  })

  test('stores nothing that names a person, and no time in the future', async () => {
    const browser = await counted()
    const report = event('apply-failed', {
      value: 'phone 9876543210',
      triggerTime: new Date('2099-01-01'),
    })
    const page = behaviour({
      requestId: randomUUID(),
      pageName: `/orders/${randomUUID()}/detail?token=secret`,
    })
    await tracking(browser).eventsAndPages({ events: [report, page] })
    expect(await storedRows(report.requestId)).toMatchObject([
      { value: 'phone •', happened_at: server.clock.now() },
    ])
    expect(await storedRows(String(page.requestId))).toMatchObject([
      { page_name: '/orders/{id}/detail' },
    ])
  })
})

describe('is refused', () => {
  test.each([
    ['an empty batch', { events: [] }],
    [
      'a batch of 51',
      {
        events: Array.from({ length: 51 }, () => ({
          eventId: 'x',
          triggerTime: '2026-11-21T00:00:00Z',
          requestId: randomUUID(),
        })),
      },
    ],
    [
      'a long value',
      {
        events: [
          {
            eventId: 'x',
            triggerTime: '2026-11-21T00:00:00Z',
            requestId: randomUUID(),
            value: 'x'.repeat(501),
          },
        ],
      },
    ],
    ['no id', { events: [{ eventId: 'x', triggerTime: '2026-11-21T00:00:00Z' }] }],
    [
      'a field that nobody asked for',
      {
        events: [
          {
            eventId: 'x',
            triggerTime: '2026-11-21T00:00:00Z',
            requestId: randomUUID(),
            phone: '1',
          },
        ],
      },
    ],
    [
      'a time that is none',
      { events: [{ eventId: 'x', triggerTime: 'now', requestId: randomUUID() }] },
    ],
  ])('%s', async (_what, body) => {
    const browser = server.browser()
    const headers = { ...browser.headers, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await (await browser.fetch('/api1/burying-point/v2/burying-point', init)).json()
    expect(answer).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  })

  test('a browser without an id', async () => {
    const browser = server.browser()
    browser.headers.web_uuid = 'short'
    expect(await tracking(browser).events({ events: [event('register-complete')] })).toMatchObject({
      reason: 'input-invalid',
      errorColumn: [{ column: 'web_uuid' }],
    })
  })

  test('the 61st batch within a minute, from this browser only', async () => {
    const browser = server.browser()
    const send = () => tracking(browser).events({ events: [event('page-failed')] })
    for (let count = 0; count < 60; count += 1) expect(await send()).toMatchObject({ ok: true })
    expect(await send()).toMatchObject({ reason: 'rate-limited' })
    expect(
      await tracking(server.browser()).events({ events: [event('page-failed')] }),
    ).toMatchObject({ ok: true })
    server.clock.advance({ seconds: 61 })
    expect(await send()).toMatchObject({ ok: true })
  })
})

describe('the rows of a day are bounded', () => {
  const batch = (eventId: string) => ({ events: Array.from({ length: 50 }, () => event(eventId)) })
  const stored = async (send: (at: number) => Promise<unknown>, times: number) => {
    const before = await all()
    for (let at = 0; at < times; at += 1) await send(at)
    return (await all()) - before
  }
  /** A browser with a chosen id, behind an address. */
  function from(address: string): Browser {
    const browser = server.browser()
    browser.headers['x-forwarded-for'] = address
    return browser
  }
  const windows = async () =>
    Number((await server.services.db.raw('SELECT count(*) FROM rate_window'))[0]?.count)

  test('by address, whatever ids its browsers choose, and begins again the next day', async () => {
    server.clock.advance({ days: 1 })
    const send = (address: string) => () => tracking(from(address)).events(batch('page-failed'))
    expect(await stored(send('203.0.113.7'), 30)).toBe(1_000)
    const before = await windows()
    expect(await tracking(from('203.0.113.7')).events(batch('page-failed'))).toEqual({
      ok: true,
      data: { accepted: 0 },
    })
    expect(await windows()).toBe(before)
    expect(await stored(send('198.51.100.7'), 1)).toBe(50)
    server.clock.advance({ days: 1 })
    expect(await stored(send('203.0.113.7'), 1)).toBe(50)
  })

  test('by network, of which one holder has many addresses', async () => {
    server.clock.advance({ days: 1 })
    const send = (at: number) =>
      tracking(from(`2001:db8:7:${at.toString(16)}::1`)).events(batch('register-complete'))
    expect(await stored(send, 100)).toBe(4_000)
  })

  test('by consenting borrower, on all their browsers', async () => {
    server.clock.advance({ days: 1 })
    const browser = await counted()
    const other = randomUUID()
    const send = async (at: number) => {
      if (at === 40) {
        browser.headers.web_uuid = other
        await browser.calls(contract.device).answerConsent({ purpose: 'tracking', isGiven: true })
      }
      return tracking(browser).events(batch('page-enter'))
    }
    expect(await stored(send, 80)).toBe(3_000)
  })
})

test('counts each page that stopped working once, and no other event', async () => {
  const metrics = measurements()
  const counting = await testServer({ ...routes, services: { metrics } })
  try {
    const browser = counting.browser()
    await tracking(browser).events({ events: [event('page-failed'), event('register-complete')] })
    const again = { events: [event('page-failed')] }
    await tracking(browser).eventsAndPages(again)
    await tracking(browser).eventsAndPages(again)
    expect(await metrics.text()).toContain('saral_pages_failed_total{app="borrower"} 2')
  } finally {
    await counting.close()
  }
})

test('stores nothing while switched off, and says so to the app', async () => {
  const browser = switchedOff.browser()
  expect(await tracking(browser).config({})).toMatchObject({ data: { isOn: false } })
  expect(await tracking(browser).events({ events: [event('register-complete')] })).toMatchObject({
    data: { accepted: 0 },
  })
})

test('reports never change, and are deleted after ninety days', async () => {
  const report = event('register-complete')
  await tracking(server.browser()).events({ events: [report] })
  await expect(server.services.db.raw("UPDATE tracked SET value = 'x'")).rejects.toThrow(
    'permission denied',
  )
  await forgetOldTracked(server.services)
  expect(await storedRows(report.requestId)).toHaveLength(1)
  server.clock.advance({ days: 91 })
  await forgetOldTracked(server.services)
  expect(await storedRows(report.requestId)).toEqual([])
})
