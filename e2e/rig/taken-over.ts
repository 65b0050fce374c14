import type { Page } from 'playwright-core'

/** Waits until the app has taken the prerendered form over. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form !== null && Object.keys(form).some(name => name.startsWith('__react'))
  })
}

/** Returns whether only the script in the page has run so far. */
export function isEarly(page: Page): Promise<boolean> {
  return page.evaluate(() => 'earlySignIn' in window && window.earlySignIn !== undefined)
}

type DrawingNotes = {
  draw: (selector: string) => unknown
  atTakeover?: unknown
  shift: number
  moved: string[]
}
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
type NotingWindow = Window & { noted: DrawingNotes }

/**
 * Makes the page note its layout shifts, and what the app draws in the task in which it takes home
 * over.
 */
export async function noteDrawing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ids: string[] = []
    const plainId = (id: string) => {
      if (!ids.includes(id)) ids.push(id)
      return `id ${ids.indexOf(id)}`
    }
    const inWords = (element: Element): unknown => [
      element.localName,
      Object.fromEntries(
        [...element.attributes]
          .map(({ name, value }) => [
            name,
            /^(id|aria-describedby)$/.test(name) ? value.split(' ').map(plainId) : value,
          ])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      ),
      element.childElementCount === 0
        ? element.textContent
        : [[...element.childNodes].map(each => (each instanceof Text ? each.data : '')).join('')]
            .filter(text => text !== '')
            .concat([...element.children].map(inWords) as string[]),
    ]
    const noted: DrawingNotes = {
      draw: selector => {
        ids.length = 0
        return [...document.querySelectorAll(selector)].map(inWords)
      },
      shift: 0,
      moved: [],
    }
    Object.assign(window, { noted })
    const isReacts = (element: Element) =>
      Object.keys(element).some(name => name.startsWith('__react'))
    new MutationObserver((_changes, observer) => {
      const main = document.querySelector('main')
      if (!main || !isReacts(main)) return
      observer.disconnect()
      noted.atTakeover = noted.draw('main, main + aside')
    }).observe(document.body, { childList: true, subtree: true })
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        noted.shift += value
        for (const { node, previousRect: before, currentRect: after } of sources)
          noted.moved.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeValue} moved from ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the elements, attributes and texts of a part of the page, with ids by their order. */
export function drawing(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(
    selector => (window as unknown as NotingWindow).noted.draw(selector),
    selector,
  )
}

/** Waits until the app has taken home over, and returns what it drew; call `noteDrawing` before. */
export async function homeTakenOver(page: Page): Promise<unknown> {
  await page.waitForFunction(
    () => (window as unknown as NotingWindow).noted.atTakeover !== undefined,
  )
  return page.evaluate(() => (window as unknown as NotingWindow).noted.atTakeover)
}

/**
 * Returns the layout shift up to the frame after next, which shows what was drawn: its score, and
 * what moved from where to where.
 */
export function shiftSoFar(page: Page): Promise<{ score: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise<{ score: number; moved: string[] }>(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const { shift, moved } = (window as unknown as NotingWindow).noted
              resolve({ score: shift, moved })
            }),
          ),
        ),
      ),
  )
}
