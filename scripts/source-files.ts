import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the project as the house rules see it; `path` is relative to the project, with forward slashes. */
export type SourceFile = { path: string; sizeBytes: number; text: string }

const project = fileURLToPath(new URL('..', import.meta.url))
const binary = /\.(png|jpe?g|webp|ico|woff2?|gz|br)$/

/** Everything that git tracks or would: what is ignored is nobody's business. */
export function sourceFiles(): SourceFile[] {
  // The project may lie in somebody else's folder, as in a container: that is no danger when only names are read.
  const args = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]
  return execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(
      path => path !== '' && lstatSync(join(project, path), { throwIfNoEntry: false })?.isFile(),
    )
    .map(path => ({
      path,
      sizeBytes: lstatSync(join(project, path)).size,
      text: binary.test(path) ? '' : readFileSync(join(project, path), 'utf8'),
    }))
}
