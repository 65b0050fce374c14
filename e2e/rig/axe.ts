import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const themes = ['light', 'dark'] as const
/** The rules whose result depends on the theme. */
const aboutColour = ['color-contrast', 'link-in-text-block']

/** The structures of the pages in which axe found no violation. */
const passed = new Set<string>()

/**
 * Fails with the elements and rules where axe finds a violation in the page: every rule in the
 * light theme, those about colour in the dark one too. axe runs in the page, which must have no
 * frames. That takes a second, so a page with the structure of one that passed is not checked again:
 * the rules ask whether an element has text and in which colours, not what it says.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(page.frames(), `the frames of ${page.url()}`).toHaveLength(1)
  const structure = structureOf(await page.content())
  if (passed.has(structure)) return
  const { hasAxe, isCalm } = await page.evaluate(() => ({
    hasAxe: 'axe' in window,
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }))
  if (!hasAxe) await page.evaluate(axe.source)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults = await violations(page, colorScheme === 'light' ? undefined : aboutColour)
    expect(faults, `axe, ${colorScheme} theme, ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: isCalm ? 'reduce' : null })
  passed.add(structure)
}

/**
 * Returns the elements with their attributes, and marks those with text, without its words and
 * figures.
 */
function structureOf(html: string): string {
  return html
    .replace(/ (href|src|action|value)="[^"]*"| style=""/g, '')
    .replace(/ (aria-label|aria-description|title|alt|placeholder|content|lang)="[^"]+"/g, ' $1')
    .replace(/>[^<]*[^<\s][^<]*</g, '>…<')
    .replace(/\d+/g, '')
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
