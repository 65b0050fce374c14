import type { BrowserContext } from 'playwright-core'
import { openSlowLine, type SlowLine, TRIPS_TO_OPEN } from '#bench/first-visit/slow-line.ts'
import {
  type Goal,
  type LineVisit,
  typesAndTaps,
  visitOverLine,
} from '#bench/first-visit/visit-over-line.ts'
import { type Measure, measure, median, type Target } from '#bench/table.ts'
import { contract } from '#contract/index.ts'
import { answered, type Borrower, newBorrower, newPhone } from '#e2e/rig/borrower.ts'
import { launchBrowser } from '#e2e/rig/browser.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { takePhone, untilInstalled } from '#e2e/rig/profile.ts'
import { startServer } from '#e2e/rig/server.ts'

const RTT_MS = 400
const KBIT_PER_SECOND = 400
const BYTES_PER_MS = KBIT_PER_SECOND / 8

const phone = {
  ...androidPhone,
  context: { ...androidPhone.context, viewport: { width: 390, height: 844 } },
}
const home: Goal = { path: '/', selector: 'main article' }

/**
 * Measures visits over a real slow line. The limit beside a value is the cost of the line alone:
 * its round trips and the bytes that must come down it.
 */
export async function measureOnTheLine(runs: number): Promise<Measure[]> {
  const server = await startServer()
  const line = await openSlowLine(server.origin, {
    kbitPerSecond: KBIT_PER_SECOND,
    rttMs: RTT_MS,
  })
  try {
    const borrower = await newBorrower(server.origin)
    const [product] = answered(await borrower.browser.calls(contract.home).index({})).homeProductVos
    const productPage: Goal = { path: `/product/${product?.id}`, selector: 'main dl' }
    const first = firstVisits(line, borrower, runs)
    return [
      ...ofSignIn(await first(undefined)),
      ...ofPage('home', await first(home), { paint: 2, data: 4 }),
      ...ofPage('product page', await first(productPage), {}),
      ...(await secondVisits(line, borrower, runs)),
    ]
  } finally {
    line.close()
    await server.stop()
  }
}

/** Visits with an empty cache and a new connection: to sign in, or for a page of this borrower. */
function firstVisits(line: SlowLine, borrower: Borrower, runs: number) {
  return async (goal: Goal | undefined): Promise<LineVisit[]> => {
    const browser = await launchBrowser([line.trust])
    try {
      return await repeat(runs, async () => {
        const context = await browser.newContext({
          ...phone.context,
          baseURL: line.origin,
          locale: 'en-IN',
          serviceWorkers: 'block',
        })
        if (goal) await signedIn(context, borrower, line)
        line.hangUp()
        const visit = await visitOverLine(context, goal ?? typesAndTaps(newPhone()), line)
        await context.close()
        return visit
      })
    } finally {
      await browser.close()
    }
  }
}

/**
 * Visits with the service worker in place: while the connection of the last one still stands, and
 * with a new one, which resumes TLS.
 */
async function secondVisits(line: SlowLine, borrower: Borrower, runs: number): Promise<Measure[]> {
  const { context, page, close } = await takePhone(line.origin, phone, [line.trust])
  try {
    // The worker fetches one file after the other, which is not measured here.
    line.beFast(true)
    await page.goto('/login')
    await untilInstalled(page)
    line.beFast(false)
    line.hangUp()
    await signedIn(context, borrower, line)
    await visitOverLine(context, home, line)
    const standing = await repeat(runs, () => visitOverLine(context, home, line))
    const cut = await repeat(runs, () => {
      line.hangUp()
      return visitOverLine(context, home, line)
    })
    return [
      seconds('home again: first paint', standing, visit => visit.paintMs, { atMost: 0.5 }),
      seconds('home again: data', standing, visit => visit.doneMs, { atMost: 1 }, onStandingLine),
      shift('home again', standing),
      seconds('home after a pause: first paint', cut, visit => visit.paintMs),
      seconds(
        'home after a pause: data',
        cut,
        visit => visit.doneMs,
        undefined,
        visit => onStandingLine(visit) + (TRIPS_TO_OPEN + 1) * RTT_MS,
      ),
    ]
  } finally {
    await close()
  }
}

/** Puts the session into a browser without a request, which would open the connection. */
async function signedIn(
  context: BrowserContext,
  { browser, phone: digits }: Borrower,
  line: SlowLine,
): Promise<void> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  for (const [name, value] of browser.cookies)
    await devtools.send('Network.setCookie', {
      name,
      value,
      url: line.origin,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    })
  await page.close()
  await context.addInitScript(
    stored => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    { token: browser.token ?? '', phone: `91${digits}` },
  )
}

async function repeat<T>(runs: number, once: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let run = 0; run < runs; run += 1) all.push(await once())
  return all
}

/** Name and TCP, then TLS, then the request for the page. */
const firstByte = () => (TRIPS_TO_OPEN + 2) * RTT_MS
const wholePage = (visit: LineVisit) => firstByte() + visit.pageBytes / BYTES_PER_MS
/** The page asks for its data while it arrives. */
const withData = (visit: LineVisit) =>
  firstByte() + RTT_MS + (visit.pageBytes + visit.answerBytes) / BYTES_PER_MS
const onStandingLine = (visit: LineVisit) => RTT_MS + visit.answerBytes / BYTES_PER_MS

function ofSignIn(visits: LineVisit[]): Measure[] {
  return [
    seconds('sign-in: first byte', visits, visit => visit.firstByteMs, undefined, firstByte),
    seconds('sign-in: first paint', visits, visit => visit.paintMs, { atMost: 1.9 }, wholePage),
    seconds('sign-in: a tap sends the code', visits, v => v.doneMs, { atMost: 2.2 }, wholePage),
    measure(
      'sign-in: typed text is kept',
      '%',
      visits.map(v => (v.isTypedKept ? 100 : 0)),
      {
        atLeast: 100,
      },
    ),
    kilobytes('sign-in', visits),
    shift('sign-in', visits),
  ]
}

function ofPage(
  name: string,
  visits: LineVisit[],
  targets: { paint?: number; data?: number },
): Measure[] {
  const atMost = (s: number | undefined) => (s === undefined ? undefined : { atMost: s })
  return [
    seconds(`${name}: first byte`, visits, visit => visit.firstByteMs, undefined, firstByte),
    seconds(`${name}: first paint`, visits, v => v.paintMs, atMost(targets.paint), wholePage),
    seconds(`${name}: data`, visits, visit => visit.doneMs, atMost(targets.data), withData),
    kilobytes(name, visits),
    shift(name, visits),
  ]
}

function seconds(
  what: string,
  visits: readonly LineVisit[],
  ms: (visit: LineVisit) => number,
  target?: Target,
  limitMs?: (visit: LineVisit) => number,
): Measure {
  const limit = limitMs && { limit: median(visits.map(limitMs)) / 1000 }
  return {
    ...measure(
      what,
      's',
      visits.map(visit => ms(visit) / 1000),
      target,
    ),
    ...limit,
  }
}

function kilobytes(name: string, visits: readonly LineVisit[]): Measure {
  return measure(
    `${name}: sent until quiet`,
    'KB',
    visits.map(visit => visit.bytes / 1024),
  )
}

function shift(name: string, visits: readonly LineVisit[]): Measure {
  return measure(
    `${name}: layout shift`,
    '',
    visits.map(visit => visit.shift),
    { atMost: 0.01 },
  )
}
