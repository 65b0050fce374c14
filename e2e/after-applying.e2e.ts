import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'leads once to the orders, 300 ms after applying, and Back skips the apply page',
  async ({ page, server, tap, see, arrive }) => {
    await (await readyBorrower(server.origin)).enter(page.context())
    await page.clock.install()
    await recordRedirects(page)
    await page.goto('/')
    await see('Saral Seven')
    await page.goto('/product/saral-seven/detail')
    await page.getByRole('radio', { name: 'Education' }).check()
    const entries = await page.evaluate(() => history.length)
    await tap('APPLY NOW')
    await arrive('/order')
    await see('Saral Seven')
    // A second redirect, if there is one, happens now.
    await page.clock.fastForward('00:01')
    const { appliedAt, redirects } = await timingOf(page)
    expect(redirects).toHaveLength(1)
    // A browser's timer may fire a fraction of a millisecond early.
    expect((redirects[0] ?? 0) - appliedAt).toBeGreaterThanOrEqual(299)
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.goBack()
    await arrive('/')
    await see('Saral Seven')
  },
  [androidPhone],
)

type Timing = { appliedAt: number; redirects: number[] }

/** Records when the application was answered and when the app navigated to the orders. */
async function recordRedirects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timing: Timing = { appliedAt: 0, redirects: [] }
    Object.assign(window, { timing })
    const { fetch } = window
    window.fetch = async (...args: Parameters<typeof fetch>) => {
      const answer = await fetch(...args)
      if (String(args[0]).includes('/order/v1/apply')) timing.appliedAt = performance.now()
      return answer
    }
    for (const method of ['pushState', 'replaceState'] as const) {
      const navigate = history[method].bind(history)
      history[method] = (state: unknown, unused: string, url?: string | URL | null) => {
        if (url === '/order') timing.redirects.push(performance.now())
        navigate(state, unused, url)
      }
    }
  })
}

function timingOf(page: Page): Promise<Timing> {
  return page.evaluate(() => (window as unknown as { timing: Timing }).timing)
}
