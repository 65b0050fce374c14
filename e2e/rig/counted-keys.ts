import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { onlyKeys } from './keyboard.ts'

/** A keyboard without a pointer at the console, whose keystrokes are counted. */
export type CountedKeys = ReturnType<typeof countedKeys>

const ROWS_MAX = 80

export function countedKeys(page: Page) {
  let count = 0

  /** Presses a key and counts it. */
  async function strike(key: string): Promise<void> {
    count += 1
    await page.keyboard.press(key)
  }
  const keys = onlyKeys(page, strike)

  /** Chooses from a closed list by the first letters of the option, which count. */
  async function choose(name: string, letters: string): Promise<void> {
    await keys.choose(name, letters)
    count += letters.length
  }

  /** Types into the field that has the focus already. */
  async function fill(text: string): Promise<void> {
    await page.locator('input:focus, textarea:focus').waitFor()
    await page.keyboard.type(text)
  }

  /** Moves the focus by j to the row that has these texts. */
  async function row(...texts: readonly string[]): Promise<void> {
    let rows = page.locator('.rows > .row')
    for (const text of texts) rows = rows.filter({ hasText: text })
    await rows.first().waitFor()
    const isThere = () => rows.first().evaluate(each => each === document.activeElement)
    for (let moves = 0; !(await isThere()); moves++) {
      expect(moves, `rows on the way to ${texts.join(', ')}`).toBeLessThan(ROWS_MAX)
      await strike('j')
      expect((await keys.focus()).isSeen, `the row is seen at ${page.url()}`).toBe(true)
    }
  }

  /** The number of pressed keys, without typed text. */
  const strokes = () => count

  return { ...keys, strike, choose, fill, row, strokes }
}
