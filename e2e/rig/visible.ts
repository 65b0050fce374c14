import type { Locator } from 'playwright-core'
import { until } from './sandbox.ts'

/**
 * Waits until an element can be seen. The wait of Playwright would notice it later: after some tries
 * it looks only twice a second.
 */
export async function untilVisible(element: Locator): Promise<void> {
  await until(String(element), async () => (await element.isVisible()) || undefined)
}
