import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { launchPinnedBrowser } from '#e2e/rig/browser.ts'
import { tenDaysOfWork } from '#e2e/rig/daily-work.ts'
import { desktop } from '#e2e/rig/device.ts'
import { drawSameNumbers } from '#e2e/rig/numbers.ts'
import { openSandbox, until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { settled } from '#e2e/rig/settled.ts'
import { untilBranchesAreImported } from '#e2e/rig/template.ts'

/** The pictures that the README shows, part of the repository. */
const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const QUALITY = 60
const BYTES_MAX = 60_000
const SEED = 1

/** Takes the pictures of the console, of a demonstration in which people have lent for some weeks. */
export async function takeConsolePictures(): Promise<void> {
  drawSameNumbers(SEED)
  mkdirSync(FOLDER, { recursive: true })
  const server = await startServer({ LOG_LEVEL: 'warn' })
  const browser = await launchPinnedBrowser()
  try {
    await server.reading(untilBranchesAreImported)
    const { application } = await weeksOfWork(server)
    const page = await browser.newPage({
      ...desktop.context,
      baseURL: server.origin,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await enterAs(page, 'operations')
    await take(page, 'inbox', '/console')
    await enterAs(page, 'credit officer')
    await take(page, 'decide', `/console/application/${application}`, async () => {
      await page.getByLabel('Why do you open it?').selectOption('decision')
      await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
      await page.getByText('Facts of the decision').waitFor()
    })
    await enterAs(page, 'finance')
    await take(page, 'reports', '/console/reports', () =>
      page.locator('.chart canvas').first().waitFor(),
    )
  } finally {
    await browser.close()
    await server.stop()
  }
  console.log(`Took the pictures of the console into ${FOLDER}`)
}

/** Loans that are late by some weeks, ten days of usual work, and loans in time. */
async function weeksOfWork(server: Server) {
  const sandbox = openSandbox(server.origin)
  for (const rupees of [2_000, 3_000]) {
    const late = await readyBorrower(server.origin)
    await late.borrow('saral-seven', rupees)
    await sandbox.advance('P20D')
  }
  const work = await tenDaysOfWork({ server, sandbox })
  for (const rupees of [5_000, 5_000, 4_000, 4_000]) {
    const inTime = await readyBorrower(server.origin)
    const orderId = await inTime.apply('saral-weekly', rupees)
    await inTime.orderIs(orderId, 'pass')
    const before = (await sandbox.payouts()).length
    await inTime.getMoney(orderId)
    // The bank holds every payout, and one of them waits in the inbox.
    const payout = await until('the payout at the bank', async () => {
      const [newest, ...older] = await sandbox.payouts()
      return older.length === before ? newest : undefined
    })
    await sandbox.settlePayout(payout.id, 'succeed')
    await inTime.orderIs(orderId, 'loaned')
  }
  return work
}

async function enterAs(page: Page, role: string): Promise<void> {
  await page.goto('/sandbox')
  await page.getByRole('button', { name: role, exact: true }).click()
  await page.waitForURL(/\/console$/)
}

async function take(
  page: Page,
  name: string,
  path: string,
  untilShown: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(path)
  await untilShown()
  await settled(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled' })
  const webp = await sharp(png).webp({ quality: QUALITY, effort: 6 }).toBuffer()
  if (webp.length > BYTES_MAX) throw new Error(`The picture ${name} has ${webp.length} bytes.`)
  writeFileSync(join(FOLDER, `console-${name}.webp`), webp)
}
