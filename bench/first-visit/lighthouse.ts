import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import type { BrowserContext } from 'playwright-core'
import { launchProfile } from '#e2e/rig/browser.ts'

/** The phone of the other measurements. Network and processor are slowed as Lighthouse does it for mobiles, and really: simulated slowness contradicted itself. */
const settings = {
  onlyCategories: ['performance'],
  output: 'json',
  logLevel: 'error',
  formFactor: 'mobile',
  throttlingMethod: 'devtools',
  screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
} as const

/** Lighthouse's score of 100 for a first visit; `prepare` may sign its browser in before. Lighthouse empties the cache itself. */
export async function scoreOf(
  url: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<number> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'saral-lighthouse-'))
  // Lighthouse opens its page in the profile, as a person would, and dresses it as a phone by itself.
  const context = await launchProfile(folder, { viewport: null }, [
    `--remote-debugging-port=${port}`,
  ])
  try {
    await prepare?.(context)
    const result = await lighthouse(url, {
      ...settings,
      onlyCategories: [...settings.onlyCategories],
      port,
    })
    const score = result?.lhr.categories.performance?.score
    if (typeof score !== 'number')
      throw new Error(`Lighthouse gave no score: ${result?.lhr.runtimeError?.message}`)
    if (result?.lhr.finalDisplayedUrl !== url)
      throw new Error(`Lighthouse was led from ${url} to ${result?.lhr.finalDisplayedUrl}`)
    return score * 100
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
