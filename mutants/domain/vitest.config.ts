import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs the quickest files first: they kill most mutants, and the rest is then left out. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse()
  }
}

/** The tests of `domain/` alone, as Stryker runs them. */
export default defineConfig({
  test: {
    environment: 'node',
    // As the project `domain` runs them: the files of one worker share its modules.
    isolate: false,
    include: ['domain/**/*.test.ts'],
    setupFiles: ['mutants/domain/one-seed.ts'],
    sequence: { sequencer: QuickestFirst },
    testTimeout: 30_000,
  },
})
