import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/** A Chromium that can be started, with the variables that its environment needs in addition. */
export type Chromium = { executablePath: string; env: Record<string, string> }

const project = fileURLToPath(new URL('../..', import.meta.url))
/** The npm package has a Chromium for these machines alone. */
const isPacked = process.platform === 'linux' && process.arch === 'x64'

/**
 * Returns the browser for the journeys: the one in `CHROME_PATH`, else on Linux the one that npm
 * installs, which has no window and so works less; elsewhere, or with `SARAL_BROWSER=system`, the
 * system's Chromium or Chrome, or Playwright's.
 */
export function findChromium(): Chromium {
  const path = process.env.CHROME_PATH
  if (path) return { executablePath: path, env: {} }
  if (isPacked && process.env.SARAL_BROWSER !== 'system') return npmChromium()
  const executablePath = systemCandidates().find(isExecutable)
  if (executablePath) return { executablePath, env: {} }
  throw new Error('No Chromium was found. Install Chromium or Chrome, or name one in CHROME_PATH.')
}

function systemCandidates(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = [
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return [
    ...folders.flatMap(folder => names.map(name => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    join(
      process.env.PROGRAMFILES ?? 'C:\\Program Files',
      'Google',
      'Chrome',
      'Application',
      'chrome.exe',
    ),
    chromium.executablePath(),
  ]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the Chromium of `@sparticuz/chromium` (Linux on x64), unpacked with its libraries and
 * font.
 */
function npmChromium(): Chromium {
  const home = unpackedHome()
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(delimiter),
      // The system's fonts come first, and the font of the package after them.
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  }
}

/**
 * Returns the Chromium of the packages with the fonts of the packages alone, so that it draws the
 * same on every machine (Linux on x64).
 */
export function pinnedChromium(): Chromium {
  if (!isPacked) throw new Error('The packages have no Chromium for this machine.')
  const { executablePath, env } = npmChromium()
  const file = join(dirname(executablePath), 'pinned-fonts.conf')
  writeFileSync(file, pinnedFontsConf(dirname(executablePath)))
  return { executablePath, env: { ...env, FONTCONFIG_FILE: file } }
}

/**
 * Returns the unpacked folder: in the project's cache, or in the user's temporary folder if need
 * be.
 */
function unpackedHome(): string {
  const { version } = createRequire(import.meta.url)(
    join(project, 'node_modules/@sparticuz/chromium/package.json'),
  ) as {
    version: string
  }
  const name = `chromium-${version}`
  const folder = writableFolder([
    join(project, 'node_modules', '.cache'),
    join(tmpdir(), `saral-${process.getuid?.()}`),
  ])
  const home = join(folder, name)
  if (existsSync(join(home, 'fonts.conf'))) return home

  const staging = mkdtempSync(join(folder, `${name}-`))
  unpackInto(staging)
  writeFileSync(join(staging, 'fonts.conf'), fontsConf(home))
  try {
    renameSync(staging, home)
  } catch {
    rmSync(staging, { recursive: true, force: true }) // Another run was faster; its copy is used.
  }
  return home
}

function writableFolder(candidates: string[]): string {
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      accessSync(folder, constants.W_OK)
      // Another user who owns the folder could replace the program.
      if (statSync(folder).uid === process.getuid?.()) return folder
    } catch {
      // This folder cannot be written; the next candidate follows.
    }
  }
  throw new Error(
    `None of these folders can be written, so Chromium cannot be unpacked: ${candidates.join(', ')}`,
  )
}

/**
 * Unpacks the package in a process of its own. The package unpacks into its temporary folder, and
 * its libraries only on AWS Lambda, so the environment of that process names both.
 */
function unpackInto(folder: string): void {
  const script = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: project,
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`)
}

function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

/** Latin and Devanagari come from one family, and the signs that it lacks from DejaVu. */
function pinnedFontsConf(home: string): string {
  const fonts = join(project, 'node_modules')
  const aliases = ['sans-serif', 'system-ui', 'sans', 'serif', 'monospace'].map(
    family =>
      `<alias binding="same"><family>${family}</family><prefer><family>Noto Sans Devanagari</family></prefer></alias>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(fonts, '@expo-google-fonts/noto-sans-devanagari')}</dir>
  <dir>${join(fonts, 'dejavu-fonts-ttf/ttf')}</dir>
  <cachedir>${join(home, 'pinned-fonts-cache')}</cachedir>
  ${aliases.join('\n  ')}
</fontconfig>
`
}
