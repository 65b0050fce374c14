import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'vite'

type Entry = { url: string; revision: string | null }
type Shell = {
  /** The folders of the sources and of the build. */
  root: string
  dist: string
  /** Every build file, relative to `dist`, with forward slashes. */
  files: readonly string[]
  read: (file: string) => Uint8Array
}

/**
 * Larger files, the workers of single pages and the files of the further languages are fetched only
 * when they are needed.
 */
const ENTRY_MAX_BYTES = 300 * 1024
const shellFile =
  /^(assets\/(?!worker-|words-).*\.(js|css|svg)|prerendered\/\w+\.(en|hi)\.html|index\.html|icon\.svg)$/

/**
 * The files that the service worker caches, so that every page opens without a network. Files with
 * a content hash in their name use the browser's copy (`revision` null); the others carry a hash,
 * so that a new version is noticed.
 */
export function shellEntries({ files, read }: Pick<Shell, 'files' | 'read'>): Entry[] {
  return files
    .filter(file => shellFile.test(file) && read(file).length <= ENTRY_MAX_BYTES)
    .sort()
    .map(file => ({
      url: `/${file}`,
      revision: file.startsWith('assets/') ? null : hashOf(read(file)),
    }))
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** Builds the service worker into a single file, `sw.js`, with the list of files to cache. */
export async function buildWorker(shell: Shell): Promise<void> {
  await build({
    root: shell.root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __PRECACHE__: JSON.stringify(shellEntries(shell)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      rolldownOptions: { checks: { pluginTimings: false } },
      outDir: shell.dist,
      emptyOutDir: false,
      target: ['es2022', 'safari16.4'],
      reportCompressedSize: false,
      lib: {
        entry: join(shell.root, 'sw', 'sw.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  })
}
