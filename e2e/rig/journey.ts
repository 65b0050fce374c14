import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '#e2e/rig/patience.ts'
import { expectNoViolations } from './axe.ts'
import { launchBrowserWithCamera } from './camera.ts'
import { type Device, iPhone } from './device.ts'
import { minutesUntilMorning } from './morning.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { takeScreenshot } from './screenshot.ts'
import { type Server, type Settings, startServer } from './server.ts'
import { settled } from './settled.ts'
import { shareUntilTheEnd } from './shared.ts'
import { untilVisible } from './visible.ts'

/** The tools of a journey: a phone with a page, the running product, and its sandbox. */
export type Scene = {
  device: Device
  page: Page
  server: Server
  sandbox: Sandbox
  /** Waits until the page shows this text. */
  see: (text: string | RegExp) => Promise<void>
  /** Taps the button or link of this name. */
  tap: (name: string | RegExp) => Promise<void>
  /** Types into the field of this label. */
  type: (label: string | RegExp, text: string) => Promise<void>
  /** Waits until the address has this path; its query does not matter. */
  arrive: (path: string | RegExp) => Promise<void>
  /** Fails on any axe violation in either theme. Stories leave this to looks.e2e.ts. */
  look: (name: string) => Promise<void>
  /** Allows console errors that the story causes, such as those about a server that is gone. */
  forgive: (message: RegExp) => void
  /** Opens an empty browser on the device of somebody else, and returns their scene. */
  elsewhere: (device: Device) => Promise<Scene>
}

export type Story = (scene: Scene) => Promise<void>

type Film = (product: Server) => Promise<Buffer>

type Running = { readonly browser: Browser; readonly server: Server }

let running: Running | undefined
/** The product and browser that all files of this worker share. */
let shared: Promise<Running> | undefined

/**
 * Opens the product with its default settings before the journeys of a file. All files of a worker
 * share one server and one browser: each journey has its own borrower. In the sandbox it is morning
 * in India, so that no day ends by itself. Call this or `openOwnProduct` once at the top of a file.
 * Returns the server to tests that are no journeys.
 */
export function openTheProduct(): () => Server {
  beforeAll(async () => {
    shared ??= startShared()
    running = await shared
    await advanceToMorning(running.server)
  })
  return () => {
    if (!running) throw new Error('The product is open only while the tests of this file run.')
    return running.server
  }
}

/**
 * Starts a server and a browser for one file, which needs other settings or changes what all
 * borrowers see, and ends both after it. `film` makes the film for the camera where that is not the
 * drawn face.
 */
export function openOwnProduct(settings: Settings = {}, film?: Film): void {
  let product: Running | undefined
  beforeAll(async () => {
    product = await start(settings, film)
    running = product
    await advanceToMorning(product.server)
  })
  afterAll(async () => {
    await Promise.all([product?.browser.close(), product?.server.stop()])
  })
}

async function startShared(): Promise<Running> {
  const product = await start({})
  await shareUntilTheEnd(product.server)
  return product
}

async function start(settings: Settings, film?: Film): Promise<Running> {
  const starting = startServer(settings)
  // Settled, so that a failure of one does not leave the other running.
  const [server, browser] = await Promise.allSettled([starting, openBrowser(starting, film)])
  if (server.status === 'fulfilled' && browser.status === 'fulfilled')
    return { server: server.value, browser: browser.value }
  if (server.status === 'fulfilled') await server.value.stop()
  if (browser.status === 'fulfilled') await browser.value.close()
  throw server.status === 'rejected' ? server.reason : (browser as PromiseRejectedResult).reason
}

/** Moves the clock of a sandbox. A product with a lender's own vendors has none. */
async function advanceToMorning({ origin }: Server): Promise<void> {
  const { status } = await fetch(`${origin}/sandbox/clock`)
  if (status === 404) return
  await openSandbox(origin).advance(`PT${minutesUntilMorning(Date.now())}M`)
}

async function openBrowser(product: Promise<Server>, film?: Film): Promise<Browser> {
  return launchBrowserWithCamera(film && (await film(await product)))
}

/** Tests the story on an iPhone, or on the given devices, each time with an empty browser. */
export function journey(name: string, story: Story, on: Device[] = [iPhone]): void {
  for (const device of on) test(`${name} (${device.name})`, () => runStory(name, story, device))
}

/** A device that a story uses, with what its page logged as errors. */
type Visit = {
  readonly context: BrowserContext
  readonly page: Page
  readonly errors: readonly string[]
  readonly forgiven: RegExp[]
}

async function runStory(name: string, story: Story, device: Device): Promise<void> {
  if (!running) throw new Error('Call openTheProduct() at the top of the journey file.')
  const visits: Visit[] = []
  const opened = { ...running, visits }
  try {
    await story(await openScene(opened, device))
    expect(visits.flatMap(unforgiven), 'errors of the page').toEqual([])
  } catch (failure) {
    throw await explained(failure, `${name} ${device.name}`, visits)
  } finally {
    for (const { context, page } of visits) {
      // A request that a story still holds back would fail with the page, after the test.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  }
}

function unforgiven({ errors, forgiven }: Visit): string[] {
  return errors.filter(error => !forgiven.some(pattern => pattern.test(error)))
}

type RunningWithVisits = Running & { readonly visits: Visit[] }

async function openScene(opened: RunningWithVisits, device: Device): Promise<Scene> {
  const context = await opened.browser.newContext({
    ...device.context,
    baseURL: opened.server.origin,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    permissions: ['camera'],
    // Each would store the whole app again; pwa.e2e.ts has them.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const visit = { context, page, errors: listen(page), forgiven: [] }
  opened.visits.push(visit)
  return setScene(device, visit, opened)
}

function setScene(device: Device, { page, forgiven }: Visit, opened: RunningWithVisits): Scene {
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name }).or(page.getByRole('link', { name }))
  return {
    device,
    page,
    server: opened.server,
    sandbox: openSandbox(opened.server.origin),
    see: text => untilVisible(page.getByText(text).filter({ visible: true }).first()),
    tap: async name => {
      const target = button(name).filter({ visible: true }).first()
      await untilVisible(target)
      await target.click()
    },
    type: async (label, text) => {
      const field = page.getByLabel(label)
      await untilVisible(field)
      await field.fill(text)
    },
    arrive: path =>
      page.waitForURL(url =>
        typeof path === 'string' ? url.pathname === path : path.test(url.pathname),
      ),
    look: async () => {
      await settled(page)
      await expectNoViolations(page)
    },
    forgive: message => void forgiven.push(message),
    elsewhere: other => openScene(opened, other),
  }
}

/** Collects what the page throws and logs as errors: a story that causes any has failed. */
function listen(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', failure => errors.push(String(failure.stack ?? failure)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

async function explained(failure: unknown, name: string, visits: readonly Visit[]): Promise<Error> {
  const lines: string[] = []
  for (const [index, { page, errors }] of visits.entries()) {
    const picture = await takeScreenshot(page, `failed ${name} ${index + 1}`).catch(
      () => 'none could be taken',
    )
    lines.push(`At ${page.url()}; picture: ${picture}`)
    lines.push(...errors.map(error => `The page logged: ${error}`))
  }
  const message = [failure instanceof Error ? failure.message : String(failure), ...lines].join(
    '\n',
  )
  const error = new Error(message, { cause: failure })
  if (failure instanceof Error && failure.stack)
    error.stack = failure.stack.replace(failure.message, () => message)
  return error
}
