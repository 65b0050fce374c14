import { expect } from 'vitest'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, type Device } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { settled } from '#e2e/rig/settled.ts'

openTheProduct()

/** In its first seconds: the service worker has not stored the app yet. */
const newlyOpened: Device = {
  ...androidPhone,
  context: { ...androidPhone.context, serviceWorkers: 'block' },
}
const LOST = /Failed to (load resource|fetch)|Unable to preload CSS/

journey(
  'a page whose code did not arrive says why, and opens when the network is back',
  async ({ page, server, see, tap, look, forgive }) => {
    forgive(LOST)
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/')
    await settled(page)

    await page.context().setOffline(true)
    await tap('Account')
    await see('You are offline')
    expect(await page.getByText('This page stopped working').count()).toBe(0)
    await tap('Try again')
    await see('You are offline')
    await look('offline in the first seconds')
    await tap('Home')
    await see('Loans')
    await tap('Account')
    await see('You are offline')
    await page.context().setOffline(false)
    await see('Order History')

    await server.kill9()
    try {
      await tap('Orders')
      await see('We could not load this')
      await tap('Try again')
      await see('We could not load this')
    } finally {
      await server.restart()
    }
    await see(/^No order history/)
  },
  [newlyOpened],
)

journey(
  'a visitor’s page whose code did not arrive says why, and opens when the network is back',
  async ({ page, see, tap, look, forgive }) => {
    forgive(LOST)
    await page.goto('/login')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Loan Guarantee Agreement' }).click()
    await see('You are offline')
    await look('offline before signing in')
    await tap('Try again')
    await see('You are offline')
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  },
  [newlyOpened],
)
