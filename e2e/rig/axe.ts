import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const themes = ['light', 'dark'] as const
/** All that a theme can change. */
const aboutColour = ['color-contrast', 'link-in-text-block']

/** Fails with the elements and the rules when axe finds fault with the page as it stands: every rule, and those about colour in the dark theme too. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light'
      ? axe
      : axe.withRules(aboutColour)
    ).analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id}: ${help}\n    at ${node.target.join(' ')}`),
    )
    expect(found, `axe, ${colorScheme} theme, ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
