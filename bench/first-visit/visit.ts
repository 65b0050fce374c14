import type { BrowserContext, Page } from 'playwright-core'

/** 400 kbit/s, 400 ms to and fro, and a processor that is a quarter as fast. */
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const SLOWER_BY = 4
const TIMEOUT_MS = 60_000

/** What a visit was like; times in milliseconds since the address was entered. */
export type Visit = {
  /** The first text or picture. */
  readonly paintMs: number
  /** When what was waited for stood on the screen. */
  readonly seenMs: number
  /** All layout shifts together. */
  readonly shift: number
}

type Noted = { seenMs: number | undefined; shift: number }

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
    await page.addInitScript(note, selector)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(
      () => (window as unknown as { noted: Noted }).noted.seenMs !== undefined,
    )
    // What arrives late may still move what is there.
    await page.waitForLoadState('networkidle')
    return await noted(page)
  } finally {
    await page.close()
  }
}

/** Runs in the page before its own scripts, and writes down what happens. */
function note(selector: string): void {
  const own: Noted = { seenMs: undefined, shift: 0 }
  Object.assign(window, { noted: own })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      own.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (own.seenMs !== undefined || !document.querySelector(selector)) return
    watcher.disconnect()
    // In the frame after the one that draws it, it stands there.
    requestAnimationFrame(() => setTimeout(() => Object.assign(own, { seenMs: performance.now() })))
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true })
}

function noted(page: Page): Promise<Visit> {
  return page.evaluate(() => {
    const { seenMs, shift } = (window as unknown as { noted: Noted }).noted
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { paintMs: paint?.startTime ?? Number.NaN, seenMs: seenMs ?? Number.NaN, shift }
  })
}
