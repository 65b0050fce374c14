import type { BrowserContext, Page } from 'playwright-core'

/** 400 kbit/s (throughput in bytes per second) and a round trip of 400 ms. */
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const SLOWER_BY = 4
const TIMEOUT_MS = 60_000

/** The measurements of a visit; times in milliseconds since the navigation began. */
export type Visit = {
  /** When the first text or picture was drawn. */
  readonly paintMs: number
  /** When the awaited element was drawn. */
  readonly elementMs: number
  /** The sum of all layout shifts. */
  readonly shift: number
}

type PageMeasures = { elementMs: number | undefined; shift: number }

/** Opens a page on a slow phone, waits until an element of this selector is drawn and the page is quiet, and closes it. */
export async function visitSlowly(
  context: BrowserContext,
  path: string,
  selector: string,
): Promise<Visit> {
  const page = await context.newPage()
  try {
    page.setDefaultTimeout(TIMEOUT_MS)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_BY })
    await page.addInitScript(observe, selector)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(
      () => (window as unknown as { record: PageMeasures }).record.elementMs !== undefined,
    )
    // Content that arrives later may still shift the layout.
    await page.waitForLoadState('networkidle')
    return await measurementsOf(page)
  } finally {
    await page.close()
  }
}

/** Runs in the page before its own scripts, and records layout shifts and the awaited element. */
function observe(selector: string): void {
  const record: PageMeasures = { elementMs: undefined, shift: 0 }
  Object.assign(window, { record })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      record.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (record.elementMs !== undefined || !document.querySelector(selector)) return
    watcher.disconnect()
    // The element is on the screen in the frame after the one that draws it.
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(record, { elementMs: performance.now() })),
    )
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true })
}

function measurementsOf(page: Page): Promise<Visit> {
  return page.evaluate(() => {
    const { elementMs, shift } = (window as unknown as { record: PageMeasures }).record
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { paintMs: paint?.startTime ?? Number.NaN, elementMs: elementMs ?? Number.NaN, shift }
  })
}
