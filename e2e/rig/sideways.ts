import type { Page } from 'playwright-core'

/** Whether the page is wider than its window. */
export function isScrolledSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth')
}
