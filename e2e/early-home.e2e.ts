import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone, iPhone } from '#e2e/rig/device.ts'
import { hold } from '#e2e/rig/hold.ts'
import { homes } from '#e2e/rig/homes.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { openProxy } from '#e2e/rig/proxy.ts'
import { drawing, homeTakenOver, noteDrawing, shiftSoFar } from '#e2e/rig/taken-over.ts'

openTheProduct()

const SCRIPTS = '**/assets/*.js'
const HOME = '**/home/v1/index'
const APP_MISSING = 'Part of this page did not load.'
/** Nobody notices such a shift: it is a tenth of a good score. */
const SHIFT_LIMIT = 0.01
const PRODUCT = 'Saral Weekly'

journey('draws every kind of home as the app does', async ({ page, server }) => {
  await (await newBorrower(server.origin)).enter(page.context())
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  for (const language of ['en', 'hi']) {
    await page.addInitScript(chosen => localStorage.setItem('lang', chosen), language)
    for (const [kind, data] of Object.entries(homes)) {
      const scripts = await hold(page, SCRIPTS)
      await page.route(HOME, route => route.fulfill({ json: { code: 0, msg: 'ok', data } }))
      await visitIn(page, language)
      await page.locator('main article').first().waitFor()
      await noteDrawing(page)
      const early = await drawing(page, 'main, main + aside')
      await scripts.release()
      const drawn = await homeTakenOver(page)
      expect({ kind, language, drawn }).toEqual({ kind, language, drawn: early })
      await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
      const { score, moved } = await shiftSoFar(page)
      expect(score, `${kind} (${language}): ${moved.join('; ')}`).toBeLessThanOrEqual(SHIFT_LIMIT)
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
})

journey(
  'shows the data while the scripts take their time, and then does what was tapped meanwhile',
  async ({ page, server, see, tap, arrive }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    const scripts = await hold(page, SCRIPTS)
    await page.goto('/', { waitUntil: 'commit' })
    await see(PRODUCT)
    await tap('APPLY')
    expect(scripts.answered()).toBe(0)
    await scripts.release()
    await arrive(/^\/auth\//)
  },
  [iPhone],
)

journey(
  'follows a link that a mouse presses before the app takes home over, and releases after it',
  async ({ page, server, see, arrive }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    for (const [name, path] of [
      ['FeedBack', '/feedback'],
      ['APPLY', /^\/auth\//],
    ] as const) {
      const scripts = await hold(page, SCRIPTS)
      await page.goto('/', { waitUntil: 'commit' })
      await see(PRODUCT)
      const control = page.getByRole('link', { name }).or(page.getByRole('button', { name }))
      await control.first().hover()
      await noteDrawing(page)
      await page.mouse.down()
      await scripts.release()
      await homeTakenOver(page)
      await page.mouse.up()
      await arrive(path)
      await page.unrouteAll({ behavior: 'wait' })
    }
  },
  [iPhone],
)

journey(
  'ignores the other buttons of the mouse meanwhile',
  async ({ page, server, see }) => {
    await (await newBorrower(server.origin)).enter(page.context())
    const scripts = await hold(page, SCRIPTS)
    await page.goto('/', { waitUntil: 'commit' })
    await see(PRODUCT)
    const link = page.getByRole('link', { name: 'FeedBack' })
    await link.hover()
    await noteDrawing(page)
    await page.mouse.down({ button: 'right' })
    await scripts.release()
    await homeTakenOver(page)
    await link.evaluate(element =>
      element.addEventListener('click', () => document.body.setAttribute('data-clicked', '')),
    )
    await page.mouse.up({ button: 'right' })
    expect(await page.locator('[data-clicked]').count()).toBe(0)
  },
  [androidPhone],
)

journey(
  'shows the data and links that work where no script arrives, and says so',
  async ({ page, server, see, tap, arrive, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await (await newBorrower(server.origin)).enter(page.context())
    await page.route(SCRIPTS, route => route.abort())
    await page.goto('/')
    await see(PRODUCT)
    await see(APP_MISSING)
    await tap('See the terms')
    await arrive('/product/saral-weekly')
  },
  [androidPhone],
)

journey(
  'shows nothing of a borrower whose session has ended or changed',
  async ({ page, server, see, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await (await newBorrower(server.origin)).enter(page.context())
    await page.route(SCRIPTS, route => route.abort())
    const answers = await hold(page, HOME)
    await page.goto('/', { waitUntil: 'commit' })
    await answers.requested
    // Another tab signs out before the answer comes.
    await page.evaluate(() => localStorage.setItem('token', 'of-somebody-else'))
    await answers.release()
    await see(APP_MISSING)
    expect(await page.getByText(PRODUCT).count()).toBe(0)
    // The server refuses this session.
    await page.goto('/')
    await see(APP_MISSING)
    expect(await page.getByText(PRODUCT).count()).toBe(0)
  },
  [androidPhone],
)

journey(
  'removes the data as soon as another tab signs out',
  async ({ page, server, see, forgive }) => {
    forgive(/Failed to load resource|ERR_FAILED/)
    await (await newBorrower(server.origin)).enter(page.context())
    await page.goto('/protocol/privacy')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const other = await page.context().newPage()
    await other.addInitScript(
      stored => localStorage.getItem('signed-out') ?? localStorage.setItem('token', stored ?? ''),
      token,
    )
    await other.route(SCRIPTS, route => route.abort())
    await other.goto('/')
    await other.getByText(PRODUCT).first().waitFor()
    await page.evaluate(() => {
      localStorage.setItem('signed-out', 'yes')
      localStorage.removeItem('token')
    })
    await other.getByText(PRODUCT).first().waitFor({ state: 'detached' })
    await see('Privacy')
  },
  [androidPhone],
)

journey(
  'starts although its scripts arrive before the page',
  async ({ page, server, arrive }) => {
    const proxy = await openProxy(server.origin)
    try {
      const release = proxy.holdPage('/', '<body>')
      await page.goto(proxy.origin, { waitUntil: 'commit' })
      const app = page.locator('head script[type=module]')
      await app.waitFor({ state: 'attached' })
      // Resolves once the script has run.
      // As text: Vitest would rewrite the import.
      await page.evaluate(`import('${await app.getAttribute('src')}').then(() => undefined)`)
      release()
      // Nobody is signed in.
      await arrive('/login')
    } finally {
      await proxy.close()
    }
  },
  [androidPhone],
)

/** Opens home as a browser that prefers a language. */
async function visitIn(page: Page, language: string): Promise<void> {
  const isHome = (url: URL) => url.pathname === '/'
  await page.route(isHome, async route => {
    const headers = { ...route.request().headers(), 'accept-language': language }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  await page.goto('/', { waitUntil: 'commit' })
}
