import type { Page } from 'playwright-core'
import { untilVisible } from './visible.ts'

/** Waits until the page has its heading and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  await untilVisible(page.getByRole('heading', { level: 1 }).first())
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
