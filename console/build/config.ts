import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { catalogues } from '#web/build/catalogues.ts'
import { withoutProse } from '#web/build/prose.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The scripts and styles of the console's first page, compressed. */
export const CONSOLE_BUDGET_BYTES = 250 * 1024

/** As for the app, every file has its content hash in its name, and none is inlined (CSP). */
export const consoleConfig = {
  root,
  base: '/console/',
  publicDir: false,
  plugins: [catalogues(), withoutProse(), react()],
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // The kit speaks English here, without the app's languages.
      { find: '#web/locales/i18n.ts', replacement: `${root}ui-words.ts` },
    ],
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
        chunkFileNames: 'assets/[hash:7].js',
        entryFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
} satisfies UserConfig
