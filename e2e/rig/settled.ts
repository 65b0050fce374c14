import type { Page } from 'playwright-core'
import { untilVisible } from './visible.ts'

/** Waits until the app has drawn the page, with its heading, and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  await untilVisible(page.getByRole('heading', { level: 1 }).first())
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // The page itself may have drawn its data before the app arrived.
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some(name => name.startsWith('__react'))
  })
}
