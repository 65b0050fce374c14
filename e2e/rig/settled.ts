import type { Page } from 'playwright-core'
import { until } from './sandbox.ts'
import { untilVisible } from './visible.ts'

/**
 * Waits until the page shows its heading and nothing on it is loading; of the app's pages, until the
 * app has drawn it, because the page itself may have drawn its data before the app arrived.
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
