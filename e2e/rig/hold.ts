import type { Page, Route } from 'playwright-core'

/** Holds matching requests back until `release`; `requested` resolves at the first one, `count` counts all. */
export async function hold(page: Page, url: string) {
  const waiting: Route[] = []
  let isHeld = true
  let answered = 0
  let count = 0
  let noteRequest = () => {}
  const requested = new Promise<void>(resolve => {
    noteRequest = resolve
  })
  const goOn = async (route: Route) => {
    answered += 1
    await route.continue().catch(() => undefined)
  }
  await page.route(url, async route => {
    count += 1
    noteRequest()
    if (isHeld) waiting.push(route)
    else await goOn(route)
  })
  return {
    requested,
    answered: () => answered,
    count: () => count,
    release: async () => {
      isHeld = false
      await Promise.all(waiting.splice(0).map(goOn))
    },
  }
}
