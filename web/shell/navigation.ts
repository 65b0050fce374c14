import { turnToastPage } from '#web/ui/toast.ts'

/**
 * Does what a browser does between documents: focuses the heading, so that a screen reader
 * announces the page, starts each page at its top, and restores the scroll position on the way
 * back.
 */
const STORED_AS = 'scroll'
/**
 * How long to wait until a page that is still loading is tall enough to restore its scroll
 * position.
 */
const RESTORE_WITHIN_MS = 1500

let positions: Record<string, number> = {}
let present: string | undefined
let isFirst = true
let isReturn = true
let resolveArrival = () => {}

/**
 * Starts to record scroll positions. Call it once, before the first page is drawn; it resolves when
 * that page has been drawn.
 */
export function watchNavigation(): Promise<void> {
  history.scrollRestoration = 'manual'
  positions = rememberedPositions()
  addEventListener('popstate', () => {
    isReturn = true
  })
  addEventListener('pushState', () => {
    isReturn = false
  })
  addEventListener('scroll', noteScrolling, { passive: true })
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify(positions))
    } catch {
      // A reload then starts at the top.
    }
  })
  return new Promise(resolve => {
    resolveArrival = resolve
  })
}

function noteScrolling(): void {
  if (present !== undefined) positions[present] = scrollY
}

/** Forgets the scroll positions, so that the next borrower in this tab does not inherit them. */
export function forgetPositions(): void {
  positions = {}
}

/**
 * Call this when the screen at this path has been drawn. Returns a function that stops restoring
 * its scroll position, if it has one.
 */
export function enterPage(path: string): (() => void) | undefined {
  present = path
  resolveArrival()
  const target = isReturn ? (positions[path] ?? 0) : 0
  if (!isFirst) focusHeading()
  isFirst = false
  if (target > 0) return scrollBackTo(target)
  if (!isReturn) scrollTo(0, 0)
  return undefined
}

/**
 * Call this when the page is removed: scrolling is not recorded until the next page, and the page's
 * toasts end.
 */
export function leavePage(): void {
  present = undefined
  turnToastPage()
}

/** Focuses the heading, except while somebody is typing. */
function focusHeading(): void {
  if (document.activeElement?.matches('main input')) return
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Scrolls as soon as the page is tall enough; gives up after a while, or if the borrower scrolls
 * first.
 */
function scrollBackTo(target: number): () => void {
  const watcher = new ResizeObserver(attempt)
  const timer = setTimeout(stop, RESTORE_WITHIN_MS)
  function stop() {
    watcher.disconnect()
    clearTimeout(timer)
    removeEventListener('touchstart', stop)
    removeEventListener('wheel', stop)
  }
  function attempt() {
    if (document.documentElement.scrollHeight - innerHeight < target) return
    scrollTo(0, target)
    stop()
  }
  addEventListener('touchstart', stop, { passive: true })
  addEventListener('wheel', stop, { passive: true })
  watcher.observe(document.body)
  attempt()
  return stop
}

function rememberedPositions(): Record<string, number> {
  try {
    return { ...(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}') as Record<string, number>) }
  } catch {
    return {}
  }
}
