import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from '#e2e/rig/patience.ts'

/** A keyboard without a pointer, as a borrower may use the product. */
export type Keyboard = ReturnType<typeof onlyKeys>

/** The element with the focus, and whether a person can see that it has it. */
type Stop = { readonly name: string; readonly kind: string; readonly isSeen: boolean }

/** The stops before a time limit counts, since a page that is loading has nothing to tab to. */
const STOPS_MIN = 80
const BETWEEN_ROUNDS_MS = 100

/** `strike` presses a key in another way than the page's keyboard does. */
export function onlyKeys(
  page: Page,
  strike: (key: string) => Promise<void> = key => page.keyboard.press(key),
) {
  const focus = (): Promise<Stop> => page.evaluate(stopOf)

  /** Tabs until the element of this name has the focus. Every stop must show its focus. */
  async function to(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const stopNames: string[] = []
    const giveUpAt = performance.now() + PATIENCE_MS
    for (let stops = 0; stops < STOPS_MIN || performance.now() < giveUpAt; stops++) {
      const stop = await focus()
      stopNames.push(stop.name.slice(0, 40))
      if (stop.kind !== 'body' && stop.kind !== 'h1' && isCalled(stop.name, name)) return
      await strike(key)
      const next = await focus()
      if (next.kind === 'body' || next.kind === 'h1') await page.waitForTimeout(BETWEEN_ROUNDS_MS)
      else expect(next.isSeen, `the focus is seen on ${next.name}, ${page.url()}`).toBe(true)
    }
    throw new Error(
      `${String(name)} had no focus at ${page.url()}, only: ${[...new Set(stopNames)].join(' | ')}`,
    )
  }

  /** Presses a key on the element of this name. */
  async function press(name: string | RegExp, key = 'Enter'): Promise<void> {
    await to(name)
    await strike(key)
  }

  /** Replaces the text of the field. */
  async function type(name: string | RegExp, text: string): Promise<void> {
    await to(name)
    await strike('ControlOrMeta+a')
    await page.keyboard.type(text)
  }

  /** Chooses from a closed list by typing the first letters of the option. */
  async function choose(name: string | RegExp, option: string): Promise<void> {
    await to(name)
    await page
      .locator('select:focus option', { hasText: option })
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.type(option)
    expect(
      await page
        .locator('select:focus')
        .evaluate(select => (select as HTMLSelectElement).selectedOptions[0]?.text),
    ).toContain(option)
  }

  /** Waits until the focus is on the heading of the page, where a new page begins. */
  async function beginsAtTheHeading(): Promise<void> {
    await expect
      .poll(async () => (await focus()).kind, { message: `the focus at ${page.url()}` })
      .toBe('h1')
  }

  /** Waits until an element has the focus, so that the last press has not lost it. */
  async function keepsFocus(): Promise<void> {
    await expect
      .poll(async () => (await focus()).kind, { message: `the focus at ${page.url()}` })
      .not.toBe('body')
  }

  /** Tabs through an open dialog; the focus must not reach the page behind it. */
  async function staysInDialog(): Promise<void> {
    await page.getByRole('dialog').waitFor()
    for (let stops = 0; stops < 8; stops++) {
      // The focus may also go to the bar of the browser, where it counts as on the body.
      const where = await page.evaluate(
        () => document.activeElement?.closest('dialog, body')?.tagName,
      )
      expect(
        where === 'DIALOG' || (await focus()).kind === 'body',
        'the focus is in the dialog',
      ).toBe(true)
      await page.keyboard.press('Tab')
    }
  }

  return { focus, to, press, type, choose, beginsAtTheHeading, keepsFocus, staysInDialog }
}

function isCalled(name: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? name === pattern : pattern.test(name)
}

/**
 * Runs in the page. Returns the focused element by its accessible name, and whether its focus is
 * seen.
 */
function stopOf(): Stop {
  const element = document.activeElement ?? document.body
  const isMarked = (each: Element | null) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const labels =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? [...(element.labels ?? [])]
      : []
  const around = [
    element,
    element.parentElement,
    element.parentElement?.parentElement ?? null,
    ...(element.parentElement?.querySelectorAll('*') ?? []),
  ]
  const box = element.getBoundingClientRect()
  const isWithin = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const middle = document.elementFromPoint(
    box.left + box.width / 2,
    Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1),
  )
  // A toast may cover it, since it disappears by itself.
  const mayCover = [...around, ...labels, document.querySelector('[role=status][popover]')]
  const isOnTop = mayCover.some(each => each?.contains(middle))
  const name =
    element.getAttribute('aria-label') ??
    (labels.map(label => label.textContent).join(' ') || element.textContent)
  return {
    name: (name ?? '').replace(/\s+/g, ' ').trim(),
    kind: element.tagName.toLowerCase(),
    isSeen: around.some(each => isMarked(each)) && isWithin && isOnTop,
  }
}
