import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './e2e/rig/patience.ts'
import { catalogues } from './web/build/catalogues.ts'

// A property is tried many times, and a busy machine takes its time over it.
const pure = {
  environment: 'node' as const,
  isolate: false,
  pool: 'threads' as const,
  testTimeout: 30_000,
}

// Where a try fails and the next does not, the message is all that is left: it tells what differed.
const chaiConfig = { truncateThreshold: 400 }

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
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // Processes are started and killed here: see the journeys.
          retry: 1,
          chaiConfig,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['simulation/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          setupFiles: ['e2e/rig/tell-of-servers.ts'],
          pool: 'forks',
          // One browser and one server at a time: a journey measures the product, not the machine's patience.
          maxWorkers: 1,
          testTimeout: 5 * PATIENCE_MS,
          hookTimeout: 3 * PATIENCE_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
          // A machine that was busy for a moment is no fault of the product; a journey that fails thrice is.
          retry: 2,
          chaiConfig,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
