import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))

/**
 * Saves a picture of the visible page, a pixel for each of CSS, with its animations ended, under
 * `screenshots/`, which git ignores. Returns its path.
 */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`
  await page.screenshot({ path, animations: 'disabled', scale: 'css' })
  return path
}
