import { expect } from 'vitest'
import { newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, type Device } from '#e2e/rig/device.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { filledIn, prepare } from '#e2e/rig/prepared.ts'
import { roomOf } from '#e2e/rig/room.ts'
import { settled } from '#e2e/rig/settled.ts'

openOwnProduct()

/** A phone in its first seconds: the service worker has not stored the app yet. */
const newlyOpened: Device = {
  ...androidPhone,
  context: { ...androidPhone.context, serviceWorkers: 'block' },
}
const LOST = /Failed to (load resource|fetch)|Unable to preload CSS/

journey(
  'a page whose code did not arrive says why, and opens when the network is back',
  async ({ page, server, see, tap, forgive }) => {
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
  async ({ page, see, tap, forgive }) => {
    forgive(LOST)
    await page.goto('/login')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Loan Guarantee Agreement' }).click()
    await see('You are offline')
    await tap('Try again')
    await see('You are offline')
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  },
  [newlyOpened],
)

/** The fills of the buttons in the open dialog, and the colour of danger. */
function fills(): { buttons: string[]; danger: string } {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--bad)'
  const danger = getComputedStyle(probe).color
  probe.remove()
  const buttons = [...document.querySelectorAll('dialog[open] button')]
  return { buttons: buttons.map(each => getComputedStyle(each).backgroundColor), danger }
}

journey(
  'an act that ends or erases something has the colour of danger, and can be cancelled',
  async ({ page, server, tap, see }) => {
    const { borrower, orderId } = await prepare.auditing(server.origin)
    await borrower?.enter(page.context())
    async function asks(path: string, opener: string, says: string, keep: string) {
      await page.goto(path)
      await tap(opener)
      await see(says)
      const { buttons, danger } = await page.evaluate(fills)
      expect(buttons.at(-1), path).toBe(danger)
      expect(buttons.slice(0, -1), path).not.toContain(danger)
      await tap(keep)
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await asks(
      `/orders/${orderId}/audit`,
      'Withdraw this application',
      'It ends here and',
      'Keep it',
    )
    await asks('/personal', 'Log out everywhere', 'You will be logged out', 'Cancel')

    // A running application needs everything.
    await page.goto('/personal/data')
    await tap('Erase everything')
    await see('Nothing can be erased now.')
    await see('Kept for now')
    expect(await page.locator('dialog[open] button').allInnerTexts()).toEqual(['Close'])
    await tap('Close')

    // An open page would load again by itself when another borrower signs in.
    await page.goto('about:blank')
    await (await readyBorrower(server.origin)).enter(page.context())
    await asks('/personal/data', 'Erase everything', 'Deleted now', 'Cancel')
  },
  [androidPhone],
)

/** Pages with one column in every window. */
const ONE_COLUMN = ['/order', '/orders/{order}/extension']

/** Windows, with the columns of a page and the limit of the height for its bars, as a share. */
const WINDOWS = [
  { width: 360, height: 640, columns: 1, bar: 0.27 },
  { width: 640, height: 360, columns: 1, bar: 0.24 },
  { width: 844, height: 390, columns: 1, bar: 0.2 },
  { width: 932, height: 430, columns: 2, bar: 0.2 },
  { width: 1280, height: 720, columns: 2, bar: 0.2 },
  { width: 1440, height: 900, columns: 2, bar: 0.2 },
]

journey(
  'the feedback button covers nothing, bars stay low, and wide windows have two columns',
  async ({ page, server, sandbox }) => {
    const measured: string[] = []
    for (const [who, paths] of [
      ['owing', ['/', '/order', '/orders/{order}/detail']],
      ['approved', ['/', '/orders/{order}/confirm']],
      ['ready', ['/product/saral-weekly/detail']],
      ['owing', ['/orders/{order}/extension']],
    ] as const) {
      const prepared = await prepare[who](server.origin)
      // The due date may be moved only after the cooling-off period.
      if (paths[0].endsWith('extension')) await sandbox.advance('P2D')
      // An open page would load again by itself when another borrower signs in.
      await page.goto('about:blank')
      await prepared.borrower?.enter(page.context())
      for (const path of paths) {
        await page.goto(filledIn(path, prepared))
        await settled(page)
        for (const { width, height, columns, bar } of WINDOWS) {
          await page.setViewportSize({ width, height })
          const room = await roomOf(page)
          const at = `${path} ${width}×${height}`
          expect(room.covered, at).toEqual([])
          expect(room.isCut, at).toBe(false)
          expect(Math.max(0, ...room.bars), at).toBeLessThanOrEqual(bar)
          expect(room.columns, at).toBe(ONE_COLUMN.includes(path) ? 1 : columns)
          const reach = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(reach, at).toBeLessThanOrEqual(width)
          measured.push(at)
        }
      }
    }
    expect(measured).toHaveLength(42)

    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    await settled(page)
    await page.getByRole('link', { name: 'FeedBack' }).click()
    await page.getByRole('heading', { level: 1, name: 'FeedBack' }).waitFor()
  },
  [androidPhone],
)
