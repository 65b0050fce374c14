/**
 * `npm run build`: builds the web app from `web/` into `web/dist` and the console from `console/`
 * into `console/dist`, with a compressed copy beside each file, so that the server compresses
 * nothing while it serves. Fails if one exceeds its size budgets.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { CONSOLE_BUDGET_BYTES, consoleConfig } from '#console/build/config.ts'
import { type Manifest, type Weight, weigh } from '#web/build/budgets.ts'
import { webConfig } from '#web/build/config.ts'
import { messageIdsIn } from '#web/build/early-home.ts'
import { buildPageScript } from '#web/build/page-script.ts'
import { assemble, type Drawn, withPreloads } from '#web/build/pages.ts'
import { buildWorker } from '#web/build/worker.ts'

/** The sign-in page, with a script that reads numbers and codes as the app does. */
const HTML_BUDGET_BYTES = 8.5 * 1024
/** The home page draws its data by itself: its last part arrives while the line would wait. */
const HOME_HTML_BUDGET_BYTES = 28 * 1024
const PAGE_SCRIPT_BUDGET_BYTES = 3.5 * 1024
const WORKER_BUDGET_BYTES = 20 * 1024
const dist = join(webConfig.root, webConfig.build.outDir)
const manifestFolder = join(dist, '.vite')

await build({ ...webConfig, configFile: false, logLevel: 'warn' })
const manifest = JSON.parse(readFileSync(join(manifestFolder, 'manifest.json'), 'utf8')) as Manifest
const pageScript = await drawPages()
await buildWorker({
  root: webConfig.root,
  dist,
  files: filesOf(dist).map(nameInDist),
  read: file => readFileSync(join(dist, file)),
})
const files = filesOf(dist)
for (const file of files) compress(file)
const worker = {
  what: 'service worker',
  bytes: gzipBytes('sw.js'),
  budgetBytes: WORKER_BUDGET_BYTES,
}
const weights = [
  ...weigh(manifest, gzipBytes),
  worker,
  pageScript,
  ...files.filter(file => file.endsWith('.html')).map(pageWeight),
  await buildConsole(),
]
rmSync(manifestFolder, { recursive: true })
report(weights)
process.exitCode = weights.some(isTooHeavy) ? 1 : 0

/** Builds the console into `console/dist`. All of it is its first page. */
async function buildConsole(): Promise<Weight> {
  const folder = join(consoleConfig.root, consoleConfig.build.outDir)
  await build({ ...consoleConfig, configFile: false, logLevel: 'warn' })
  rmSync(join(folder, '.vite'), { recursive: true })
  const built = filesOf(folder)
  for (const file of built) compress(file)
  const bytes = built
    .filter(file => /\.(js|css|html)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(`${file}.gz`).length, 0)
  return { what: 'console', bytes, budgetBytes: CONSOLE_BUDGET_BYTES }
}

/** Draws the landing pages in every language into `prerendered/<page>.<language>.html`. */
async function drawPages(): Promise<Weight> {
  const outDir = join(manifestFolder, 'prerender')
  const { plugins, resolve, css } = webConfig
  await build({
    root: webConfig.root,
    plugins,
    resolve,
    css,
    configFile: false,
    logLevel: 'warn',
    build: {
      rolldownOptions: { checks: { pluginTimings: false } },
      ssr: 'prerender.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      assetsInlineLimit: 0,
    },
  })
  const bundle = pathToFileURL(join(outDir, 'prerender.js')).href
  const earlyHome = await buildPageScript(webConfig.root, 'early-home')
  const drawn: Drawn[] = await (
    (await import(bundle)) as { drawPages: (homeWords: readonly string[]) => Promise<Drawn[]> }
  ).drawPages(messageIdsIn(earlyHome))
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = {
    prefetch: await buildPageScript(webConfig.root, 'prefetch'),
    earlySignIn: await buildPageScript(webConfig.root, 'early-sign-in'),
    earlyHome,
    earlySession: writeAsset(await buildPageScript(webConfig.root, 'early-session')),
  }
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  writeFileSync(join(dist, 'index.html'), withPreloads(template, manifest))
  mkdirSync(join(dist, 'prerendered'))
  for (const page of drawn) {
    const html = assemble(template, manifest, page, { ...scripts, read })
    writeFileSync(join(dist, 'prerendered', `${page.name}.${page.language}.html`), html)
  }
  return {
    what: 'script inside the sign-in page',
    bytes: brotliCompressSync(scripts.earlySignIn).length,
    budgetBytes: PAGE_SCRIPT_BUDGET_BYTES,
  }
}

/** Writes a script into a file named by its content, and returns its name. */
function writeAsset(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 7)
  writeFileSync(join(dist, 'assets', `${hash}.js`), script)
  return `assets/${hash}.js`
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(manifestFolder))
    .map(entry => join(entry.parentPath, entry.name))
}

/** Pictures are compressed already. Brotli takes long for the weights of a model and saves nothing. */
function compress(file: string): void {
  if (!/\.(js|css|html|svg|json|webmanifest|txt|wasm|bin)$/.test(file)) return
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  if (file.endsWith('.bin')) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
}

function nameInDist(file: string): string {
  return file.slice(dist.length + 1).replaceAll('\\', '/')
}

function gzipBytes(file: string): number {
  return readFileSync(join(dist, `${file}.gz`)).length
}

function pageWeight(file: string): Weight {
  return {
    what: file.slice(dist.length + 1),
    bytes: readFileSync(`${file}.br`).length,
    budgetBytes: /home\.\w+\.html$/.test(file) ? HOME_HTML_BUDGET_BYTES : HTML_BUDGET_BYTES,
  }
}

function isTooHeavy({ bytes, budgetBytes }: Weight): boolean {
  return bytes > budgetBytes
}

/** Prints one line if every budget is kept; the whole table if not, or with `--table`. */
function report(all: readonly Weight[]): void {
  const heavy = all.filter(isTooHeavy)
  const first = all[0]
  if (heavy.length === 0 && first && !process.argv.includes('--table')) {
    console.log(
      `Built the web app: ${kilobytes(first.bytes)} KB of script for the first page; all ${all.length} size budgets are kept.`,
    )
    return
  }
  for (const weight of all) {
    const mark = isTooHeavy(weight) ? 'TOO HEAVY' : 'ok'
    console.log(
      `${kilobytes(weight.bytes).padStart(7)} of ${kilobytes(weight.budgetBytes)} KB  ${mark.padEnd(9)} ${weight.what}`,
    )
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
