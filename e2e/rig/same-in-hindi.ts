import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Scene } from './journey.ts'
import { inLatinLetters, textsOf } from './latin.ts'
import { settled } from './settled.ts'

/**
 * Numbers with their rupee and percent signs: amounts, rates, days, years, and the digits of codes.
 */
const FIGURES = /₹?\d+(?:[.,:]\d+)*%?/g

/**
 * Visits each page in English and in Hindi. Fails where the two languages show different figures,
 * and where Hindi shows an English word.
 */
export async function expectSameInHindi(
  { page }: Scene,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  const english: Record<string, string[]> = {}
  for (const [name, path] of Object.entries(pages)) {
    await open(page, path)
    english[name] = figuresIn(await textsOf(page))
  }
  await page.evaluate(() => localStorage.setItem('lang', 'hi'))
  for (const [name, path] of Object.entries(pages)) {
    await open(page, path)
    await page.locator('html[lang=hi]').waitFor()
    expect(figuresIn(await textsOf(page)), `figures of ${name}`).toEqual(english[name])
    expect(await inLatinLetters(page), `English words of ${name}`).toEqual([])
  }
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
}

/** Opens a page and all that is folded on it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

const figuresIn = (texts: readonly string[]) =>
  texts.flatMap(text => text.match(FIGURES) ?? []).sort()
