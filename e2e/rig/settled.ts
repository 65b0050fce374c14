import type { Page } from 'playwright-core'

/** Waits until the page has its heading and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
