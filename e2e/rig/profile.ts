import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { PATIENCE_MS } from '#e2e/rig/patience.ts'
import { launchProfile } from './browser.ts'
import { androidPhone, type Device } from './device.ts'
import { until } from './sandbox.ts'

/** A phone whose browser has a profile, and so installs apps and shows notifications. */
export type Phone = {
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  readonly close: () => Promise<void>
}

/** `args` are further switches of the browser. */
export async function takePhone(
  origin: string,
  device: Device = androidPhone,
  args: string[] = [],
): Promise<Phone> {
  const folder = await mkdtemp(join(tmpdir(), 'saral-phone-'))
  const options = {
    ...device.context,
    baseURL: origin,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'allow',
  } as const
  const context = await launchProfile(folder, options, args)
  context.setDefaultTimeout(PATIENCE_MS)
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    devtools: await context.newCDPSession(page),
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the service worker controls the page, and so has cached the whole shell. */
export async function untilInstalled(page: Page): Promise<void> {
  await until('the service worker', () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null || undefined),
  )
}
