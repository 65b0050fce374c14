import { turnToastPage } from '#web/ui/toast.ts'

/**
 * What a browser does by itself between documents, and an app of one document must do by hand: the heading is focused
 * (so that a screen reader says where one is), the page starts at its top, and back leads to where one had scrolled to.
 */
const STORED_AS = 'scroll'
/** How long a page that is still filling is watched until it is tall enough to be scrolled back. */
const RESTORE_WITHIN_MS = 1500

let positions: Record<string, number> = {}
let present: string | undefined
let isFirst = true
let isReturn = true
let resolveArrival = () => {}

/** Starts to remember where pages were scrolled to; called once, before the first page is drawn. Answers when it is. */
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
      // Then a reload starts at the top.
    }
  })
  return new Promise(resolve => {
    resolveArrival = resolve
  })
}

function noteScrolling(): void {
  if (present !== undefined) positions[present] = scrollY
}

/** Where one borrower had scrolled to, and where they have been, is nothing for the next. */
export function forgetPositions(): void {
  positions = {}
}

/** The screen at this path has been drawn. Returns what stops the restoring of its scroll position, where it has one. */
export function arriveAt(path: string): (() => void) | undefined {
  present = path
  resolveArrival()
  const target = isReturn ? (positions[path] ?? 0) : 0
  if (!isFirst) focusHeading()
  isFirst = false
  if (target > 0) return scrollBackTo(target)
  if (!isReturn) scrollTo(0, 0)
  return undefined
}

/** The page is being torn down: until the next arrival no scrolling is remembered, and what was said about it goes. */
export function leavePage(): void {
  present = undefined
  turnToastPage()
}

/** Whoever is typing already is not interrupted. */
function focusHeading(): void {
  if (document.activeElement?.matches('main input')) return
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Scrolls as soon as the page is tall enough; gives up when the borrower scrolls first, or after a while. */
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
