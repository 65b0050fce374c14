import { expect } from 'vitest'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { unreadableWhenLarge } from '#e2e/rig/large-text.ts'
import { inLatinLetters } from '#e2e/rig/latin.ts'
import { filledIn, type Prepared, prepare } from '#e2e/rig/prepared.ts'
import { ROWS, type Row, type Who } from '#e2e/rig/route-table.ts'
import { settled } from '#e2e/rig/settled.ts'

openTheProduct()

/**
 * Returns what large text hides on the page and, in Hindi, its English words. Fails on violations
 * that axe finds in either theme.
 */
async function faultsOf({ page }: Scene, language: 'en' | 'hi'): Promise<string[]> {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  const large = (await unreadableWhenLarge(page)).map(fault => `at 200 % text: ${fault}`)
  const english =
    language === 'hi' ? (await inLatinLetters(page)).map(text => `in English: ${text}`) : []
  await expectNoViolations(page)
  return [...large, ...english]
}

/** Visits a page in English and in Hindi, and returns its faults. */
async function lookAt(
  scene: Scene,
  { route, at = route }: Row,
  prepared: Prepared,
): Promise<string[]> {
  const { page } = scene
  await page.goto(filledIn(at, prepared))
  await settled(page)
  const faults = await faultsOf(scene, 'en')
  await page.evaluate(() => localStorage.setItem('lang', 'hi'))
  await page.reload()
  await page.locator('html[lang=hi]').waitFor()
  await settled(page)
  faults.push(...(await faultsOf(scene, 'hi')))
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
  return faults.map(fault => `${at}, ${fault}`)
}

journey(
  'the check fails on a picture without a name, on low contrast in the dark theme, and on a frame',
  async ({ page }) => {
    const html = (body: string) =>
      `<html lang="en"><head><title>A</title></head><body><main><h1>A</h1>${body}</main></body></html>`
    const pale = '@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }'
    await page.setContent(html('<p>B</p>'))
    await expectNoViolations(page)
    for (const [body, rule] of [
      ['<img src="data:,">', /light theme.*image-alt: /s],
      [`<style>${pale}</style><p>too pale</p>`, /dark theme.*color-contrast: /s],
      ['<iframe title="C" src="about:blank"></iframe>', /the frames of/],
    ] as const) {
      await page.setContent(html(body))
      await expect(expectNoViolations(page)).rejects.toThrow(rule)
    }
  },
  [iPhone],
)

/** The number of pages that one journey can visit well within its time limit. */
const PAGES_AT_ONCE = 6

for (const who of Object.keys(prepare) as Who[]) {
  const rows = ROWS.filter(row => row.who === who)
  for (let first = 0; first < rows.length; first += PAGES_AT_ONCE)
    journey(
      `pages are accessible and readable in both languages (${who}, from page ${first + 1})`,
      async scene => {
        const { page, server, sandbox } = scene
        const prepared = await prepare[who](server.origin)
        // An extension is possible only when the due date is less than a week ahead.
        if (who === 'owing') await sandbox.advance('P2D')
        await prepared.borrower?.enter(page.context())
        const faults: string[] = []
        for (const row of rows.slice(first, first + PAGES_AT_ONCE))
          faults.push(...(await lookAt(scene, row, prepared)))
        expect(faults).toEqual([])
      },
      [iPhone],
    )
}
