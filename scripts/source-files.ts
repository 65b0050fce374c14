import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the project; `path` is relative to the project, with forward slashes. */
export type SourceFile = { path: string; sizeBytes: number; text: string }

const project = fileURLToPath(new URL('..', import.meta.url))
const binary = /\.(png|jpe?g|webp|ico|woff2?|gz|br)$/

/** Returns every file that git does not ignore. */
export function sourceFiles(): SourceFile[] {
  // The project may lie in another user's folder, as in a container. Reading names there is safe.
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
