import { tmpdir } from 'node:os'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core'
import { findChromium, pinnedChromium } from './chromium.ts'

/** The switches that stop Chromium from making requests of its own. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

/**
 * Starts Chromium without a window. `args` are further switches, such as those of a fake camera.
 */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(args))
}

/** Starts the browser that draws the same pictures on every machine. */
export async function launchPinnedBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions([], pinnedChromium()))
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

function launchOptions(args: string[], { executablePath, env } = findChromium()) {
  return {
    executablePath,
    // Chromium cannot sandbox itself as root, and it shows only our own pages here.
    chromiumSandbox: false,
    args: [...quiet, ...args],
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
