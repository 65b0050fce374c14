/**
 * `node scripts/app-screenshots.ts`: takes the pictures that a browser shows when it offers to
 * install the app from the running product into `web/public/screenshots`. Run it after
 * `npm run build` when these pages have changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { contract } from '#contract/index.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { launchBrowser } from '#e2e/rig/browser.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { startServer } from '#e2e/rig/server.ts'

const QUALITY = 70
const folder = fileURLToPath(new URL('../web/public/screenshots/', import.meta.url))

mkdirSync(folder, { recursive: true })
const server = await startServer({ LOG_LEVEL: 'warn' })
const browser = await launchBrowser()
try {
  const context = await browser.newContext({
    ...iPhone.context,
    baseURL: server.origin,
    locale: 'en-IN',
    colorScheme: 'light',
  })
  const borrower = await readyBorrower(server.origin)
  const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
  const productId = product?.id ?? ''
  await borrower.enter(context)
  await take(context, 'home', '/')
  await take(context, 'cost', `/product/${productId}/detail`)
  const orderId = await borrower.borrow(productId, 5000)
  await take(context, 'loan', `/orders/${orderId}/detail`)
} finally {
  await browser.close()
  await server.stop()
}

async function take(context: BrowserContext, name: string, path: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  await page.close()
}
