import type { Page } from 'playwright-core'
import { until } from './sandbox.ts'
import { untilVisible } from './visible.ts'

/**
 * Waits until the page shows its heading and has loaded. A page of the app must be drawn by the
 * app: the page itself may draw its data before the app arrives.
 */
export async function settled(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await untilVisible(heading)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  if ((await page.locator('#root').count()) === 0) return
  await until('the app to draw the page', async () => {
    const names = await heading.evaluate(element => Object.keys(element))
    return names.some(name => name.startsWith('__react')) || undefined
  })
}
