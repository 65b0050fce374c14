import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const dist = join(project, 'web', 'dist')
const stamp = join(dist, '.built-from')

/** The sources of the web app and of the console. */
const inputs = [
  'web',
  'console',
  'contract',
  'domain',
  'words',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
]

/** Builds the web app and the console unless `web/dist` was built from the same sources; returns its success. */
export function buildWebIfChanged(): boolean {
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true
  const { status } = spawnSync(process.execPath, [join(project, 'scripts', 'build.ts')], {
    cwd: project,
    stdio: 'inherit',
  })
  if (status !== 0) return false
  writeFileSync(stamp, sources)
  return true
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputs.flatMap(filesUnder).sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(project, file)))
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!statSync(join(project, path)).isDirectory()) return [path]
  return readdirSync(join(project, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !name.includes('.test.'))
    .flatMap(({ name }) => filesUnder(`${path}/${name}`))
}
