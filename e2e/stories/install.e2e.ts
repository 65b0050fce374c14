import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { answered, type Borrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { openTheProduct } from '#e2e/rig/journey.ts'
import { type Phone, takePhone, untilInstalled } from '#e2e/rig/profile.ts'
import { until } from '#e2e/rig/sandbox.ts'
import {
  playPushService,
  recordedNotifications,
  recordNotifications,
  registrationOf,
  tapFirstNotification,
} from '#e2e/rig/worker.ts'

const server = openTheProduct()

let phone: Phone
let borrower: Borrower

/** One phone for all tests: each further one would store the whole app again. */
beforeAll(async () => {
  phone = await takePhone(server().origin)
  borrower = await readyBorrower(server().origin)
  await borrower.enter(phone.context)
})

afterAll(() => phone.close())

function subscriptions(): Promise<number> {
  return count('SELECT count(*)::int AS n FROM push_subscription')
}

function count(sql: string): Promise<number> {
  return server().reading(async db => Number((await db.raw(sql))[0]?.n))
}

test('the app can be installed', async () => {
  const { page, devtools } = phone
  await page.goto('/login')
  await untilInstalled(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const parsed = JSON.parse(manifest.data ?? '') as {
    icons: { src: string; sizes: string; purpose: string }[]
    screenshots: { src: string }[]
  }
  expect(parsed.icons.filter(icon => icon.purpose === 'maskable').map(icon => icon.sizes)).toEqual([
    '192x192',
    '512x512',
  ])
  const pictures = await page.evaluate(
    sources => Promise.all(sources.map(async src => (await fetch(src)).status)),
    [...parsed.icons.map(icon => icon.src), '/icons/apple-touch-180.png'],
  )
  expect(new Set(pictures)).toEqual(new Set([200]))
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
})

test('every page opens offline, says so, and loads when the network is back', async () => {
  const { page, context } = phone
  await page.goto('/')
  await page.getByRole('heading', { name: 'Loans' }).waitFor()

  await context.setOffline(true)
  await page.getByText('You are offline. What you see may be out of date.').waitFor()
  // A page that opens while the network is emulated as offline notices it only at its first request.
  const notice = page.getByText(/You are offline\.|We can’t reach Saral/)
  for (const path of ['/', '/order', '/personal', '/product/any', '/protocol/privacy']) {
    await page.goto(path)
    await notice.waitFor()
    expect(await page.locator('main').count(), path).toBe(1)
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await expectNoViolations(page)

  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Loans' }).waitFor()
  await notice.waitFor({ state: 'detached' })
})

test('a push notification appears, and a tap on it opens its page', async () => {
  const { page, context, devtools } = phone
  await context.grantPermissions(['notifications'])
  await page.goto('/')
  await untilInstalled(page)
  await recordNotifications(phone)
  const registrationId = await registrationOf(phone)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server().origin,
    registrationId,
    data: JSON.stringify({
      title: 'Approved',
      body: 'Your application was approved.',
      path: '/order',
    }),
  })
  const approved = { title: 'Approved', body: 'Your application was approved.', path: '/order' }
  expect(
    await until('the notification', async () => (await recordedNotifications(phone))[0]),
  ).toEqual({
    ...approved,
    isClosed: false,
  })

  await tapFirstNotification(phone)
  await page.waitForURL('**/order')
  expect(await recordedNotifications(phone)).toEqual([{ ...approved, isClosed: true }])
})

test('a borrower with an order subscribes to notifications, and unsubscribes at Quit', async () => {
  const { page, context } = phone
  await playPushService(context)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Loans' }).waitFor()
  expect(await page.getByRole('button', { name: 'Allow It' }).count()).toBe(0)

  const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
  await borrower.apply(product?.id ?? '', 1000)
  await page.reload()
  await context.grantPermissions(['notifications'])
  await page.getByRole('button', { name: 'Allow It' }).click()
  await page.getByText('Reminders are on.').waitFor()
  expect(await subscriptions()).toBe(1)
  expect(await page.getByRole('button', { name: 'Allow It' }).count()).toBe(0)

  await page.goto('/personal')
  expect(await page.getByRole('switch', { name: 'Notifications' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Quit' }).click()
  await page.waitForURL('**/login')
  await until('the subscription to end', async () => (await subscriptions()) === 0 || undefined)
})
