import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import type { BrowserContext } from 'playwright-core'
import { type Measure, measure } from '#bench/table.ts'
import { type Borrower, newBorrower } from '#e2e/rig/borrower.ts'
import { launchBrowser, launchProfile } from '#e2e/rig/browser.ts'
import { androidPhone, type Device } from '#e2e/rig/device.ts'
import { takePhone, untilInstalled } from '#e2e/rig/profile.ts'
import { startServer } from '#e2e/rig/server.ts'
import { type Visit, visitSlowly } from './visit.ts'

const phone: Device = {
  ...androidPhone,
  context: { ...androidPhone.context, viewport: { width: 390, height: 844 } },
}
const login = { path: '/login', selector: 'form' }
const home = { path: '/', selector: 'main article' }

/** Measures first and repeated visits to login and home on a slow phone, and their Lighthouse scores. */
export async function measureFirstVisit(runs: number): Promise<Measure[]> {
  const server = await startServer()
  try {
    const borrower = await newBorrower(server.origin)
    const first = await firstVisits(server.origin, borrower, runs)
    const repeated = await repeatedVisits(server.origin, borrower, runs)
    const scores = await scoresOf(server.origin, borrower, runs)
    return [...first, ...repeated, ...scores]
  } finally {
    await server.stop()
  }
}

/** Measures visits with an empty cache, each in a browser context of its own. */
async function firstVisits(origin: string, borrower: Borrower, runs: number): Promise<Measure[]> {
  const browser = await launchBrowser()
  const once = async (
    page: typeof login,
    prepare: (context: BrowserContext) => Promise<void>,
  ): Promise<Visit> => {
    const context = await browser.newContext({ ...phone.context, baseURL: origin, locale: 'en-IN' })
    try {
      await prepare(context)
      return await visitSlowly(context, page.path, page.selector)
    } finally {
      await context.close()
    }
  }
  try {
    const logins = await repeat(runs, () => once(login, async () => undefined))
    const homes = await repeat(runs, () => once(home, context => borrower.enter(context)))
    return [
      seconds(
        'login: first paint',
        logins.map(({ paintMs }) => paintMs),
        2.1,
      ),
      seconds(
        'home: first paint',
        homes.map(({ paintMs }) => paintMs),
      ),
      seconds(
        'home: data visible',
        homes.map(({ elementMs }) => elementMs),
        4.4,
      ),
      measure(
        'login: layout shift',
        '',
        logins.map(({ shift }) => shift),
        { atMost: 0.02 },
      ),
      measure(
        'home: layout shift',
        '',
        homes.map(({ shift }) => shift),
        { atMost: 0.02 },
      ),
    ]
  } finally {
    await browser.close()
  }
}

/** Measures visits with a browser that has installed the service worker before. */
async function repeatedVisits(
  origin: string,
  borrower: Borrower,
  runs: number,
): Promise<Measure[]> {
  const { context, page, close } = await takePhone(origin, phone)
  try {
    await page.goto(login.path)
    await untilInstalled(page)
    const logins = await repeat(runs, () => visitSlowly(context, login.path, login.selector))
    await borrower.enter(context)
    const homes = await repeat(runs, () => visitSlowly(context, home.path, home.selector))
    return [
      seconds(
        'login again: first paint',
        logins.map(({ paintMs }) => paintMs),
        0.6,
      ),
      seconds(
        'home again: first paint',
        homes.map(({ paintMs }) => paintMs),
        0.6,
      ),
      seconds(
        'home again: data visible',
        homes.map(({ elementMs }) => elementMs),
      ),
    ]
  } finally {
    await close()
  }
}

async function scoresOf(origin: string, borrower: Borrower, runs: number): Promise<Measure[]> {
  const logins = await repeat(runs, () => scoreOf(origin + login.path))
  const homes = await repeat(runs, () =>
    scoreOf(origin + home.path, context => borrower.enter(context)),
  )
  return [
    measure('login: Lighthouse performance', '', logins, { atLeast: 95 }),
    measure('home: Lighthouse performance', '', homes, { atLeast: 95 }),
  ]
}

async function repeat<T>(runs: number, once: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let run = 0; run < runs; run += 1) all.push(await once())
  return all
}

function seconds(what: string, ms: readonly number[], atMost?: number): Measure {
  const inSeconds = ms.map(value => value / 1000)
  return measure(what, 's', inSeconds, atMost === undefined ? undefined : { atMost })
}

/**
 * The same phone as in the other measurements. Lighthouse really slows network and processor:
 * its simulated throttling gave contradictory results.
 */
const settings = {
  onlyCategories: ['performance'],
  output: 'json',
  logLevel: 'error',
  formFactor: 'mobile',
  throttlingMethod: 'devtools',
  screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
} as const

/**
 * Returns Lighthouse's performance score (0 to 100) of a first visit. `prepare` may sign its browser
 * in before; Lighthouse itself empties the cache.
 */
async function scoreOf(
  url: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<number> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'saral-lighthouse-'))
  // Lighthouse opens its page in this profile, and emulates the phone itself.
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
      throw new Error(`Lighthouse returned no score: ${result?.lhr.runtimeError?.message}`)
    if (result?.lhr.finalDisplayedUrl !== url)
      throw new Error(`Lighthouse was redirected from ${url} to ${result?.lhr.finalDisplayedUrl}`)
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
