import type { Browser, Page } from 'playwright-core'
import { PATIENCE_MS } from '#e2e/rig/patience.ts'
import { launchPinnedBrowser } from './browser.ts'
import { iPhone } from './device.ts'
import { drawSameNumbers } from './numbers.ts'
import { filledIn, prepare, type VisitorState } from './prepared.ts'
import { addressOf, ROWS, type Row, type Who } from './route-table.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { type Server, startServer } from './server.ts'
import { settled } from './settled.ts'
import { untilBranchesAreImported } from './template.ts'

export type Theme = 'light' | 'dark'

/** Pictures of every route in a language: the widths of the window, and the themes in each. */
export type View = {
  readonly locale: 'en-IN' | 'hi-IN'
  /** Pixels of a picture for one of the page. */
  readonly scale: number
  readonly windows: readonly { width: number; height: number; themes: readonly Theme[] }[]
  /** The height at which a longer page is cut off. */
  readonly maxHeight?: number
}

export type Picture = {
  /** The route and its visitor, such as `order-owing`; further visits to a route have a number. */
  readonly name: string
  readonly view: View
  readonly width: number
  readonly theme: Theme
  readonly png: Buffer
}

const MS_PER_MINUTE = 60_000
const MINUTES_PER_DAY = 1_440
/** The sandbox moves its clock by at most this at once. */
const MINUTES_MAX = 400 * MINUTES_PER_DAY
/** A Monday morning in India, to which the product's clock is moved. */
const FIRST_MORNING = new Date('2036-03-03T09:00:00+05:30')
/** Each visitor comes on a later day than the last, whatever days passed for that one. */
const DAYS_PER_VISITOR = 7
const SEED = 1

/** Runs in the page. Replaces what differs in every run: the ends of order numbers, and times. */
const EVEN_OUT = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const even = text.data
      .replace(/(SR \\d{4} \\d{4}) [0-9A-Z]{4} [0-9A-Z]{4}/g, '$1 0000 0000')
      .replace(/\\d{1,2}:\\d\\d (am|pm)/gi, '10:00 $1')
    if (even !== text.data) text.data = even
  }
}`

/** Runs in the page. Waits for the second frame, since the first may lack bars at the bottom. */
const PAINTED = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** A page as its visitor has opened it. */
export type Visit = {
  readonly page: Page
  readonly row: Row
  readonly view: View
  readonly prepared: VisitorState
}

/**
 * The product with its simulators, visited in every run with the same browser and fonts, on the same
 * days, and with the same numbers. Let the visitors come in the order of `prepare`.
 */
export type Routes = {
  /** Opens these rows of one visitor, each without the data of earlier visits. */
  readonly visit: (
    who: Who,
    rows: readonly Row[],
    views: readonly View[],
    onVisit: (visit: Visit) => Promise<void>,
  ) => Promise<void>
  readonly server: Server
  readonly browser: Browser
  readonly close: () => Promise<void>
}

/** Starts the product for this run alone. */
export async function openRoutes(): Promise<Routes> {
  const server = await startServer()
  const browser = await launchPinnedBrowser()
  await server.reading(untilBranchesAreImported)
  const sandbox = openSandbox(server.origin)
  return {
    server,
    browser,
    async visit(who, rows, views, onVisit) {
      const index = Object.keys(prepare).indexOf(who)
      drawSameNumbers(SEED + index)
      await moveTo(sandbox, FIRST_MORNING.getTime() + index * DAYS_PER_VISITOR * 86_400_000)
      const prepared = await prepare[who](server.origin)
      const now = await sandbox.now()
      for (const view of views) {
        const context = await browser.newContext({
          ...iPhone.context,
          deviceScaleFactor: view.scale,
          baseURL: server.origin,
          locale: view.locale,
          timezoneId: 'Asia/Kolkata',
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        })
        context.setDefaultTimeout(PATIENCE_MS)
        await context.clock.setFixedTime(now)
        for (const row of rows) {
          await prepared.borrower?.enter(context)
          const page = await context.newPage()
          await page.goto(filledIn(addressOf(row), prepared))
          await onVisit({ page, row, view, prepared })
          await forget(page, server.origin)
          await page.close()
        }
        await context.close()
      }
    },
    async close() {
      drawSameNumbers(undefined)
      await browser.close()
      await server.stop()
    },
  }
}

/** Takes a picture of every route whose name contains `only`, and passes each on. */
export async function takeRoutePictures(
  views: readonly View[],
  only: string,
  keep: (picture: Picture) => Promise<void>,
): Promise<void> {
  const routes = await openRoutes()
  try {
    for (const who of Object.keys(prepare) as Who[]) {
      const rows = ROWS.filter(row => row.who === who && nameOf(row).includes(only))
      if (rows.length === 0) continue
      await routes.visit(who, rows, views, async visit => {
        for (const picture of await takePictures(visit)) await keep(picture)
      })
    }
  } finally {
    await routes.close()
  }
}

/** Deletes what the app has stored, but not its files, which every new browser would load again. */
async function forget(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
}

async function moveTo(sandbox: Sandbox, target: number): Promise<void> {
  for (;;) {
    const minutes = Math.floor((target - (await sandbox.now()).getTime()) / MS_PER_MINUTE)
    if (minutes < -MINUTES_PER_DAY / 2) throw new Error('the day of the pictures is past')
    if (minutes <= 0) return
    await sandbox.advance(`PT${Math.min(minutes, MINUTES_MAX)}M`)
  }
}

/** Resizes the window, and waits until the page is laid out and painted in it. */
async function resize(page: Page, window: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(window)
  await page.waitForFunction(`innerWidth === ${window.width} && innerHeight === ${window.height}`)
  await page.evaluate(PAINTED)
}

/** Takes the pictures of a visit: in each window of its view, in each theme. */
export async function takePictures({ page, row, view }: Visit): Promise<Picture[]> {
  const pictures: Picture[] = []
  await settled(page)
  await page.waitForLoadState('networkidle')
  for (const { width, height, themes } of view.windows) {
    await resize(page, { width, height })
    // The screen is as long as the page, so that fixed bars at the bottom cover nothing.
    const length = await page.evaluate<number>('document.documentElement.scrollHeight')
    await resize(page, {
      width,
      height: Math.min(Math.max(height, length), view.maxHeight ?? length),
    })
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.evaluate(EVEN_OUT)
      await page.evaluate(PAINTED)
      const png = await page.screenshot({ animations: 'disabled' })
      pictures.push({ name: nameOf(row), view, width, theme, png })
    }
  }
  return pictures
}

/** Names a picture by route and visitor, `order-owing`; further visits to a route have a number. */
export function nameOf(row: Row): string {
  const { route, who } = row
  const visit = ROWS.filter(other => other.route === route && other.who === who).indexOf(row) + 1
  const path = route === '/' ? 'home' : route.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
  return visit === 1 ? `${path}-${who}` : `${path}-${who}-${visit}`
}
