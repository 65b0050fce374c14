import type { Page } from 'playwright-core'

/** The smallest phone that the product supports. */
const SMALLEST = { width: 360, height: 640 }

/**
 * Returns what cannot be read at 200 % text size on the smallest phone (WCAG 1.4.4): text that is
 * cut off, overlaps other text, reaches beyond the edge, or stays below the bottom bar. Leaves the
 * page as it was.
 */
export async function unreadableWhenLarge(page: Page): Promise<string[]> {
  const usual = page.viewportSize() ?? SMALLEST
  await page.setViewportSize(SMALLEST)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const faults = await page.evaluate(unreadable)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(usual)
  return faults
}

/** Runs in the page. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is sent to the page as one text and can call nothing outside it.
function unreadable(): string[] {
  type Word = { element: Element; text: string; box: DOMRect; isFixed: boolean }
  const faults: string[] = []
  const styleOf = (element: Element) => getComputedStyle(element)
  const ancestors = (element: Element): Element[] =>
    element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  /** Text for screen readers only is not seen. */
  const isHidden = (element: Element) =>
    ancestors(element).some(each => styleOf(each).position === 'absolute' && each.clientWidth <= 1)

  if (document.documentElement.scrollWidth > innerWidth + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`)

  const open = document.querySelector('dialog[open]') ?? document.body
  const texts = document.createTreeWalker(open, NodeFilter.SHOW_TEXT)
  const words: Word[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (
      !element ||
      text === '' ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      isHidden(element)
    )
      continue
    if (element.closest('option, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const isFixed = ancestors(element).some(each =>
      ['fixed', 'sticky'].includes(styleOf(each).position),
    )
    for (const box of range.getClientRects())
      if (box.width > 0) words.push({ element, text, box, isFixed })
  }

  for (const { element, text, box } of words) {
    if (box.right > innerWidth + 1 || box.left < -1) faults.push(`beyond the edge: ${text}`)
    for (const each of ancestors(element)) {
      const { overflowX, overflowY } = styleOf(each)
      const frame = each.getBoundingClientRect()
      if (each === document.body || each === document.documentElement) continue
      if (isCut(overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1))
        faults.push(`cut off sideways: ${text}`)
      // A line is higher than its letters, so a few pixels that are cut are empty.
      if (isCut(overflowY) && (box.bottom > frame.bottom + 6 || box.top < frame.top - 6))
        faults.push(`cut off: ${text}`)
    }
  }

  const inFlow = words.filter(({ isFixed }) => !isFixed)
  inFlow.forEach((one, at) => {
    for (const other of inFlow.slice(at + 1)) {
      if (
        one.element === other.element ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue
      const across =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > 3 && down > 10) faults.push(`overlapping: ${one.text} / ${other.text}`)
    }
  })

  if (open === document.body) {
    scrollTo(0, document.documentElement.scrollHeight)
    const bars = [...document.querySelectorAll('body *')].filter(each => {
      const { position, display } = styleOf(each)
      return (
        (position === 'fixed' || position === 'sticky') &&
        display !== 'none' &&
        each.getBoundingClientRect().width > innerWidth / 2
      )
    })
    const tops = bars
      .map(bar => bar.getBoundingClientRect())
      .filter(box => box.height > 0 && box.bottom > innerHeight - 2)
    const top = Math.min(innerHeight, ...tops.map(box => box.top))
    const lowest = Math.max(
      0,
      ...inFlow.map(({ element }) => element.getBoundingClientRect().bottom),
    )
    if (lowest > top + 1) faults.push(`below the bottom bar: ${Math.round(lowest - top)} px`)
    if (top < innerHeight / 2) faults.push(`the bottom bar leaves only ${Math.round(top)} px`)
    scrollTo(0, 0)
  }
  return [...new Set(faults)]
}
