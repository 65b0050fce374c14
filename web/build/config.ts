import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { catalogues } from '#web/build/catalogues.ts'
import { besides } from '#web/build/chunks.ts'
import { classNames } from '#web/build/class-names.ts'
import { faceAliases, faceModelBytes } from '#web/build/face-models.ts'
import { withoutProse } from '#web/build/prose.ts'
import { FURTHER_LANGUAGES } from '#words/binding.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** The service worker stores these once they are used (sw/sw.ts). */
const furtherCatalogue = new RegExp(`/words/(${FURTHER_LANGUAGES.join('|')})/`)

const root = fileURLToPath(new URL('../', import.meta.url))
const login = `${root}screens/login/Login.tsx`
const home = `${root}screens/home/Home.tsx`
const queries = `${root}shell/queries.tsx`

/**
 * Every file that a page loads comes from our own origin, has its content hash in its name, and is
 * never inlined: the strict CSP allows no data: URI.
 */
export const webConfig = {
  root,
  css: { modules: { generateScopedName: classNames(root) } },
  plugins: [catalogues(), withoutProse(), react()],
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
    'import.meta.env.VITE_FACE_MODEL_BYTES': JSON.stringify(faceModelBytes()),
  },
  // wouter includes a copy of this hook for old React versions; ours has it.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      ...faceAliases,
    ],
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The name distinguishes workers, which are served with their own policy
      // (server/platform/http/static.ts).
      output: {
        entryFileNames: 'assets/worker-[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['es2022', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // Many small files would compress worse, and the first script would contain all their
        // names. So there is one file for the first script, one for the rest of signing in, one for
        // the home page, and one for what most other pages share.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: besides(login, 'sign-in'), debugName: 'sign-in', priority: 3 },
            { name: besides(home, 'with-home', [queries]), debugName: 'with-home', priority: 2 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
        // The names hold only a hash, since the first script contains all of them.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.every(id => furtherCatalogue.test(id))
            ? 'assets/words-[hash:7].js'
            : 'assets/[hash:7].js',
        entryFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
} satisfies UserConfig
