import type { Page } from 'playwright-core'
import { until } from './sandbox.ts'
import { untilVisible } from './visible.ts'

/** Waits until the app has drawn the page, with its heading, and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await untilVisible(heading)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // The page itself may have drawn its data before the app arrived.
  await until('the app to draw the page', async () => {
    const names = await heading.evaluate(element => Object.keys(element))
    return names.some(name => name.startsWith('__react')) || undefined
  })
}
