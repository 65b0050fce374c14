import { trackPage } from '#web/device/tracking.ts'

/**
 * Returns the pattern of the page at a path, such as `/orders/:id/audit`. Ids and the query are
 * never reported.
 */
export function patternOf(path: string, patterns: readonly string[]): string {
  return patterns.find(pattern => matcher(pattern).test(path)) ?? 'not-found'
}

function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`)
}

/**
 * Reports the page that is open now and each one that is entered afterwards (spec §7: page-enter
 * behaviour events).
 */
export function trackPages(patterns: readonly string[]): void {
  let last: string | undefined
  function look() {
    if (location.pathname === last) return
    last = location.pathname
    trackPage(patternOf(last, patterns))
  }
  look()
  for (const name of ['pushState', 'replaceState', 'popstate']) addEventListener(name, look)
}
