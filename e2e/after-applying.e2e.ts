import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'an application leads to the orders once, after 300 ms, and Back leads past it',
  async ({ page, server, tap, see, arrive }) => {
    await (await readyBorrower(server.origin)).enter(page.context())
    await page.clock.install()
    await noteRedirects(page)
    await page.goto('/')
    await see('Saral Seven')
    await page.goto('/product/saral-seven/detail')
    await page.getByRole('radio', { name: 'Education' }).check()
    const entries = await page.evaluate(() => history.length)
    await tap('APPLY NOW')
    await arrive('/order')
    await see('Saral Seven')
    // A second redirect that were still waiting would come now.
    await page.clock.fastForward('00:01')
    const { appliedAt, redirects } = await notes(page)
    expect(redirects).toHaveLength(1)
    // A browser's timer may come a fraction of a millisecond early.
    expect((redirects[0] ?? 0) - appliedAt).toBeGreaterThanOrEqual(299)
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.goBack()
    await arrive('/')
    await see('Saral Seven')
  },
  [androidPhone],
)

type Notes = { appliedAt: number; redirects: number[] }

/** Notes when the application was answered, and when the app turned to the list of orders. */
async function noteRedirects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Notes = { appliedAt: 0, redirects: [] }
    Object.assign(window, { noted })
    const { fetch } = window
    window.fetch = async (...asked: Parameters<typeof fetch>) => {
      const answer = await fetch(...asked)
      if (String(asked[0]).includes('/order/v1/apply')) noted.appliedAt = performance.now()
      return answer
    }
    for (const turn of ['pushState', 'replaceState'] as const) {
      const turned = history[turn].bind(history)
      history[turn] = (state: unknown, unused: string, url?: string | URL | null) => {
        if (url === '/order') noted.redirects.push(performance.now())
        turned(state, unused, url)
      }
    }
  })
}

function notes(page: Page): Promise<Notes> {
  return page.evaluate(() => (window as unknown as { noted: Notes }).noted)
}
