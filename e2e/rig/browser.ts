import { tmpdir } from 'node:os'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core'
import { findChromium } from './chromium.ts'

/** What keeps a test's browser from talking to anybody but the product. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

/** Starts Chromium without a window; `args` are further switches, such as those of a fake camera. */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(args))
}

/**
 * A browser with a profile of its own in `folder`: the only kind that installs apps, and syncs in the background. It is
 * the new headless one, which is the whole browser; the old one has neither notifications nor installation.
 */
export async function launchProfile(
  folder: string,
  options: BrowserContextOptions,
  args: string[] = [],
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(args), ...options })
}

function launchOptions(args: string[]) {
  const { executablePath, env } = findChromium()
  return {
    executablePath,
    // Chromium refuses to sandbox itself as root, and what it shows here is only our own pages.
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
