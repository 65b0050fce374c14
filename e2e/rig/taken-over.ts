import type { Page } from 'playwright-core'

/** Waits until the app has taken the prerendered form over. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form !== null && Object.keys(form).some(name => name.startsWith('__react'))
  })
}

/** Returns whether only the script in the page has run so far. */
export function isEarly(page: Page): Promise<boolean> {
  return page.evaluate(() => 'earlySignIn' in window && window.earlySignIn !== undefined)
}
