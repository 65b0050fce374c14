/**
 * `npm run screenshots`: takes a picture of every route, as wide as a phone and as long as the page,
 * in both themes, into `screenshots/` (English) and `screenshots/hi/` (Hindi), which git ignores.
 * It starts the product with its simulators for this run alone.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#e2e/rig/browser.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { filledIn, prepare } from '#e2e/rig/prepared.ts'
import { ROWS, type Row, type Who } from '#e2e/rig/route-table.ts'
import { openSandbox } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { settled } from '#e2e/rig/settled.ts'
import { buildWebIfChanged } from './web-build.ts'

const LANGUAGES = [
  { locale: 'en-IN', folder: fileURLToPath(new URL('../screenshots', import.meta.url)) },
  { locale: 'hi-IN', folder: fileURLToPath(new URL('../screenshots/hi', import.meta.url)) },
]
type Language = (typeof LANGUAGES)[number]
const { width, height } = iPhone.context.viewport

if (!buildWebIfChanged()) process.exit(1)
const server = await startServer()
const browser = await launchBrowser()
try {
  for (const language of LANGUAGES) await takeAll(server, browser, language)
} finally {
  await browser.close()
  await server.stop()
}

async function takeAll(
  { origin }: Server,
  phone: Browser,
  { locale, folder }: Language,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  let pictures = 0
  for (const who of Object.keys(prepare) as Who[]) {
    const prepared = await prepare[who](origin)
    // The due date may be moved only once it is less than a week ahead.
    if (who === 'owing') await openSandbox(origin).advance('P1D')
    const context = await phone.newContext({
      ...iPhone.context,
      baseURL: origin,
      locale,
      timezoneId: 'Asia/Kolkata',
    })
    await prepared.borrower?.enter(context)
    const page = await context.newPage()
    for (const row of ROWS.filter(entry => entry.who === who)) {
      await page.goto(filledIn(row.at ?? row.route, prepared))
      pictures += await takeInBothThemes(page, join(folder, nameOf(row)))
    }
    await context.close()
  }
  console.log(`Took ${pictures} pictures into ${folder}`)
}

async function takeInBothThemes(page: Page, path: string): Promise<number> {
  const themes = ['light', 'dark'] as const
  await settled(page)
  await page.waitForLoadState('networkidle')
  // The screen is as long as the page, so that fixed bars at the bottom cover nothing.
  await page.setViewportSize({
    width,
    height: Math.max(height, await page.evaluate<number>('document.documentElement.scrollHeight')),
  })
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${path}-${colorScheme}.png` })
  }
  await page.setViewportSize({ width, height })
  return themes.length
}

/** Names a picture by route and visitor, `order-owing`; further visits to a route have a number. */
function nameOf(row: Row): string {
  const { route, who } = row
  const visit = ROWS.filter(other => other.route === route && other.who === who).indexOf(row) + 1
  const path = route === '/' ? 'home' : route.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
  return visit === 1 ? `${path}-${who}` : `${path}-${who}-${visit}`
}
