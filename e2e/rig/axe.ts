import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const themes = ['light', 'dark'] as const

/** Fails with the elements and the rules when axe finds fault with the page as it stands, in either theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n    at ${node.target.join(' ')}`),
    )
    expect(found, `axe, ${colorScheme} theme, ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
