import type { Page } from 'playwright-core'

/**
 * The room in the window: the heights of its bars as shares of its own, whether a bar holds more than
 * it shows, what the feedback button covers, and the number of columns.
 */
export type Room = { bars: number[]; isCut: boolean; covered: string[]; columns: number }

/** Scrolls through the page, and returns what its window shows. */
export function roomOf(page: Page): Promise<Room> {
  return page.evaluate(measure)
}

/** Runs in the page. */
async function measure(): Promise<Room> {
  const bubble = document.querySelector('a[href="/feedback"][aria-label]')
  const covered = new Set<string>()
  const step = innerHeight / 3
  for (let top = 0; top <= document.documentElement.scrollHeight; top += step) {
    scrollTo(0, top)
    await new Promise(requestAnimationFrame)
    const over = bubble?.getBoundingClientRect()
    if (!over || over.width === 0) break
    for (const box of boxes()) {
      const left = Math.max(box.left, over.left)
      const right = Math.min(box.right, over.right)
      const upper = Math.max(box.top, over.top, 0)
      const lower = Math.min(box.bottom, over.bottom, innerHeight)
      if (left >= right || upper >= lower) continue
      const shown = document.elementFromPoint((left + right) / 2, (upper + lower) / 2)
      if (shown && bubble?.contains(shown)) covered.add(box.text)
    }
  }
  scrollTo(0, 0)
  const bars = [...document.querySelectorAll('body *')].filter(each => {
    const { position, bottom } = getComputedStyle(each)
    return ['fixed', 'sticky'].includes(position) && bottom === '0px'
  })
  const heights = bars.map(each => each.getBoundingClientRect().height / innerHeight)
  const isCut = bars.some(
    each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight,
  )
  const lefts = [...document.querySelectorAll('main :is(h1, h2, section, dl)')].map(
    each => each.getBoundingClientRect().left,
  )
  const apart = Math.max(...lefts) - Math.min(...lefts)
  const width = document.querySelector('main')?.clientWidth ?? 0
  return { bars: heights, isCut, covered: [...covered], columns: apart > 0.4 * width ? 2 : 1 }

  /** The boxes of all text and all controls but the feedback button. */
  function boxes() {
    const boxes: { text: string; left: number; right: number; top: number; bottom: number }[] = []
    const note = (text: string, rects: Iterable<DOMRect>) => {
      for (const { left, right, top, bottom } of rects)
        boxes.push({ text, left, right, top, bottom })
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.textContent?.trim() || bubble?.contains(node)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      note(node.textContent.trim(), range.getClientRects())
    }
    for (const control of document.querySelectorAll('main :is(a, button, input, select), nav a'))
      if (control !== bubble)
        note(control.textContent ?? control.tagName, [control.getBoundingClientRect()])
    return boxes
  }
}
