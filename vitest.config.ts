import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './e2e/rig/patience.ts'
import { catalogues } from './web/build/catalogues.ts'

const processors = availableParallelism()

const pure = {
  environment: 'node' as const,
  // The tests of one worker share its modules: loading them again for each file costs more than most files.
  isolate: false,
  pool: 'threads' as const,
  maxWorkers: processors,
  // Property tests run many cases, and a busy machine is slow.
  testTimeout: 30_000,
}

/** Tests that start servers, databases and browsers. Each has its own ports, database and folders, so files run side by side. */
const whole = {
  isolate: false,
  pool: 'forks' as const,
  // Each worker may run a server, its database and a browser: more than four need more memory than most machines have.
  maxWorkers: Math.max(2, Math.min(processors, 4)),
  // A test file leaves no variable of the environment to the next.
  unstubEnvs: true,
  // A second run tells a flaky test from a broken one. In CI, a test that needed it has failed all the same: see tally.ts.
  retry: 1,
  // When the second run passes, the message of the first is all that is left of the failure.
  chaiConfig: { truncateThreshold: 400 },
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...pure, name: 'domain', include: ['domain/**/*.test.ts'] } },
      { test: { ...pure, name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        plugins: [catalogues()],
        test: {
          ...pure,
          name: 'house',
          include: ['scripts/**/*.test.ts', 'words/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...whole,
          // Modules of the server keep state, such as the registry of statements: each file has its own.
          isolate: true,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...whole,
          name: 'simulation',
          include: ['simulation/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          hookTimeout: 120_000,
          retry: 0,
        },
      },
      {
        test: {
          ...whole,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/rig/template.ts'],
          setupFiles: ['e2e/rig/tell-of-servers.ts'],
          testTimeout: 5 * PATIENCE_MS,
          hookTimeout: 3 * PATIENCE_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
    ],
  },
})
