import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const themes = ['light', 'dark'] as const
/** All that a theme can change. */
const aboutColour = ['color-contrast', 'link-in-text-block']

/**
 * Fails with the elements and the rules when axe finds a fault in the page as it stands: every rule, and those about colour
 * in the dark theme too. axe runs in the page itself, which must have no frames, and is loaded once a document.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(page.frames(), `the frames of ${page.url()}`).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await violations(page, colorScheme === 'light' ? undefined : aboutColour)
    expect(found, `axe, ${colorScheme} theme, ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  return page.evaluate(async runOnly => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const result = await axe.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    return result.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n    at ${node.target.join(' ')}`),
    )
  }, rules)
}
