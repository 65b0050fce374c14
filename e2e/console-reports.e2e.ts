import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { indiaDayOf } from '#domain/day.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'

openOwnProduct()

journey(
  'finance reads the portfolio, opens the row behind a figure and saves it; compliance finds that in the log and verifies it',
  async scene => {
    const { page, see, tap, look, server, sandbox } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    const { orderNo } = await person.orderIs(orderId, '6')
    const lent = indiaDayOf(await sandbox.now())
    // Due after seven days, and 33 days late after forty.
    await sandbox.advance('P40D')

    await enterAs(scene, 'finance')
    await tap('Reports')
    await see('100% of the principal is overdue by a day or more, 100% by more than 30 days.')
    await see('The ledger says ₹5,000.00: it agrees.')
    await page.locator('.chart canvas').waitFor()
    await look('console reports portfolio')
    const row = page.getByRole('row', { name: /^31 to 60/ }).first()
    await row.getByRole('link').click()
    await see(orderNo)
    await see('33')
    await look('console reports rows')
    const [download] = await Promise.all([page.waitForEvent('download'), tap('Export as CSV')])
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain(`${orderNo},`)
    expect(file).not.toContain(person.phone)
    await tap('Back to the report')
    expect(new URL(page.url()).searchParams.get('day')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await tap('Money')
    await see('Fees, interest and GST')
    // In the month of the loan.
    await page.goto(`/console/reports?view=money&day=${lent}`)
    await page.locator('.chart canvas').waitFor()
    await look('console reports money')
    await tap('Vintages')
    await see('Lent in')
    await look('console reports vintages')
    await tap('Applications')
    await see('How far new people got')
    await look('console reports applications')

    await enterAs(scene, 'compliance')
    await tap('Audit')
    await page.getByLabel('Act', { exact: true }).selectOption('report-exported')
    await see('finance@sandbox.example')
    await see(/^portfolio\/31-60\//)
    await tap('Verify')
    await see('Intact')
    await look('console audit')
  },
  [desktop],
)

journey(
  'a viewer on a phone reads reports, and exports nothing',
  async scene => {
    const { see, tap, look, page } = scene
    await enterAs(scene, 'viewer')
    await tap('Inbox')
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await tap('Reports')
    await see('As of the day')
    await page.goto('/console/reports?day=2026-01-01')
    await see('No loan owes anything on this day.')
    await see('The ledger says ₹0.00: it agrees.')
    await tap('Collection')
    await see('Falls due in the month')
    await look('console reports on a phone')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(scene.device.context.viewport.width)
    await page
      .getByRole('row', { name: /^Falls due/ })
      .getByRole('link')
      .click()
    await see('No row makes this figure.')
    await page.goto('/console/reports/rows?report=portfolio&key=all&day=2026-02-30')
    await see('This page does not exist.')
  },
  [iPhone],
)

journey(
  'a page whose file does not arrive says so below the navigation, and loads once the server answers again',
  async scene => {
    const { page, see, tap, look, forgive } = scene
    forgive(/Failed to load resource|Unable to preload CSS/)
    await enterAs(scene, 'finance')
    await page.route('**/console/assets/**', route => route.abort())
    await page.route('**/health', route => route.abort())
    await tap('Reports')
    await see('This could not be loaded.')
    await look('console page not loaded')
    await tap('Try again')
    await see('There is no connection to the server.')
    await tap('Inbox')
    await see('Nothing waits for a person.')
    await tap('Reports')
    await see('This could not be loaded.')
    await page.unrouteAll()
    await tap('Try again')
    await see('Principal outstanding')
  },
  [desktop],
)

journey(
  'a console that is older than the server loads itself anew, and shows the page',
  async scene => {
    const { page, see, tap, forgive } = scene
    forgive(/Failed to load resource|Unable to preload CSS/)
    await enterAs(scene, 'finance')
    let isOld = true
    page.on('request', request => {
      if (request.isNavigationRequest()) isOld = false
    })
    await page.route('**/console/assets/**', route => (isOld ? route.abort() : route.continue()))
    await tap('Reports')
    await see('Principal outstanding')
    expect(isOld).toBe(false)
  },
  [desktop],
)

journey(
  'a page that breaks says so, and the other pages go on',
  async scene => {
    const { page, see, tap, forgive } = scene
    forgive(/no observer here/)
    await enterAs(scene, 'finance')
    await page.evaluate(() => {
      window.ResizeObserver = function broken() {
        throw new Error('no observer here')
      } as unknown as typeof ResizeObserver
    })
    await tap('Reports')
    await see('This page stopped working.')
    // Operators read it in the server's log.
    const told =
      '{"page":"/console/reports","error":"Error","msg":"a page of the console stopped working"}'
    await expect.poll(takeLogFaults).toEqual([expect.stringContaining(told)])
    await tap('Proposals')
    await see('No proposal waits.')
  },
  [desktop],
)

journey(
  'a browser on Linux without a language of its own shows the charts',
  async scene => {
    const { page, see } = scene
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })
    })
    await enterAs(scene, 'finance')
    await page.goto('/console/reports')
    await page.locator('.chart canvas').waitFor()
    await see('Principal outstanding')
  },
  [desktop],
)
