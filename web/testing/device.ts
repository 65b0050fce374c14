import { vi } from 'vitest'

/** Makes this browser that of an iPhone: APPLY works there alone (specification §4). */
export function onIPhone(): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  )
}

const names = new Set<string>()

/** Gives the browser a part that happy-dom lacks, until the end of the test. */
export function giveNavigator(parts: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
    names.add(name)
  }
}

export function takeFromNavigator(): void {
  for (const name of names) Reflect.deleteProperty(navigator, name)
  names.clear()
}
