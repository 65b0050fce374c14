import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { catalogues } from '#web/build/catalogues.ts'
import { besides } from '#web/build/chunks.ts'
import { classNames } from '#web/build/class-names.ts'
import { faceAliases, faceModelBytes } from '#web/build/face-models.ts'
import { withoutProse } from '#web/build/prose.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const root = fileURLToPath(new URL('../', import.meta.url))
const login = `${root}screens/login/Login.tsx`
const home = `${root}screens/home/Home.tsx`
const queries = `${root}shell/queries.tsx`

/** Every file that a page loads is of our own origin, named by its content, and never inlined: a strict CSP allows no data: URI. */
export const webConfig = {
  root,
  css: { modules: { generateScopedName: classNames(root) } },
  plugins: [catalogues(), withoutProse(), react()],
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
    'import.meta.env.VITE_FACE_MODEL_BYTES': JSON.stringify(faceModelBytes()),
  },
  // wouter brings a copy of this hook for old Reacts; ours has it.
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
      // Told apart by their name: a worker is served with a policy of its own (server/platform/http/static.ts).
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
        // Cut into many small files it would compress worse, and the first script would hold the names of all of them:
        // what it needs itself is one file, what signing in needs besides is another, what the home page needs a third,
        // what most other pages share a fourth.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: besides(login, 'sign-in'), debugName: 'sign-in', priority: 3 },
            { name: besides(home, 'with-home', [queries]), debugName: 'with-home', priority: 2 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
        // Named by their content alone, for the same reason.
        chunkFileNames: 'assets/[hash:7].js',
        entryFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
} satisfies UserConfig
