import type { Page } from 'playwright-core'
import { launchPinnedBrowser } from './browser.ts'
import { iPhone } from './device.ts'
import { drawSameNumbers } from './numbers.ts'
import { filledIn, prepare } from './prepared.ts'
import { ROWS, type Row, type Who } from './route-table.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { startServer } from './server.ts'
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
/** The sandbox moves its clock by no more at once. */
const MOST_MINUTES = 400 * MINUTES_PER_DAY
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

/** Runs in the page. Waits for the second frame, since bars at the bottom may miss in the first. */
const PAINTED = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'

/**
 * Takes a picture of every route whose name contains `only`, and passes each on. Browser, fonts,
 * days and numbers are the same in every run, and what differs by the minute or by chance is evened
 * out. It starts the product with its simulators for this run alone.
 */
export async function takeRoutePictures(
  views: readonly View[],
  only: string,
  keep: (picture: Picture) => Promise<void>,
): Promise<void> {
  drawSameNumbers(SEED)
  const server = await startServer()
  const browser = await launchPinnedBrowser()
  try {
    await server.reading(untilBranchesAreImported)
    for (const [index, who] of (Object.keys(prepare) as Who[]).entries()) {
      const rows = ROWS.filter(row => row.who === who && nameOf(row).includes(only))
      if (rows.length === 0) continue
      const sandbox = openSandbox(server.origin)
      await moveTo(sandbox, FIRST_MORNING.getTime() + index * DAYS_PER_VISITOR * 86_400_000)
      const prepared = await prepare[who](server.origin)
      // The due date may be moved only after the cooling-off period, and in the week before it.
      if (who === 'owing') await sandbox.advance('P2D')
      const now = await sandbox.now()
      for (const view of views)
        for (const row of rows) {
          // A new context, since a visit may leave something behind, such as news that were seen.
          const context = await browser.newContext({
            ...iPhone.context,
            deviceScaleFactor: view.scale,
            baseURL: server.origin,
            locale: view.locale,
            timezoneId: 'Asia/Kolkata',
            reducedMotion: 'reduce',
          })
          await context.clock.setFixedTime(now)
          await prepared.borrower?.enter(context)
          const page = await context.newPage()
          await page.goto(filledIn(row.at ?? row.route, prepared))
          for (const picture of await takeRow(page, row, view)) await keep(picture)
          await context.close()
        }
    }
  } finally {
    drawSameNumbers(undefined)
    await browser.close()
    await server.stop()
  }
}

async function moveTo(sandbox: Sandbox, target: number): Promise<void> {
  for (;;) {
    const minutes = Math.floor((target - (await sandbox.now()).getTime()) / MS_PER_MINUTE)
    if (minutes < -MINUTES_PER_DAY / 2) throw new Error('the day of the pictures is past')
    if (minutes <= 0) return
    await sandbox.advance(`PT${Math.min(minutes, MOST_MINUTES)}M`)
  }
}

/** Resizes the window, and waits until the page is laid out and painted in it. */
async function resize(page: Page, window: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(window)
  await page.waitForFunction(`innerWidth === ${window.width} && innerHeight === ${window.height}`)
  await page.evaluate(PAINTED)
}

async function takeRow(page: Page, row: Row, view: View): Promise<Picture[]> {
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
function nameOf(row: Row): string {
  const { route, who } = row
  const visit = ROWS.filter(other => other.route === route && other.who === who).indexOf(row) + 1
  const path = route === '/' ? 'home' : route.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
  return visit === 1 ? `${path}-${who}` : `${path}-${who}-${visit}`
}
