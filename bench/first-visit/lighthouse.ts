import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright-core'
import { launchBrowser } from '#e2e/rig/browser.ts'

/** The phone of the other measurements. Network and processor are slowed as Lighthouse does it for mobiles, and really: simulated slowness contradicted itself. */
const settings = {
  onlyCategories: ['performance'],
  output: 'json',
  logLevel: 'error',
  formFactor: 'mobile',
  throttlingMethod: 'devtools',
  screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
} as const

/** Lighthouse's score of 100 for a first visit; `prepare` may sign its browser in before. */
export async function scoreOf(url: string, prepare?: (context: BrowserContext) => Promise<void>): Promise<number> {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    if (prepare) await inOrdinaryContext(port, prepare)
    const result = await lighthouse(url, { ...settings, onlyCategories: [...settings.onlyCategories], port })
    const score = result?.lhr.categories.performance?.score
    if (typeof score !== 'number') throw new Error(`Lighthouse gave no score: ${result?.lhr.runtimeError?.message}`)
    return score * 100
  } finally {
    await browser.close()
  }
}

/** Lighthouse opens its page where a person would, not in a context of a test. It empties the cache, and keeps who is signed in. */
async function inOrdinaryContext(port: number, prepare: (context: BrowserContext) => Promise<void>): Promise<void> {
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = connection.contexts()
    if (!context) throw new Error('The browser has no context of its own.')
    await prepare(context)
  } finally {
    await connection.close()
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
