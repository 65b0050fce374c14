import type { BrowserContext } from 'playwright-core'
import type { SlowLine } from '#bench/first-visit/slow-line.ts'

const SLOWER_BY = 4
const TIMEOUT_MS = 90_000

/** The page of a visit, and the element that shows its data; or the number to type into sign-in. */
export type Goal =
  | { readonly path: string; readonly selector: string }
  | { readonly path: string; readonly typed: string }

/** A visit to sign in: types a number, agrees, and taps Get until a request for the code leaves. */
export function typesAndTaps(digits: string): Goal {
  return { path: '/login', typed: digits }
}

/** The measurements of a visit; times in milliseconds since the navigation began. */
export type LineVisit = {
  readonly firstByteMs: number
  readonly paintMs: number
  /** When the data was drawn, or the request for the code left. */
  readonly doneMs: number
  /** The bytes of the page and of the answer of home, with their headers. */
  readonly pageBytes: number
  readonly answerBytes: number
  /** All bytes down the line until the page was quiet. */
  readonly bytes: number
  readonly shift: number
  /** Whether the typed number was still there at the end. */
  readonly isTypedKept: boolean
}

type PageMeasures = { doneMs: number | undefined; shift: number }

/** Opens a page over the line, waits until its goal is reached and it is quiet, and closes it. */
export async function visitOverLine(
  context: BrowserContext,
  goal: Goal,
  line: SlowLine,
): Promise<LineVisit> {
  const page = await context.newPage()
  try {
    page.setDefaultTimeout(TIMEOUT_MS)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_BY })
    await page.addInitScript(observe, goal)
    const bytesBefore = line.bytesDown()
    await page.goto(goal.path, { waitUntil: 'commit' })
    await page.waitForFunction(
      () => (window as unknown as { record: PageMeasures }).record.doneMs !== undefined,
    )
    // Content that arrives later may still shift the layout.
    await page.waitForLoadState('networkidle')
    const measured = await page.evaluate(
      typed => {
        const { doneMs, shift } = (window as unknown as { record: PageMeasures }).record
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const [navigation] = performance.getEntriesByType('navigation')
        const transfers = performance.getEntriesByType('resource')
        const answer = transfers.find(({ name }) => name.includes('/home/v1/index'))
        const sizeOf = (entry: PerformanceEntry | undefined) =>
          (entry as PerformanceResourceTiming | undefined)?.transferSize ?? 0
        return {
          firstByteMs: (navigation as PerformanceNavigationTiming).responseStart,
          paintMs: paint?.startTime ?? Number.NaN,
          doneMs: doneMs ?? Number.NaN,
          shift,
          pageBytes: sizeOf(navigation),
          answerBytes: sizeOf(answer),
          isTypedKept: document.querySelector<HTMLInputElement>('[name=phone]')?.value === typed,
        }
      },
      'typed' in goal ? goal.typed : '',
    )
    return { ...measured, bytes: line.bytesDown() - bytesBefore }
  } finally {
    await page.close()
  }
}

/** Runs in the page before its own scripts: records layout shifts, and acts as a person would. */
function observe(goal: Goal): void {
  const record: PageMeasures = { doneMs: undefined, shift: 0 }
  Object.assign(window, { record })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      record.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  if ('selector' in goal) awaitElement(goal.selector)
  else awaitPaint(goal.typed)

  function awaitElement(selector: string): void {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      watcher.disconnect()
      // The element is on the screen in the frame after the one that draws it.
      requestAnimationFrame(() =>
        setTimeout(() => Object.assign(record, { doneMs: performance.now() })),
      )
    })
    watcher.observe(document, { childList: true, subtree: true })
  }

  function awaitPaint(digits: string): void {
    const { fetch } = window
    window.fetch = (input, init) => {
      if (String(input).includes('/sendCode')) record.doneMs ??= performance.now()
      return fetch(input, init)
    }
    new PerformanceObserver((_list, painted) => {
      painted.disconnect()
      const field = document.querySelector<HTMLInputElement>('[name=phone]')
      if (field) field.value = digits
      field?.dispatchEvent(new Event('input', { bubbles: true }))
      document.querySelector<HTMLInputElement>('[name=agree]')?.click()
      tap()
    }).observe({ type: 'paint', buffered: true })
  }

  function tap(): void {
    if (record.doneMs !== undefined) return
    document.querySelector<HTMLButtonElement>('form button[type=button]')?.click()
    setTimeout(tap, 50)
  }
}
