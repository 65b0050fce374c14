import { defineConfig } from 'vitest/config'

/** The tests of the server, as Stryker runs them: the files of one worker share its modules. */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: ['server/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    unstubEnvs: true,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
