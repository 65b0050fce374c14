/**
 * Every page in its states, visited once: its title and texts, its accepted picture, its
 * accessibility in both themes, large text, and the same figures in Hindi. console-keyboard.e2e.ts
 * visits the console's pages.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { unreadableWhenLarge } from '#e2e/rig/large-text.ts'
import { inLatinLetters, textsOf } from '#e2e/rig/latin.ts'
import { filledIn, prepare } from '#e2e/rig/prepared.ts'
import {
  nameOf,
  openRoutes,
  type Routes,
  takePictures,
  type Visit,
} from '#e2e/rig/route-pictures.ts'
import { addressOf, ROWS, type Who } from '#e2e/rig/route-table.ts'
import { settled } from '#e2e/rig/settled.ts'
import { untilVisible } from '#e2e/rig/visible.ts'
import {
  ACCEPTED_VIEW,
  acceptedNames,
  compareWithAccepted,
  emptyReview,
  writeReview,
} from '#scripts/pictures/accepted.ts'
import type { PictureDifference } from '#scripts/pictures/review.ts'

/** The packages bring the browser and the fonts of the accepted pictures for Linux on x64 alone. */
const isDrawnHere = process.platform === 'linux' && process.arch === 'x64'
/** A visitor's pages take up to a minute on a busy machine. */
const TIMEOUT_MS = 600_000
/** Amounts, rates, days, years, and the digits of codes, with their rupee and percent signs. */
const FIGURES = /₹?\d+(?:[.,:]\d+)*%?/g

let routes: Routes
const differing: PictureDifference[] = []

beforeAll(async () => {
  emptyReview()
  routes = await openRoutes()
})

afterAll(async () => {
  writeReview(differing)
  await routes.close()
})

test('the check of accessibility finds a picture without a name, low contrast in the dark, and a frame', async () => {
  const page = await routes.browser.newPage()
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
  await page.close()
})

test.skipIf(!isDrawnHere)('each accepted picture is one of a row of the table', () => {
  const names = ROWS.map(nameOf)
  expect(acceptedNames().filter(name => !names.includes(name))).toEqual([])
})

for (const who of Object.keys(prepare) as Who[])
  test(`each page is as accepted, accessible and readable in both languages (${who})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const faults: string[] = []
    const rows = ROWS.filter(row => row.who === who)
    await routes.visit(who, rows, [ACCEPTED_VIEW], async visit => {
      for (const fault of await faultsOf(visit)) faults.push(`${nameOf(visit.row)}: ${fault}`)
    })
    expect(faults).toEqual([])
  })

/** Visits a page in English and in Hindi, and returns what is wrong with it. Leaves it in Hindi. */
async function faultsOf(visit: Visit): Promise<string[]> {
  const { page, row, prepared } = visit
  const faults: string[] = []
  const at = addressOf(row)
  const { endsAt = at, title, shows } = row
  await expect.poll(() => page.title(), { message: `the title of ${at}` }).toBe(`${title} – Saral`)
  for (const text of shows)
    await untilVisible(page.getByText(text).filter({ visible: true }).first())
  const { pathname, search } = new URL(page.url())
  const end = filledIn(endsAt, prepared)
  if (pathname + search !== end) faults.push(`ends at ${pathname + search}, not ${end}`)

  await settled(page)
  const figures = figuresIn(await textsOf(page))
  if (isDrawnHere)
    for (const picture of await takePictures(visit)) {
      const difference = await compareWithAccepted(picture)
      if (!difference) continue
      differing.push(difference)
      faults.push(`the accepted picture: ${difference.kind} (screenshots/compare)`)
    }
  faults.push(...(await looksOf(page)))

  await page.evaluate(() => localStorage.setItem('lang', 'hi'))
  await page.reload()
  await page.locator('html[lang=hi]').waitFor()
  await settled(page)
  for (const text of await inLatinLetters(page)) faults.push(`in English: ${text}`)
  const hindi = figuresIn(await textsOf(page))
  if (hindi.join() !== figures.join())
    faults.push(`figures in English ${figures.join(' ')}, in Hindi ${hindi.join(' ')}`)
  faults.push(...(await looksOf(page)))
  return faults
}

/** Returns what large text hides on the page. Fails on what axe finds in either theme. */
async function looksOf(page: Page): Promise<string[]> {
  const large = (await unreadableWhenLarge(page)).map(fault => `at 200 % text: ${fault}`)
  await expectNoViolations(page)
  return large
}

const figuresIn = (texts: readonly string[]) =>
  texts.flatMap(text => text.match(FIGURES) ?? []).sort()
