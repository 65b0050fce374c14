import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './e2e/rig/patience.ts'
import { LongFilesFirst } from './scripts/test-order.ts'
import { catalogues } from './web/build/catalogues.ts'

const processors = availableParallelism()
/** The time after which a test or hook hangs: longer than any takes, however busy the machine. */
const HANG_MS = 600_000

const pure = {
  environment: 'node' as const,
  // The files of one worker share its modules: loading them again takes longer than most files.
  isolate: false,
  pool: 'threads' as const,
  maxWorkers: processors,
  // Property tests run many cases, slowly on a busy machine.
  testTimeout: 30_000,
  setupFiles: ['scripts/property-setup.ts'],
}

/**
 * Settings of tests that start servers, databases and browsers. Each file has its own ports, database
 * and folders, so files run side by side.
 */
const whole = {
  isolate: false,
  pool: 'forks' as const,
  // Each worker may run a server, a database and a browser; most machines have memory for four.
  maxWorkers: Math.max(3, Math.min(processors, 4)),
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  // A test file leaves no variable of the environment to the next.
  unstubEnvs: true,
  // The cause of a rare failure is found only if its message shows the compared values.
  chaiConfig: { truncateThreshold: 400 },
  sequence: { groupOrder: 1 },
}

/** Settings of tests that use one PostgreSQL server together, each file with its own database. */
const withDatabase = {
  ...whole,
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: ['scripts/property-setup.ts', 'server/testing/setup.ts'],
}

/** Settings of journeys through the whole product in a browser. */
const inBrowser = {
  ...whole,
  globalSetup: ['e2e/rig/template.ts'],
  setupFiles: ['e2e/rig/server-logs.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { test: { ...pure, name: 'domain', include: ['domain/**/*.test.ts'] } },
      { test: { ...pure, name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        plugins: [catalogues()],
        test: {
          ...pure,
          name: 'house',
          include: [
            'scripts/**/*.test.ts',
            'mutants/**/*.test.ts',
            'words/**/*.test.ts',
            'web/**/*.test.ts',
            'console/**/*.test.ts',
          ],
        },
      },
      {
        // Component tests: one happy-dom for each worker, which forgets every test (web/testing).
        plugins: [catalogues()],
        test: {
          ...pure,
          name: 'pages',
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx', 'console/**/*.test.tsx'],
          setupFiles: ['web/testing/setup.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'server',
          // With an `exclude` of its own it would not heed those of the command line.
          include: ['server/**/!(*.slow).test.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'slow',
          include: ['server/**/*.slow.test.ts', 'model/replay.test.ts', 'fuzz/**/*.test.ts'],
        },
      },
      {
        // Not among the pure ones: its single file would be the last of them, alone.
        test: { ...whole, name: 'model', include: ['model/model.test.ts'] },
      },
      {
        test: {
          ...whole,
          name: 'simulation',
          include: ['simulation/**/*.test.ts'],
        },
      },
      { test: { ...inBrowser, name: 'stories', include: ['e2e/stories/*.e2e.ts'] } },
      { test: { ...inBrowser, name: 'journeys', include: ['e2e/*.e2e.ts'] } },
    ],
  },
})
