import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBorrower, newPhone } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { type Phone, takePhone, untilInstalled } from '#e2e/rig/profile.ts'
import { openProxy } from '#e2e/rig/proxy.ts'
import { openSandbox, until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { recordedNotifications, recordNotifications, registrationOf } from '#e2e/rig/worker.ts'

let server: Server

let phone: Phone

/** One phone for all tests: each further one would store the whole app again. */
beforeAll(async () => {
  server = await startServer()
  phone = await takePhone(server.origin)
})

afterAll(async () => {
  await phone.close()
  await server.stop()
})

/** Signs a new borrower in on the phone. An open page would load again by itself meanwhile. */
async function enterAsNewBorrower(): Promise<void> {
  await phone.page.goto('about:blank')
  await (await newBorrower(server.origin)).enter(phone.context)
}

test('sends an event once even if its page is closed', async () => {
  const { page } = phone
  const sandbox = openSandbox(server.origin)
  const number = newPhone()
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(number)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Get' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await sandbox.code(number))
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('heading', { name: 'Loans' }).waitFor()
  await untilInstalled(page)
  await page.goto('about:blank')
  await page.goto('/')
  await untilInstalled(page)
  const registered = await until(
    'the event',
    async () => (await tracked('register-complete')) || undefined,
  )
  expect(registered).toBe(1)
  // Without consent to tracking no other event is sent.
  expect(await tracked('enter')).toBe(0)
})

test('the app says when it cannot reach the server, and recovers', async () => {
  const { page } = phone
  await enterAsNewBorrower()
  await page.goto('/')
  await untilInstalled(page)
  await server.kill9()
  try {
    await page.goto('/')
    await page.getByText('We can’t reach Saral right now.').waitFor()
  } finally {
    await server.restart()
  }
  await page.getByRole('heading', { name: 'Loans' }).waitFor()
  await page.getByText('We can’t reach Saral right now.').waitFor({ state: 'detached' })
})

test('no answer of the server is in a cache', async () => {
  const { page } = phone
  await enterAsNewBorrower()
  for (const path of ['/', '/order', '/personal', '/']) {
    await page.goto(path)
    await untilInstalled(page)
    await page.getByRole('navigation').waitFor()
  }
  const cachedPaths = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = await Promise.all(stores.map(store => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cachedPaths.length).toBeGreaterThan(50)
  expect(
    cachedPaths.filter(path => !/^\/(assets\/|prerendered\/|index\.html$|icon\.svg$)/.test(path)),
  ).toEqual([])
})

test('an installed app leaves the console, an invitation to it and the sandbox to the server', async () => {
  const { page } = phone
  await page.goto('/login')
  await untilInstalled(page)
  for (const [path, title] of [
    ['/console', /console/],
    [`/console/invitation#${'a'.repeat(43)}`, /console/],
    ['/sandbox', /Sandbox/],
  ] as const) {
    await page.goto(path)
    expect(await page.title(), path).toMatch(title)
  }
})

test('a push notification with a foreign address opens the home page', async () => {
  const { page, context, devtools } = phone
  await context.grantPermissions(['notifications'])
  await page.goto('/login')
  await untilInstalled(page)
  await recordNotifications(phone)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin,
    registrationId: await registrationOf(phone),
    data: JSON.stringify({ title: 'Hello', body: '', path: 'https://evil.example/' }),
  })
  expect(
    (await until('the notification', async () => (await recordedNotifications(phone))[0])).path,
  ).toBe('/')
})

test('offers a new version, and loads it at a tap', async () => {
  const proxy = await openProxy(server.origin)
  try {
    const { page } = phone
    await page.goto(`${proxy.origin}/login`)
    await untilInstalled(page)
    proxy.publish()
    await page.evaluate(() =>
      navigator.serviceWorker.ready
        .then(registration => registration.update())
        .then(() => undefined),
    )
    await page.getByText('A new version is ready').waitFor()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await until('the new worker', () =>
      page.evaluate(() =>
        navigator.serviceWorker
          .getRegistration()
          .then(registration => registration?.waiting === null || undefined),
      ),
    )
    expect(await page.getByText('A new version is ready').count()).toBe(0)
  } finally {
    await proxy.close()
  }
})

test('the service worker sends an event that the page could not send', async () => {
  const { page, devtools } = phone
  await page.goto('/login')
  await untilInstalled(page)
  await until('the queue', () =>
    page.evaluate(
      async () =>
        (await indexedDB.databases()).some(({ name }) => name === 'saral-tracking') || undefined,
    ),
  )
  await page.evaluate(async () => {
    const request = indexedDB.open('saral-tracking')
    await new Promise(resolve => {
      request.onsuccess = resolve
    })
    const event = {
      eventId: 'apply-failed',
      triggerTime: new Date(),
      requestId: 'kept-by-a-test',
      numberTimes: 1,
    }
    const row = { id: event.requestId, event, webUuid: localStorage.getItem('web_uuid') }
    await new Promise(resolve => {
      request.result.transaction('events', 'readwrite').objectStore('events').add(row).onsuccess =
        resolve
    })
    request.result.close()
  })
  const registrationId = await registrationOf(phone)
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.origin,
    registrationId,
    tag: 'tracking',
    lastChance: false,
  })
  await until('the event', async () => (await tracked('apply-failed')) === 1 || undefined)
})

test('shows the installation steps on an iPhone until they are closed', async () => {
  const { page, context, close } = await takePhone(server.origin, iPhone)
  // Safari offers no installation prompt, so Chromium must not offer its own here.
  await context.addInitScript(() =>
    addEventListener('beforeinstallprompt', event => event.stopImmediatePropagation()),
  )
  await (await newBorrower(server.origin)).enter(context)
  await page.goto('/')
  const guide = page.getByRole('heading', { name: 'Add Saral to your home screen' })
  await guide.waitFor()
  expect(await page.locator('ol li').filter({ hasText: /\S/ }).allInnerTexts()).toEqual([
    'Share',
    'Add to Home Screen',
    'Add',
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await guide.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Loans' }).waitFor()
  expect(await guide.count()).toBe(0)
  await close()
})

test('opens the installation prompt of the browser', async () => {
  const { page } = phone
  await enterAsNewBorrower()
  await page.goto('/')
  // The heading is drawn before the app runs; the offers are not.
  await page.getByRole('link', { name: 'See the terms' }).first().waitFor()
  await page.evaluate(() => {
    const prompt = () => {
      document.documentElement.dataset.prompted = 'yes'
      return Promise.resolve()
    }
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), {
        prompt,
        userChoice: Promise.resolve({ outcome: 'accepted' }),
      }),
    )
  })
  await page.getByRole('button', { name: 'Add to Home Screen' }).click()
  await page.locator('html[data-prompted]').waitFor()
})

function tracked(eventId: 'register-complete' | 'apply-failed' | 'enter'): Promise<number> {
  return count(`SELECT count(*)::int AS n FROM tracked WHERE event_id = '${eventId}'`)
}

function count(sql: string): Promise<number> {
  return server.reading(async db => Number((await db.raw(sql))[0]?.n))
}
