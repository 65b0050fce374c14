import { tmpdir } from 'node:os'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core'
import { hasMemoryFolder } from '#server/testing/memory.ts'
import { findChromium, pinnedChromium } from './chromium.ts'

/** The switches that stop Chromium from making requests of its own. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * The switches that save processes and their time, where only the product's pages are shown. Not
 * `--in-process-gpu`: its thread sets variables of the environment that the main thread reads, and
 * now and then the browser dies of it as it starts.
 */
export const FEW_PROCESSES = ['--renderer-process-limit=1', '--disable-site-isolation-trials']
/** Keeps memory that processes share out of `/dev/shm`, which is small in many containers. */
const SHARED_ON_DISK = '--disable-dev-shm-usage'

/**
 * Starts Chromium without a window. `args` are further switches, such as those of a fake camera.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(args))
}

/** Starts the browser that draws the same pictures on every machine. */
export async function launchPinnedBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions(FEW_PROCESSES, pinnedChromium()))
}

/**
 * Starts a browser with its own profile in `folder`. Only such a browser installs apps and syncs in
 * the background. It runs in the new headless mode, since the old one has neither notifications nor
 * installation.
 */
export async function launchProfile(
  folder: string,
  options: BrowserContextOptions,
  args: string[] = [],
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(args), ...options })
}

function launchOptions(args: readonly string[], { executablePath, env } = findChromium()) {
  return {
    executablePath,
    // Chromium cannot sandbox itself as root, and it shows only our own pages here.
    chromiumSandbox: false,
    args: [...quiet, ...args],
    // Playwright's own switch.
    ...(hasMemoryFolder() && { ignoreDefaultArgs: [SHARED_ON_DISK] }),
    env: { ...definedEnvironment(), TMPDIR: tmpdir(), ...env },
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
