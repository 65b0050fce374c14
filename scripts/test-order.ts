import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest test files, in the order in which they begin: those that keep a processor busy, and
 * then the journeys, which share their workers.
 */
export const LONG_FILES: readonly string[] = [
  'simulation/simulation.test.ts',
  'model/model.test.ts',
  'model/replay.test.ts',
  'fuzz/fuzz.test.ts',
  'simulation/oracle-beside-domain.test.ts',
  'server/providers/document/reader.slow.test.ts',
  'server/main.slow.test.ts',
  'server/testing/releases/upgrade.slow.test.ts',
  'server/lending/autopay/autopay.test.ts',
  'server/staff/reports/reports.test.ts',
  'server/platform/jobs/queue.test.ts',
  'e2e/kill.e2e.ts',
  'e2e/looks.e2e.ts',
  'e2e/kill-autopay.e2e.ts',
  'e2e/pwa.e2e.ts',
  'e2e/stories/install.e2e.ts',
  'e2e/stories/extension.e2e.ts',
  'e2e/stories/borrow-and-repay.e2e.ts',
]

const project = fileURLToPath(new URL('..', import.meta.url))

/** Begins the long files first, so that none of them runs alone at the end. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted(
      (one, other) => rankOf(one.moduleId) - rankOf(other.moduleId),
    )
  }
}

/** The place of a file among the long ones; all others share the last place. */
export function rankOf(file: string): number {
  const place = LONG_FILES.indexOf(relative(project, file))
  return place === -1 ? LONG_FILES.length : place
}
